import type { RunEvent } from '#lib/events/types';
import { selectEvents } from '#lib/store/run-events';
import { findLive } from './live.ts';

const PAGE = 200;
/** A viewer that is further behind than this reads on from the store instead of holding events in memory. */
const MAX_QUEUED = 256;

/**
 * A run's events after `after`: first those in the store, then live ones until the run ends or
 * `signal` aborts. No gap and no duplicate, however many follow and whenever they join.
 */
export async function* follow(
  runId: string,
  after: number,
  signal: AbortSignal,
): AsyncGenerator<RunEvent> {
  const live = findLive(runId);
  let last = after;
  let queue: RunEvent[] = [];
  let behind = true;
  let wake = () => {};
  const unsubscribe = live?.log.subscribe({
    event: (event) => {
      if (queue.length >= MAX_QUEUED) {
        queue = [];
        behind = true;
      }
      if (!behind) queue.push(event);
      wake();
    },
    end: () => wake(),
  });
  const onAbort = () => wake();
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    while (!signal.aborted) {
      if (behind) {
        // Events that arrive during this read are found by it, or queued after it; `last` sorts out overlap.
        behind = false;
        const page = await selectEvents(runId, last, PAGE);
        if (page.length === PAGE) behind = true;
        for (const event of page) {
          last = event.seq;
          yield event;
        }
        continue;
      }
      const event = queue.shift();
      if (event && event.seq === last + 1) {
        last = event.seq;
        yield event;
      } else if (event && event.seq > last) {
        behind = true;
      } else if (!event) {
        if (!live || live.log.ended) return;
        await new Promise<void>((resolve) => {
          wake = resolve;
          if (queue.length > 0 || live.log.ended || signal.aborted) resolve();
        });
      }
    }
  } finally {
    signal.removeEventListener('abort', onAbort);
    unsubscribe?.();
  }
}
