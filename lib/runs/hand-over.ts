import { wake } from '#lib/store/bus';
import { releaseRun } from '#lib/store/runs';
import { abortLive, allLive, type LiveRun } from './live.ts';

/** How long a step may take to come to its end before the process goes down without it, in ms. */
const GRACE_MS = 3000;

/**
 * Gives every run of this process back: at the end of its step if that comes soon, else in its middle,
 * where the next owner finds it as after a crash.
 */
export async function handOver(): Promise<void> {
  const runs = allLive();
  for (const run of runs) run.leaving = true;
  const all = Promise.allSettled(runs.map((run) => run.done));
  let timer: NodeJS.Timeout | undefined;
  const grace = new Promise((resolve) => {
    timer = setTimeout(resolve, GRACE_MS);
  });
  await Promise.race([all, grace]);
  clearTimeout(timer);
  await Promise.all(allLive().map(letGo));
  await all;
  if (runs.length > 0) wake('orphans');
}

/** From the release on, nothing that the run still does here is written. */
async function letGo(run: LiveRun): Promise<void> {
  await run.log.flush().catch(() => {});
  await releaseRun(run.fence);
  run.log.close();
  abortLive(run, 'shutdown');
}
