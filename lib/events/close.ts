import { isToolPart, type MessageView, toolNameOf } from './reduce.ts';
import type { LoupeChunk } from './types.ts';

/**
 * The chunks that end everything which is still open in a view: growing texts, and calls without a
 * result, which get `errorText` as theirs. After them every call of the message has exactly one result.
 */
export function closingChunks(view: MessageView, errorText: string): LoupeChunk[] {
  const parts = view.steps.at(-1)?.parts ?? view.head;
  const texts = Object.entries(view.open).map(([id, index]): LoupeChunk => {
    return { type: parts[index]?.type === 'reasoning' ? 'reasoning-end' : 'text-end', id };
  });
  const calls = view.steps
    .flatMap((step) => step.parts)
    .filter(isToolPart)
    .flatMap((part): LoupeChunk[] => {
      const { toolCallId } = part;
      if (part.state === 'input-available' || part.state === 'approval-requested') {
        return [{ type: 'tool-output-error', toolCallId, errorText }];
      }
      if (part.state !== 'input-streaming') return [];
      // Half of an input is no valid JSON: a later request must not carry it.
      const toolName = toolNameOf(part);
      return [{ type: 'tool-input-error', toolCallId, toolName, input: {}, errorText }];
    });
  return [...texts, ...calls];
}
