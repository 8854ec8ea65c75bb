import { closingChunks } from '#lib/events/close';
import { isToolPart, type MessageView, toMessage } from '#lib/events/reduce';
import type { LoupeChunk, LoupeMessage, StopReason } from '#lib/events/types';
import { newCallId, newId } from '#lib/ids';
import { describeError, failureWords } from '#lib/models/describe-error';
import type { ProviderFailure } from '#lib/models/failure';
import type { ResolvedModel } from '#lib/models/resolve';
import { redact } from '#lib/redact';
import type { ToolCall } from '#lib/tools/run-tool';
import type { Tool, ToolResult } from '#lib/tools/tool';
import { askModel, type ModelRequest, type ModelTurn } from './ask-model.ts';
import { costOf, estimateUsage } from './cost.ts';
import { fallbackAnswer } from './fallback-answer.ts';
import { callsLeft, hasDoubt, type OpenStep, openStep } from './open-step.ts';
import { lastStep } from './policies/last-step.ts';
import { instructions, promptMessages, userMessage } from './prompt.ts';
import { draftOf, nextRetry, pause, retryNotice } from './retry.ts';
import { StepFrame } from './step-frame.ts';
import { StepMeter } from './step-meter.ts';
import { toolSet } from './toolset.ts';

export interface StepContext {
  /** Counts from 1. */
  n: number;
  maxSteps: number;
  model: ResolvedModel;
  tools: readonly Tool[];
  runStartedAt: Date;
  /** The messages before the one in the making. */
  branch: LoupeMessage[];
  /** The message in the making, with all that was emitted. */
  view(): MessageView;
  emit(chunk: LoupeChunk): void;
  /** Resolves when what was emitted is stored: no tool starts before its call is. */
  flush(): Promise<void>;
  runTools(calls: ToolCall[], meter: StepMeter): AsyncIterable<[ToolCall, CallOutcome]>;
  /** Calls that a person asked for: they are the step, and no model is asked. */
  given?: Omit<ToolCall, 'id'>[];
  signal: AbortSignal;
}

/** What became of a call; `waits`: a person is asked before it may run. */
export type CallOutcome = { result: ToolResult } | 'waits';

/** `wait`: the step is not over; it goes on when a person has answered. */
export type StepOutcome =
  | { next: 'again' }
  | { next: 'wait' }
  | { next: 'end'; reason: StopReason };

export const STOPPED = 'Stopped by the user.';
export const INTERRUPTED_CALL =
  'The server stopped while this call was running. Its outcome is unknown.';
/** Why a draft is one: the server was started anew in its middle. The page words it. */
export const RESTARTED = 'restarted';
const NOT_RUN = "Not run: the model's reply broke off.";
const ANSWER_NOW =
  'Give your final answer now, as text, in the language of the person. Do not call tools.';

/**
 * One step: one model call and the tool calls that it asked for. A step that the message holds already,
 * begun and not ended, is gone on with: its calls if the model had made them all, else the model is
 * asked anew.
 */
export async function runStep(context: StepContext): Promise<StepOutcome> {
  const { n, maxSteps, model, emit } = context;
  const open = openStep(context.view());
  if (!open) emit({ type: 'start-step' });
  const frame = new StepFrame(emit, open?.frame);
  const meter = new StepMeter({ n, max: maxSteps, model: model.id, ...open?.data }, frame);
  const step = { ...context, frame, meter };
  const outcome = await takeStep(step, open);
  if (outcome.next === 'wait') return outcome;
  for (const chunk of closingChunks(context.view(), STOPPED)) emit(chunk);
  meter.ends();
  emit({ type: 'finish-step' });
  return outcome;
}

async function takeStep(step: Step, open: OpenStep | undefined): Promise<StepOutcome> {
  if (open?.data?.modelMs !== undefined) return runCalls(step, callsLeft(step.view()));
  if (step.given) return runGiven(step, step.given);
  if (open) takeBack(step, RESTARTED);
  return takeTurns(step);
}

/** A step while it is taken. */
interface Step extends StepContext {
  frame: StepFrame;
  meter: StepMeter;
}

async function takeTurns(step: Step): Promise<StepOutcome> {
  const shape = lastStep(step.n, step.maxSteps);
  if (shape.toolsOff) {
    step.frame.put({ type: 'data-policy', data: { policy: 'last-step', action: 'tools-off' } });
  }
  let turn = await ask(step, { ...shape, withTools: true });
  if (stopped(step)) return { next: 'end', reason: 'stopped' };
  if (turn.failure) return fail(step, turn.failure);
  if (turn.calls.length + turn.invalidCalls > 0) {
    return runCalls(step, turn.calls);
  }
  // A filter would refuse the same again.
  if (!turn.text.trim() && turn.cut === 'content-filter') {
    sayFallback(step);
    step.emit(cutNotice(turn.cut));
    return { next: 'end', reason: 'failed' };
  }
  if (!turn.text.trim()) {
    turn = await ask(step, { toolsOff: true, note: ANSWER_NOW, withTools: false });
    if (stopped(step)) return { next: 'end', reason: 'stopped' };
    if (turn.failure) return fail(step, turn.failure);
    if (!turn.text.trim()) return answerForModel(step, shape.toolsOff);
  }
  if (turn.cut) step.emit(cutNotice(turn.cut));
  return { next: 'end', reason: shape.toolsOff ? 'max-steps' : 'answered' };
}

interface Ask {
  toolsOff: boolean;
  note?: string;
  withTools: boolean;
}

/** Asks the model, again where that can help; each retry is shown while it is waited for. */
async function ask(step: Step, how: Ask): Promise<ModelTurn> {
  for (let retries = 0; ; retries++) {
    const turn = await askOnce(step, how);
    const retry = turn.failure && !stopped(step) ? nextRetry(turn.failure, retries) : undefined;
    if (!turn.failure || !retry) return turn;
    const { secrets } = step.model;
    takeBack(step, redact(failureWords(turn.failure), secrets));
    const id = `retry-${step.n}`;
    const notice = retryNotice(turn.failure, retry, secrets);
    step.frame.put({ type: 'data-notice', id, data: notice });
    await pause(retry.waitMs, step.signal);
    const code = stopped(step) ? 'retry-stopped' : 'retried';
    step.frame.put({ type: 'data-notice', id, data: { ...notice, code } });
    if (stopped(step)) return turn;
  }
}

async function askOnce(step: Step, how: Ask): Promise<ModelTurn> {
  const { meter } = step;
  const tools = toolSet(step.tools);
  const branch = [...step.branch, toMessage(step.view())];
  const messages = [...branch, ...(how.note ? [userMessage(how.note)] : [])];
  const request: ModelRequest = {
    model: step.model,
    instructions: instructions(step.runStartedAt),
    messages: await promptMessages(messages, tools),
    ...(how.withTools ? { tools } : {}),
    toolsOff: how.toolsOff,
    usedIds: callIds(branch),
    signal: step.signal,
    onReset: () => step.frame.reset(),
  };
  meter.tryBegins();
  const turn = await askModel(request, (chunk) => {
    meter.see(chunk);
    step.emit(chunk);
  });
  const usage = turn.usage ?? (step.model.demo ? undefined : estimateUsage(request, turn));
  if (usage) meter.addUsage(usage, costOf(usage, step.model.price));
  return turn;
}

/** Clears what a torn try of the step has shown; what it had said stays as a draft. */
function takeBack(step: Step, why: string): void {
  const draft = draftOf(step.view(), why);
  step.frame.reset();
  if (draft) step.frame.put({ type: 'data-draft', id: newId(), data: draft });
}

async function runCalls(step: Step, calls: ToolCall[]): Promise<StepOutcome> {
  if (step.meter.data.modelMs === undefined) step.meter.modelEnds();
  await step.flush();
  let waits = false;
  for await (const [call, outcome] of step.runTools(calls, step.meter)) {
    if (outcome === 'waits') {
      waits = true;
      step.emit({ type: 'tool-approval-request', approvalId: call.id, toolCallId: call.id });
      continue;
    }
    step.emit({ type: 'tool-output-available', toolCallId: call.id, output: outcome.result });
  }
  if (stopped(step)) return { next: 'end', reason: 'stopped' };
  if (waits) return { next: 'wait' };
  return hasDoubt(step.view()) ? { next: 'end', reason: 'interrupted' } : { next: 'again' };
}

async function runGiven(step: Step, given: Omit<ToolCall, 'id'>[]): Promise<StepOutcome> {
  const calls = given.map((call) => ({ ...call, id: newCallId() }));
  for (const { id, name, input } of calls) {
    step.emit({ type: 'tool-input-available', toolCallId: id, toolName: name, input });
  }
  return runCalls(step, calls);
}

/** A provider that failed ends the run with its words; what the steps found is not lost. */
function fail(context: Step, failure: ProviderFailure): StepOutcome {
  for (const chunk of closingChunks(context.view(), NOT_RUN)) context.emit(chunk);
  sayFallback(context);
  context.emit({
    type: 'data-notice',
    data: describeError(failure, context.model.secrets, context.meter.data.tries),
  });
  return { next: 'end', reason: 'failed' };
}

function answerForModel(context: StepContext, atLimit: boolean): StepOutcome {
  sayFallback(context);
  context.emit({
    type: 'data-notice',
    data: {
      level: 'warn',
      code: 'empty-answer',
      message: 'The model returned no text.',
      hint: 'Send again, or try another model.',
    },
  });
  return { next: 'end', reason: atLimit ? 'max-steps' : 'failed' };
}

function sayFallback(context: StepContext): void {
  const text = fallbackAnswer(context.view(), isChinese(context.branch));
  if (!text) return;
  const id = newId();
  // A shared copy that withholds results must know these lines for what they are.
  context.emit({ type: 'text-start', id, providerMetadata: { loupe: { fallback: true } } });
  context.emit({ type: 'text-delta', id, delta: text });
  context.emit({ type: 'text-end', id });
}

function cutNotice(cut: 'length' | 'content-filter'): LoupeChunk {
  const data =
    cut === 'length'
      ? { code: 'answer-cut', message: "The answer was cut at the model's output limit." }
      : { code: 'answer-filtered', message: 'The provider filtered the answer.' };
  return { type: 'data-notice', data: { level: 'warn', ...data } };
}

function stopped(context: StepContext): boolean {
  return context.signal.aborted;
}

function callIds(messages: LoupeMessage[]): Set<string> {
  const parts = messages.flatMap((message) => message.parts);
  return new Set(parts.filter(isToolPart).map((part) => part.toolCallId));
}

/** Whether the person writes Chinese, for the few words that Loupe says in the model's place. */
function isChinese(branch: LoupeMessage[]): boolean {
  const last = branch.findLast((message) => message.role === 'user');
  return (
    last?.parts.some((part) => part.type === 'text' && /\p{Script=Han}/u.test(part.text)) === true
  );
}
