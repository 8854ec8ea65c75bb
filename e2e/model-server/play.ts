import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setTimeout as sleep, setImmediate as tick } from 'node:timers/promises';
import type { Action } from './reply.ts';

/** Bytes per write, at most; `random` is 1 to 23. A piece may end inside a UTF-8 sequence. */
export type Split = number | 'random';

export interface PlayOptions {
  split?: Split;
  /** Seeds `random`, so that a run can be repeated. */
  seed?: number;
}

/** How an answer ended: `aborted` means that the client went away before its end. */
export type Played = 'sent' | 'aborted';

/** Does one action after the other on a response; stops as soon as the client is gone. */
export async function play(
  response: ServerResponse,
  actions: Iterable<Action> | AsyncIterable<Action>,
  options: PlayOptions,
): Promise<Played> {
  const gone = new AbortController();
  const leave = () => gone.abort();
  response.once('close', leave);
  if (response.destroyed) leave();
  const next = random(options.seed ?? 1);
  try {
    for await (const action of untilAborted(actions, gone.signal)) {
      if ('waitMs' in action) {
        await sleep(action.waitMs, undefined, { signal: gone.signal });
      } else if ('cut' in action) {
        response.off('close', leave);
        await cut(response, action.cut);
        return 'sent';
      } else {
        startStream(response);
        for (const piece of splitBytes(action.send, options.split, next)) {
          if (!response.write(piece)) await once(response, 'drain', { signal: gone.signal });
          if (options.split) await tick(undefined, { signal: gone.signal });
        }
      }
    }
  } catch (error) {
    if (!gone.signal.aborted) throw error;
  }
  if (gone.signal.aborted) return 'aborted';
  response.off('close', leave);
  startStream(response);
  response.end();
  return 'sent';
}

function startStream(response: ServerResponse): void {
  if (response.headersSent) return;
  response.socket?.setNoDelay(true);
  response.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache',
  });
  response.flushHeaders();
}

async function cut(response: ServerResponse, how: 'fin' | 'reset'): Promise<void> {
  startStream(response);
  if (how === 'fin') {
    response.end();
    return;
  }
  // A reset throws away what the client has not read yet; the last bytes shall arrive first.
  await sleep(50);
  response.socket?.resetAndDestroy();
}

/** Yields until the signal aborts, also while the source itself is waiting. */
async function* untilAborted(
  actions: Iterable<Action> | AsyncIterable<Action>,
  signal: AbortSignal,
): AsyncGenerator<Action> {
  const iterator = asAsync(actions);
  const aborted = new Promise<'aborted'>((resolve) => {
    if (signal.aborted) resolve('aborted');
    signal.addEventListener('abort', () => resolve('aborted'), { once: true });
  });
  try {
    for (;;) {
      const result = await Promise.race([iterator.next(), aborted]);
      if (result === 'aborted' || result.done) return;
      yield result.value;
    }
  } finally {
    // Not awaited: a script may never come back from what it waits for.
    iterator.return(undefined).catch(() => {});
  }
}

async function* asAsync(actions: Iterable<Action> | AsyncIterable<Action>): AsyncGenerator<Action> {
  yield* actions;
}

function* splitBytes(
  bytes: Buffer,
  split: Split | undefined,
  next: () => number,
): Generator<Buffer> {
  let at = 0;
  while (at < bytes.length) {
    const size = split === 'random' ? 1 + Math.floor(next() * 23) : (split ?? bytes.length);
    yield bytes.subarray(at, at + size);
    at += size;
  }
}

/** Numbers in [0, 1) that depend on the seed alone (xorshift32). */
function random(seed: number): () => number {
  let state = seed | 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}
