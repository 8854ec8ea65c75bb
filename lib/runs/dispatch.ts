import { reportBug } from '#lib/report-bug';
import { wake } from '#lib/store/bus';
import { isShared } from '#lib/store/db';
import { drive } from './drive.ts';
import { sendJob } from './job-queue.ts';

/**
 * Gives a run to whoever shall drive it: this process, or where instances share a database any of them.
 * @param epoch of the run; a hand-out that was lost with its instance does not bar the next one
 */
export async function dispatch(runId: string, epoch = 0): Promise<void> {
  if (isShared()) {
    // The run is stored: a hand-out that failed is made again by whoever looks for orphans.
    await sendJob(runId, epoch).catch((error: unknown) => {
      reportBug(`hand-out of run ${runId}`, error);
      wake('orphans');
    });
    return;
  }
  driveOn(runId).catch((error) => reportBug(`run ${runId}`, error));
}

/** Drives a run and those that come after it in its chat. */
export async function driveOn(runId: string): Promise<void> {
  let next: string | undefined = runId;
  while (next !== undefined) next = await drive(next);
}
