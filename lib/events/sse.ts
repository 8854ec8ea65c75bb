import type { LoupeChunk, RunEvent } from './types.ts';

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

/** Ends a stream of events, as AI SDK clients expect it. */
export const SSE_DONE = 'data: [DONE]\n\n';

/** A comment: keeps proxies and watchdogs from taking a quiet stream for a dead one. */
export const SSE_HEARTBEAT = ': heartbeat\n\n';

export interface DecodedEvents {
  /** Whole events, each with all of its chunks. */
  events: { seq: number; chunks: LoupeChunk[] }[];
  /** `[DONE]` came. */
  done: boolean;
}

/** Reads what {@link encodeEvent} wrote, from text cut anywhere. */
export class EventDecoder {
  #text = '';
  #chunks: LoupeChunk[] = [];

  push(text: string): DecodedEvents {
    this.#text += text;
    const decoded: DecodedEvents = { events: [], done: false };
    for (let end = this.#text.indexOf('\n\n'); end >= 0; end = this.#text.indexOf('\n\n')) {
      this.#block(this.#text.slice(0, end), decoded);
      this.#text = this.#text.slice(end + 2);
    }
    return decoded;
  }

  #block(block: string, decoded: DecodedEvents): void {
    let seq: number | undefined;
    for (const line of block.split('\n')) {
      if (line.startsWith('id: ')) seq = Number(line.slice(4));
      else if (line === 'data: [DONE]') decoded.done = true;
      else if (line.startsWith('data: ')) this.#chunks.push(JSON.parse(line.slice(6)));
    }
    if (seq !== undefined) {
      decoded.events.push({ seq, chunks: this.#chunks });
      this.#chunks = [];
    }
  }
}
