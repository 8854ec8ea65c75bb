import { isToolPart, type MessageView, toolNameOf } from '#lib/events/reduce';
import type { LoupeChunk, StepData } from '#lib/events/types';
import type { ToolCall } from '#lib/tools/run-tool';

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

/** The calls of the last step that have no result, in the order in which the model made them. */
export function callsLeft(view: MessageView): ToolCall[] {
  return (view.steps.at(-1)?.parts ?? [])
    .filter(isToolPart)
    .filter(({ state }) => state === 'input-available' || state === 'approval-requested')
    .map((part) => ({ id: part.toolCallId, name: toolNameOf(part), input: part.input }));
}
