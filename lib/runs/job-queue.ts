import { PgBoss } from 'pg-boss';
import { env } from '#lib/env';
import { reportBug } from '#lib/report-bug';
import { singleton } from '#lib/singleton';

const QUEUE = 'run';
const SCHEMA = 'loupe_jobs';
/** A hand-out that an instance took with it when it died is made again after this time. */
const AGAIN_SECONDS = 10;
const EXPIRE_SECONDS = 60;
/** New jobs are told by NOTIFY; this is for a note that was lost. */
const POLL_SECONDS = 2;
/** A worker asks for more only after a pause, so it takes many at a time. */
const BATCH = 50;
const STOP_MS = 2000;

interface Job {
  runId: string;
}

/**
 * Which instance begins with which run. A job is only the hand-out and ends when the run is begun:
 * whether an owner lives, and who may write, is for the run's lease and epoch.
 */
const boss = () =>
  singleton('runs.jobs', async () => {
    const made = new PgBoss({
      connectionString: env().databaseUrl,
      schema: SCHEMA,
      max: 4,
      useListenNotify: true,
    });
    made.on('error', (error) => reportBug('job queue', error));
    await made.start();
    await made.createQueue(QUEUE, { retryLimit: 0, deleteAfterSeconds: 600, notify: true });
    return made;
  });

/** Puts a run into the queue of all instances; again within a few seconds does nothing. */
export async function sendJob(runId: string, epoch: number): Promise<void> {
  const job: Job = { runId };
  await (await boss()).send(QUEUE, job, {
    singletonKey: `${runId}:${epoch}`,
    singletonSeconds: AGAIN_SECONDS,
    expireInSeconds: EXPIRE_SECONDS,
  });
}

/** Begins to take runs from the queue; `begin` resolves when there is room for another. */
export async function startJobQueue(begin: (runId: string) => Promise<void>): Promise<void> {
  const options = {
    batchSize: BATCH,
    pollingIntervalSeconds: POLL_SECONDS,
    notifyPollingIntervalSeconds: POLL_SECONDS,
  };
  await (await boss()).work<Job>(QUEUE, options, async (jobs) => {
    for (const { data } of jobs) await begin(data.runId);
  });
}

/** Takes no more runs. */
export async function stopJobQueue(): Promise<void> {
  await (await boss()).stop({ graceful: true, timeout: STOP_MS });
}
