import { env } from '#lib/env';
import { reportBug } from '#lib/report-bug';
import { beginShutdown } from '#lib/shutdown';
import { onWake, startBus, stopBus } from '#lib/store/bus';
import { isShared } from '#lib/store/db';
import { migrate } from '#lib/store/migrate';
import { endLeases } from '#lib/store/runs';
import { closeWorkspaces } from '#lib/workspace/open';
import { startBeat, stopBeat, takeUpOrphans } from './beat.ts';
import { lockDataDir } from './data-lock.ts';
import { driveOn } from './dispatch.ts';
import { handOver } from './hand-over.ts';
import { startJobQueue, stopJobQueue } from './job-queue.ts';
import { allLive } from './live.ts';
import { leaveAll } from './presence.ts';

const ROOM_MS = 100;

/** What must be true before the first request: a good environment, a current schema, and every run has its driver. */
export async function boot(): Promise<void> {
  env();
  // An SQLite file has one owner: with the lock, whoever drove its runs before is dead.
  if (!isShared()) await lockDataDir(env().dataDir);
  await migrate();
  if (!isShared()) {
    await endLeases();
    await leaveAll();
  }
  await startBus();
  startBeat();
  if (isShared()) {
    await startJobQueue(beginRun);
    onWake('orphans', () => {
      takeUpOrphans().catch((error) => reportBug('hand-over', error));
    });
  }
  await takeUpOrphans();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      shutDown()
        .catch((error) => reportBug('shutdown', error))
        // Next leaves the end to us (NEXT_MANUAL_SIG_HANDLE): by itself it would not wait for the hand-over.
        .finally(() => process.exit());
    });
  }
}

/** Begins a run that was handed to this instance; resolves when there is room for another. */
async function beginRun(runId: string): Promise<void> {
  driveOn(runId).catch((error) => reportBug(`run ${runId}`, error));
  while (allLive().length >= env().maxRuns) {
    await new Promise((resolve) => setTimeout(resolve, ROOM_MS));
  }
}

/** Hands over what this process drives; its viewers' streams end, and they come back to whoever is there. */
async function shutDown(): Promise<void> {
  stopBeat();
  if (isShared()) await stopJobQueue();
  await handOver();
  closeWorkspaces();
  beginShutdown();
  await leaveAll();
  await stopBus();
}
