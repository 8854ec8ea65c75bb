import { afterAll, beforeAll } from 'vitest';
import { startBus, stopBus } from '#lib/store/bus';
import { closeDatabase, isShared } from '#lib/store/db';
import { migrate } from '#lib/store/migrate';
import { driveOn } from '../dispatch.ts';
import { handOver } from '../hand-over.ts';
import { startJobQueue, stopJobQueue } from '../job-queue.ts';

/** Opens the store for the tests of a file, with what drives runs on its engine. */
export function openStore(): void {
  beforeAll(async () => {
    await migrate();
    await startBus();
    if (isShared()) {
      await startJobQueue(async (runId) => {
        void driveOn(runId);
      });
    }
  });
  afterAll(async () => {
    if (isShared()) await stopJobQueue();
    await handOver();
    await stopBus();
    await closeDatabase();
  });
}
