import { AppError } from '#lib/errors';
import { findRun } from '#lib/store/runs';
import { allLive, findLive } from './live.ts';
import { recoverRun } from './recover.ts';

/**
 * Stops a run and waits until it has ended: model call closed, tools and their processes gone.
 * Stopping a run that has ended is no error: two people may press the button.
 * @throws AppError `unknown_run`
 */
export async function stopRun(runId: string): Promise<void> {
  if (!(await findRun(runId))) throw new AppError('unknown_run', `There is no run "${runId}".`);
  const live = findLive(runId);
  live?.controller.abort('stop');
  await live?.done;
  const left = await findRun(runId);
  // Nobody drives it any more, and its end could not be written: else its chat would be locked.
  if (left && left.status !== 'ended') await recoverRun(left);
}

/** Ends every run of this process as interrupted, so that the server can go down with its logs whole. */
export async function interruptAll(): Promise<void> {
  const runs = allLive();
  for (const run of runs) run.controller.abort('shutdown');
  await Promise.allSettled(runs.map((run) => run.done));
}
