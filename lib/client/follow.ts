import { EventDecoder } from '#lib/events/sse';
import type { LoupeChunk } from '#lib/events/types';

const FIRST_WAIT_MS = 300;
const LONGEST_WAIT_MS = 5000;
/** The server sends a heartbeat every 10 s: three missed ones mean that the connection is dead. */
const SILENCE_MS = 30_000;

export interface Follower {
  chunks(chunks: LoupeChunk[]): void;
  /** The connection broke and is being made again, or is there again. */
  reconnecting(on: boolean): void;
}

/**
 * Follows the run of a chat until the server says that nothing runs any more, over as many
 * connections as that takes. Whether the run has ended is the server's word alone.
 */
export async function followRun(
  run: { chatId: string; runId: string | undefined },
  follower: Follower,
  signal: AbortSignal,
): Promise<void> {
  let seq = 0;
  let wait = FIRST_WAIT_MS;
  while (!signal.aborted) {
    const outcome = await readStream(run, seq, signal, (event) => {
      seq = event.seq;
      wait = FIRST_WAIT_MS;
      follower.reconnecting(false);
      follower.chunks(event.chunks);
    }).catch(() => 'broken' as const);
    if (outcome === 'ended' || signal.aborted) return;
    follower.reconnecting(true);
    await pause(wait, signal);
    wait = Math.min(wait * 2, LONGEST_WAIT_MS);
  }
}

async function readStream(
  { chatId, runId }: { chatId: string; runId: string | undefined },
  after: number,
  signal: AbortSignal,
  onEvent: (event: { seq: number; chunks: LoupeChunk[] }) => void,
): Promise<'ended' | 'broken'> {
  const watchdog = new AbortController();
  let timer = setTimeout(() => watchdog.abort(), SILENCE_MS);
  try {
    const response = await fetch(`/api/chat/${chatId}/stream?after=${after}`, {
      signal: AbortSignal.any([signal, watchdog.signal]),
    });
    // Nothing runs, or the next run already: an event number of ours says nothing of that one.
    const streamed = response.headers.get('x-run-id');
    if (response.status === 204 || (runId && streamed && streamed !== runId)) return 'ended';
    if (!response.ok || !response.body) return 'broken';
    const decoder = new EventDecoder();
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return 'broken';
      clearTimeout(timer);
      timer = setTimeout(() => watchdog.abort(), SILENCE_MS);
      const decoded = decoder.push(value);
      for (const event of decoded.events) onEvent(event);
      if (decoded.done) return 'ended';
    }
  } finally {
    clearTimeout(timer);
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
