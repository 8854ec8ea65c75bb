import type { RunEvent } from '#lib/events/types';
import { Waker } from '#lib/store/bus';
import { selectEvents } from '#lib/store/run-events';
import { isEnded } from '#lib/store/runs';
import { findLive, type LiveRun } from './live.ts';

const PAGE = 200;
/** A viewer that is further behind than this reads on from the store instead of holding events in memory. */
const MAX_QUEUED = 256;

/**
 * A run's events after `after`: first those in the store, then new ones until the run ends or `signal`
 * aborts. No gap and no duplicate, however many follow, whenever they join, and whoever drives the run.
 */
export async function* follow(
  runId: string,
  after: number,
  signal: AbortSignal,
): AsyncGenerator<RunEvent> {
  const waker = new Waker([`run:${runId}`], signal);
  let last = after;
  try {
    while (!signal.aborted) {
      // Asked before the events are read: what is written between the two is read.
      const ended = await isEnded(runId);
      const page = await selectEvents(runId, last, PAGE);
      for (const event of page) {
        last = event.seq;
        yield event;
      }
      if (page.length > 0) continue;
      if (ended) return;
      const live = findLive(runId);
      if (!live) await waker.changed();
      else {
        for await (const event of liveEvents(live, last, signal)) {
          last = event.seq;
          yield event;
        }
        // What it could not give in order is in the store; that it was let go is told by a wake-up.
        if (live.log.closed && findLive(runId) === live) await waker.changed();
      }
    }
  } finally {
    waker.close();
  }
}

/** Events of a run that this process drives, as they are written; ends at the first that does not fit `after`. */
async function* liveEvents(
  live: LiveRun,
  after: number,
  signal: AbortSignal,
): AsyncGenerator<RunEvent> {
  const queue: RunEvent[] = [];
  let overflow = false;
  let wake = () => {};
  const unsubscribe = live.log.subscribe({
    event: (event) => {
      if (queue.length < MAX_QUEUED) queue.push(event);
      else overflow = true;
      wake();
    },
    closed: () => wake(),
  });
  const onAbort = () => wake();
  signal.addEventListener('abort', onAbort, { once: true });
  let last = after;
  try {
    // What came between the reading of the store and this subscription.
    if (live.log.seq > last) return;
    while (!signal.aborted) {
      const event = queue.shift();
      if (event) {
        if (event.seq !== last + 1) return;
        last = event.seq;
        yield event;
      } else {
        if (overflow || live.log.closed) return;
        await new Promise<void>((resolve) => {
          wake = resolve;
          if (queue.length > 0 || live.log.closed || signal.aborted) resolve();
        });
      }
    }
  } finally {
    signal.removeEventListener('abort', onAbort);
    unsubscribe();
  }
}
