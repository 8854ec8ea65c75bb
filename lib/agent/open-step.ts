import { isToolPart, type MessageView, toolNameOf } from '#lib/events/reduce';
import type { LoupeChunk, StepData, StopReason } from '#lib/events/types';
import type { ToolCall } from '#lib/tools/run-tool';
import type { ToolResult } from '#lib/tools/tool';

type DataChunk = Extract<LoupeChunk, { type: `data-${string}` }>;

/** A step that has begun and not ended. */
export interface OpenStep {
  data: StepData | undefined;
  /** Its data parts, as they were emitted. */
  frame: DataChunk[];
}

/** The step of a message that is not over: an owner that is gone left it, or it waited for a person. */
export function openStep(view: MessageView): OpenStep | undefined {
  const parts = view.steps.at(-1)?.parts;
  if (!parts) return undefined;
  const data = parts.flatMap((part) => (part.type === 'data-step' ? [part.data] : []))[0];
  if (data?.ms !== undefined) return undefined;
  const frame = parts.filter((part): part is typeof part & DataChunk =>
    part.type.startsWith('data-'),
  );
  return { data, frame };
}

/** Why a run is over whose last step has ended, when its owner was gone before it could write that. */
export function closedOutcome(view: MessageView, maxSteps: number): StopReason | undefined {
  const parts = view.steps.at(-1)?.parts;
  if (!parts || openStep(view)) return undefined;
  if (hasDoubt(view)) return 'interrupted';
  const said = parts.some((part) => part.type === 'text' && part.text.trim());
  if (!said || parts.some(isToolPart)) return undefined;
  return view.steps.length >= maxSteps ? 'max-steps' : 'answered';
}

/** Whether nobody knows of a call of the last step if it took effect: a person has to say. */
export function hasDoubt(view: MessageView): boolean {
  return (view.steps.at(-1)?.parts ?? []).some((part) => {
    if (!isToolPart(part) || part.state !== 'output-available') return false;
    const output = part.output as ToolResult;
    return !output.ok && output.error.code === 'in_doubt';
  });
}

/** The calls of the last step that have no result, in the order in which the model made them. */
export function callsLeft(view: MessageView): ToolCall[] {
  return (view.steps.at(-1)?.parts ?? [])
    .filter(isToolPart)
    .filter(({ state }) => state === 'input-available' || state === 'approval-requested')
    .map((part) => ({ id: part.toolCallId, name: toolNameOf(part), input: part.input }));
}
