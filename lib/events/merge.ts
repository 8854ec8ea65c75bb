import type { LoupeChunk } from './types.ts';

/**
 * Adds a chunk to a buffer, joining it with the last one when both are deltas of the same part: a
 * burst of tokens becomes one chunk. The buffer is changed; the chunks given are not.
 */
export function pushMerged(buffer: LoupeChunk[], chunk: LoupeChunk): void {
  const last = buffer.at(-1);
  const joined = last && join(last, chunk);
  if (joined) buffer[buffer.length - 1] = joined;
  else buffer.push(chunk);
}

function join(a: LoupeChunk, b: LoupeChunk): LoupeChunk | undefined {
  if (
    ((a.type === 'text-delta' && b.type === 'text-delta') ||
      (a.type === 'reasoning-delta' && b.type === 'reasoning-delta')) &&
    a.id === b.id &&
    !a.providerMetadata &&
    !b.providerMetadata
  ) {
    return { ...a, delta: a.delta + b.delta };
  }
  if (
    a.type === 'tool-input-delta' &&
    b.type === 'tool-input-delta' &&
    a.toolCallId === b.toolCallId
  ) {
    return { ...a, inputTextDelta: a.inputTextDelta + b.inputTextDelta };
  }
  return undefined;
}
