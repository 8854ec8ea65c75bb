import { env } from '#lib/env';
import { reportBug } from '#lib/report-bug';
import { migrate } from '#lib/store/migrate';
import { closeWorkspaces } from '#lib/workspace/open';
import { interruptAll } from './control.ts';
import { recoverRuns } from './recover.ts';

/** What must be true before the first request: a good environment, a current schema, no run of a dead process. */
export async function boot(): Promise<void> {
  env();
  await migrate();
  await recoverRuns();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, shutDown);
}

/** Next waits for open responses on its way down: ending the runs ends their streams. */
function shutDown(): void {
  closeWorkspaces();
  interruptAll().catch((error) => reportBug('shutdown', error));
}
