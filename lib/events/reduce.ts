import type { LoupeChunk, LoupeMessage, LoupePart, MessageMetadata } from './types.ts';

/** The parts of one step, in the order in which they began. Never changed in place. */
export interface StepView {
  parts: readonly LoupePart[];
}

/**
 * A message while its log is folded. One object per step: a chunk makes a new one for the step that
 * it touches and leaves the others as they are, so that a view can compare by identity.
 */
export interface MessageView {
  id: string;
  metadata?: MessageMetadata;
  /** Parts before the first step. */
  head: readonly LoupePart[];
  steps: readonly StepView[];
  /** Text and thought parts of the last step that still grow: chunk id → index in the step. */
  open: Readonly<Record<string, number>>;
  finished: boolean;
}

/** A message with nothing in it yet. */
export function emptyView(id: string): MessageView {
  return { id, head: [], steps: [], open: {}, finished: false };
}

/** The view of a stored message: the inverse of {@link toMessage}. */
export function fromMessage(message: LoupeMessage): MessageView {
  const head: LoupePart[] = [];
  const steps: LoupePart[][] = [];
  for (const part of message.parts) {
    if (part.type === 'step-start') steps.push([part]);
    else (steps.at(-1) ?? head).push(part);
  }
  return {
    id: message.id,
    metadata: message.metadata,
    head,
    steps: steps.map((parts) => ({ parts })),
    open: {},
    finished: true,
  };
}

/** The AI SDK message that a view shows. */
export function toMessage(view: MessageView): LoupeMessage {
  return {
    id: view.id,
    role: 'assistant',
    ...(view.metadata ? { metadata: view.metadata } : {}),
    parts: [...view.head, ...view.steps.flatMap((step) => step.parts)],
  };
}

/**
 * Folds one chunk into a view. The same function makes the live page, the stored message and every
 * later reading of a log. A chunk that it does not know leaves the view as it is.
 */
export function reduce(view: MessageView, chunk: LoupeChunk): MessageView {
  switch (chunk.type) {
    case 'start':
      return {
        ...view,
        id: chunk.messageId ?? view.id,
        metadata: chunk.messageMetadata ?? view.metadata,
        finished: false,
      };
    case 'start-step':
      return { ...view, steps: [...view.steps, { parts: [{ type: 'step-start' }] }], open: {} };
    case 'finish-step':
      return { ...view, open: {} };
    case 'reset-step':
      return resetStep(view);
    case 'text-start':
    case 'reasoning-start':
      return startText(view, chunk);
    case 'text-delta':
    case 'reasoning-delta':
      return updateOpen(view, chunk.id, (part) => ({ ...part, text: part.text + chunk.delta }));
    case 'text-end':
    case 'reasoning-end':
      return endText(view, chunk);
    case 'tool-input-start':
    case 'tool-input-delta':
    case 'tool-input-available':
    case 'tool-input-error':
    case 'tool-approval-request':
    case 'tool-output-available':
    case 'tool-output-error':
      return reduceTool(view, chunk);
    case 'finish':
      return { ...view, open: {}, finished: true };
    default:
      return chunk.type.startsWith('data-') ? putData(view, chunk as DataChunk) : view;
  }
}

type DataChunk = Extract<LoupeChunk, { type: `data-${string}` }>;
type TextPart = Extract<LoupePart, { type: 'text' | 'reasoning' }>;
type ToolPart = Extract<LoupePart, { toolCallId: string }>;
type ToolChunk = Extract<
  LoupeChunk,
  {
    type:
      | 'tool-input-start'
      | 'tool-input-delta'
      | 'tool-input-available'
      | 'tool-input-error'
      | 'tool-approval-request'
      | 'tool-output-available'
      | 'tool-output-error';
  }
>;

/** Whether a part is a tool call, of a known tool or of one known only at run time. */
export function isToolPart(part: LoupePart): part is ToolPart {
  return 'toolCallId' in part;
}

/** The tool's name of a tool part. */
export function toolNameOf(part: ToolPart): string {
  return part.type === 'dynamic-tool' ? part.toolName : part.type.slice('tool-'.length);
}

function replacePart(parts: readonly LoupePart[], index: number, part: LoupePart): LoupePart[] {
  const next = parts.slice();
  next[index] = part;
  return next;
}

/** Adds a part to the last step, or before the steps when there is none yet. */
function push(view: MessageView, part: LoupePart): MessageView {
  const last = view.steps.at(-1);
  if (!last) return { ...view, head: [...view.head, part] };
  return { ...view, steps: [...view.steps.slice(0, -1), { parts: [...last.parts, part] }] };
}

function putAt(view: MessageView, step: number, index: number, part: LoupePart): MessageView {
  if (step < 0) return { ...view, head: replacePart(view.head, index, part) };
  const steps = view.steps.slice();
  steps[step] = { parts: replacePart(view.steps[step]?.parts ?? [], index, part) };
  return { ...view, steps };
}

/** Finds a part, the newest step first, then the head (step -1). */
function find(
  view: MessageView,
  matches: (part: LoupePart) => boolean,
): { step: number; index: number; part: LoupePart } | undefined {
  for (let step = view.steps.length - 1; step >= -1; step--) {
    const parts = step < 0 ? view.head : (view.steps[step]?.parts ?? []);
    const index = parts.findLastIndex(matches);
    const part = parts[index];
    if (part) return { step, index, part };
  }
  return undefined;
}

/** A torn step begins anew, as in every AI SDK client; what should stay of it is sent again. */
function resetStep(view: MessageView): MessageView {
  if (view.steps.length === 0) return view;
  const parts: LoupePart[] = [{ type: 'step-start' }];
  return { ...view, steps: [...view.steps.slice(0, -1), { parts }], open: {} };
}

function startText(
  view: MessageView,
  chunk: Extract<LoupeChunk, { type: 'text-start' | 'reasoning-start' }>,
): MessageView {
  const type = chunk.type === 'text-start' ? 'text' : 'reasoning';
  const next = push(view, {
    type,
    text: '',
    state: 'streaming',
    ...(chunk.providerMetadata ? { providerMetadata: chunk.providerMetadata } : {}),
  });
  const index = (next.steps.at(-1)?.parts ?? next.head).length - 1;
  return { ...next, open: { ...view.open, [chunk.id]: index } };
}

function updateOpen(
  view: MessageView,
  id: string,
  change: (part: TextPart) => TextPart,
): MessageView {
  const index = view.open[id];
  const parts = view.steps.at(-1)?.parts ?? view.head;
  const part = index === undefined ? undefined : parts[index];
  if (index === undefined || (part?.type !== 'text' && part?.type !== 'reasoning')) return view;
  return putAt(view, view.steps.length - 1, index, change(part));
}

function endText(
  view: MessageView,
  chunk: Extract<LoupeChunk, { type: 'text-end' | 'reasoning-end' }>,
): MessageView {
  const next = updateOpen(view, chunk.id, (part) => ({
    ...part,
    state: 'done',
    ...(chunk.providerMetadata ? { providerMetadata: chunk.providerMetadata } : {}),
  }));
  const { [chunk.id]: _, ...open } = view.open;
  return { ...next, open };
}

function putData(view: MessageView, chunk: DataChunk): MessageView {
  if (chunk.transient) return view;
  const part = {
    type: chunk.type,
    data: chunk.data,
    ...(chunk.id === undefined ? {} : { id: chunk.id }),
  } as LoupePart;
  const there =
    chunk.id === undefined
      ? undefined
      : find(view, (old) => old.type === chunk.type && 'id' in old && old.id === chunk.id);
  return there ? putAt(view, there.step, there.index, part) : push(view, part);
}

function reduceTool(view: MessageView, chunk: ToolChunk): MessageView {
  const there = find(view, (part) => isToolPart(part) && part.toolCallId === chunk.toolCallId);
  const old = there && isToolPart(there.part) ? there.part : undefined;
  if (!old && !('toolName' in chunk)) return view;
  const part = nextToolPart(old, chunk);
  return there ? putAt(view, there.step, there.index, part) : push(view, part);
}

/** What a tool part becomes with the next chunk of its call; the input's text is kept raw while it streams. */
function nextToolPart(old: ToolPart | undefined, chunk: ToolChunk): ToolPart {
  const name = 'toolName' in chunk ? chunk.toolName : old ? toolNameOf(old) : '';
  const dynamic = 'dynamic' in chunk && chunk.dynamic ? true : old?.type === 'dynamic-tool';
  const base = {
    ...(dynamic ? { type: 'dynamic-tool', toolName: name } : { type: `tool-${name}` }),
    toolCallId: chunk.toolCallId,
    ...(old?.callProviderMetadata ? { callProviderMetadata: old.callProviderMetadata } : {}),
  };
  const input = old && 'input' in old ? old.input : undefined;
  const fields = (() => {
    switch (chunk.type) {
      case 'tool-input-start':
        return { state: 'input-streaming', input: '' };
      case 'tool-input-delta':
        return { state: 'input-streaming', input: `${input ?? ''}${chunk.inputTextDelta}` };
      case 'tool-input-available':
        return {
          state: 'input-available',
          input: chunk.input,
          ...(chunk.providerMetadata ? { callProviderMetadata: chunk.providerMetadata } : {}),
        };
      case 'tool-input-error':
        return { state: 'output-error', input: chunk.input, errorText: chunk.errorText };
      case 'tool-approval-request':
        return { state: 'approval-requested', input, approval: { id: chunk.approvalId } };
      case 'tool-output-available':
        return { state: 'output-available', input, output: chunk.output };
      case 'tool-output-error':
        return { state: 'output-error', input, errorText: chunk.errorText };
    }
  })();
  return { ...base, ...fields } as ToolPart;
}
