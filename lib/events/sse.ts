import type { FeedMessage } from './api.ts';
import type { RunEvent } from './types.ts';

/**
 * One event of a log as Server-Sent Events. Only the last chunk carries the `id`, so that a reader
 * that was cut in the middle of an event asks for the whole event again.
 */
export function encodeEvent(event: RunEvent): string {
  const last = event.chunks.length - 1;
  return event.chunks
    .map(
      (chunk, i) => `${i === last ? `id: ${event.seq}\n` : ''}data: ${JSON.stringify(chunk)}\n\n`,
    )
    .join('');
}

/** One message of a chat's feed. */
export function encodeMessage(message: FeedMessage): string {
  return `data: ${JSON.stringify(message)}\n\n`;
}

/** Ends a stream of events, as AI SDK clients expect it. */
export const SSE_DONE = 'data: [DONE]\n\n';

/** A comment: keeps proxies and watchdogs from taking a quiet stream for a dead one. */
export const SSE_HEARTBEAT = ': heartbeat\n\n';

export interface SseBlock {
  id: string | undefined;
  data: string;
}

/** Reads what the functions above wrote, from text cut anywhere; comments are left out. */
export class SseDecoder {
  #text = '';

  push(text: string): SseBlock[] {
    this.#text += text;
    const blocks: SseBlock[] = [];
    for (let end = this.#text.indexOf('\n\n'); end >= 0; end = this.#text.indexOf('\n\n')) {
      const block = decodeBlock(this.#text.slice(0, end));
      if (block) blocks.push(block);
      this.#text = this.#text.slice(end + 2);
    }
    return blocks;
  }
}

function decodeBlock(text: string): SseBlock | undefined {
  let id: string | undefined;
  let data: string | undefined;
  for (const line of text.split('\n')) {
    if (line.startsWith('id: ')) id = line.slice(4);
    else if (line.startsWith('data: ')) data = line.slice(6);
  }
  return data === undefined ? undefined : { id, data };
}
