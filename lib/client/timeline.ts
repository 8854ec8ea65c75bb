import { isToolPart, type MessageView, type StepView } from '#lib/events/reduce';
import type {
  CallTiming,
  DraftData,
  EndData,
  LoupePart,
  NoticeData,
  SteerData,
  StepData,
} from '#lib/events/types';

export type ToolPart = Extract<LoupePart, { toolCallId: string }>;

/** One tool call of the timeline. */
export interface CallRow {
  part: ToolPart;
  timing: CallTiming | undefined;
}

export type Row =
  | { kind: 'thought'; key: string; text: string; live: boolean; ms: number | undefined }
  | { kind: 'call'; key: string; call: CallRow }
  | { kind: 'parallel'; key: string; calls: CallRow[] }
  | { kind: 'policy'; key: string }
  | { kind: 'draft'; key: string; draft: DraftData }
  | { kind: 'steer'; key: string; steer: SteerData }
  | { kind: 'retry'; key: string; notice: NoticeData };

export interface StepRows {
  data: StepData | undefined;
  rows: Row[];
}

export interface Timeline {
  /** What a person said before the first step. */
  head: Row[];
  steps: StepRows[];
  /** The text of the last step, outside of the timeline. */
  answer: string;
  answering: boolean;
  notices: NoticeData[];
  end: EndData | undefined;
}

const cache = new WeakMap<StepView, StepRows>();

/** What the page shows of a message. Steps that have not changed keep their rows. */
export function timelineOf(view: MessageView): Timeline {
  const last = view.steps.at(-1);
  const answerParts = last ? answerOf(last) : [];
  const steps = view.steps.map((step, index) =>
    step === last
      ? rowsOf(
          { parts: step.parts.filter((part) => !answerParts.some((each) => each === part)) },
          index,
        )
      : cachedRows(step, index),
  );
  const parts = [...view.head, ...view.steps.flatMap((step) => step.parts)];
  return {
    head: rowsOf({ parts: view.head }, -1).rows,
    steps,
    answer: answerParts.map((part) => part.text).join('\n\n'),
    answering: answerParts.some((part) => part.state === 'streaming'),
    notices: parts.flatMap((part) =>
      part.type === 'data-notice' && !part.data.retry ? [part.data] : [],
    ),
    end: parts.flatMap((part) => (part.type === 'data-end' ? [part.data] : []))[0],
  };
}

type TextPart = Extract<LoupePart, { type: 'text' }>;

/** The texts after the last call: before it they are thoughts on the way. */
function answerOf(step: StepView): TextPart[] {
  const lastCall = step.parts.findLastIndex(isToolPart);
  return step.parts.slice(lastCall + 1).filter((part) => part.type === 'text');
}

function cachedRows(step: StepView, index: number): StepRows {
  const known = cache.get(step);
  if (known) return known;
  const rows = rowsOf(step, index);
  cache.set(step, rows);
  return rows;
}

function rowsOf(step: StepView, index: number): StepRows {
  const data = step.parts.flatMap((part) => (part.type === 'data-step' ? [part.data] : []))[0];
  const calls = step.parts
    .filter(isToolPart)
    .map((part) => ({ part, timing: data?.calls?.[part.toolCallId] }));
  const rows: Row[] = [];
  step.parts.forEach((part, i) => {
    const key = `${index}-${i}`;
    if ((part.type === 'reasoning' || part.type === 'text') && part.text.trim()) {
      const live = part.state === 'streaming';
      const ms = part.type === 'reasoning' ? data?.thoughtMs : undefined;
      rows.push({ kind: 'thought', key, text: part.text, live, ms });
    } else if (part.type === 'data-policy') rows.push({ kind: 'policy', key });
    else if (part.type === 'data-draft') rows.push({ kind: 'draft', key, draft: part.data });
    else if (part.type === 'data-notice' && part.data.retry) {
      rows.push({ kind: 'retry', key, notice: part.data });
    }
  });
  const [only] = calls;
  if (calls.length > 1) rows.push({ kind: 'parallel', key: `${index}-calls`, calls });
  else if (only) rows.push({ kind: 'call', key: only.part.toolCallId, call: only });
  // What a person said after this step stands after its calls.
  for (const part of step.parts) {
    if (part.type === 'data-steer') {
      rows.push({ kind: 'steer', key: part.id ?? `${index}-steer`, steer: part.data });
    }
  }
  return { data, rows };
}

/** `waiting`: for a person; `doubt`: nobody knows whether it took effect. */
export type CallState =
  | 'preparing'
  | 'waiting'
  | 'running'
  | 'done'
  | 'failed'
  | 'stopped'
  | 'doubt';

interface Failure {
  code?: string;
  message?: string;
  /** What a person said of a call that was in doubt. */
  resolved?: string;
}

/** The error of a call that failed, from its result or from before it ran. */
export function failureOf(part: ToolPart): Failure | undefined {
  if (part.state === 'output-error') {
    const code = /^Stopped/.test(part.errorText ?? '') ? 'stopped' : 'not_run';
    return { code, message: part.errorText?.replace(/^Error: /, '') };
  }
  if (part.state !== 'output-available') return undefined;
  const output = part.output as { ok?: boolean; error?: Failure; resolved?: string } | null;
  if (output?.ok !== false) return undefined;
  return { ...output.error, ...(output.resolved ? { resolved: output.resolved } : {}) };
}

export function callState(part: ToolPart): CallState {
  if (part.state === 'input-streaming') return 'preparing';
  if (part.state === 'approval-requested') return 'waiting';
  if (part.state === 'input-available') return 'running';
  const failure = failureOf(part);
  if (!failure) return 'done';
  if (failure.code === 'in_doubt') return 'doubt';
  return failure.code === 'stopped' ? 'stopped' : 'failed';
}

/** What a call is about, in a few words: a command, a path, an expression. */
export function subjectOf(part: ToolPart): string {
  if (typeof part.input !== 'object' || part.input === null) return '';
  const fields = part.input as Record<string, unknown>;
  const main = ['command', 'path', 'expression', 'query', 'section', 'time_zone', 'ref'];
  const named = main.map((key) => fields[key]).find((value) => typeof value === 'string');
  const first = named ?? Object.values(fields).find((value) => typeof value === 'string') ?? '';
  return String(first).split('\n')[0]?.slice(0, 200) ?? '';
}
