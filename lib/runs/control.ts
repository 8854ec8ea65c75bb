import { env } from '#lib/env';
import { AppError } from '#lib/errors';
import { Waker, wake } from '#lib/store/bus';
import { transact } from '#lib/store/db';
import { LostRun } from '#lib/store/fence';
import {
  askToStop,
  claimRun,
  findRun,
  isEnded,
  lockRun,
  type RunRecord,
  wakeRun,
} from '#lib/store/runs';
import { decideToolCall } from '#lib/store/tool-calls';
import { dispatch } from './dispatch.ts';
import { endRun } from './end-run.ts';
import { foldLog } from './fold-log.ts';
import { instanceId } from './instance.ts';
import { abortLive, findLive } from './live.ts';
import { RunLog } from './log.ts';

/** How long the owner of a run that shall stop is waited for before the run is taken from it, in ms. */
const OWNER_MS = 800;

/**
 * Stops a run, whoever drives it, and waits until it has ended: model call closed, tools and their
 * processes gone. Stopping a run that has ended is no error: two people may press the button.
 * @throws AppError `unknown_run`
 */
export async function stopRun(runId: string): Promise<void> {
  const run = await requireRun(runId);
  if (run.status === 'ended') return;
  await askToStop(runId);
  wake(`control:${runId}`);
  if (run.status === 'running' && (await endsWithin(runId, OWNER_MS))) return;
  // It waited for a person, or its owner is gone or stuck: whatever that one still writes does not count.
  await takeAndStop(runId);
}

/**
 * A person's word on a call that waits for it. A second word on the same call is refused.
 * @param word.reason told to the model when the call is not allowed
 * @throws AppError `unknown_run`, `not_pending`
 */
export async function decideCall(
  runId: string,
  callId: string,
  word: { approved: boolean; reason?: string },
): Promise<void> {
  const run = await requireRun(runId);
  const { approved, reason } = word;
  const to = approved
    ? ({ state: 'approved' } as const)
    : ({ state: 'denied', output: { reason } } as const);
  const epoch = await transact(async () => {
    // Else the run could lie down between the word and the waking.
    await lockRun(runId);
    if (run.status === 'ended' || !(await decideToolCall(runId, callId, 'pending', to))) {
      throw new AppError(
        'not_pending',
        'This call does not wait for an answer.',
        'It was answered already, or its run was stopped.',
      );
    }
    return wakeRun(runId);
  });
  wake(`chat:${run.chatId}`);
  wake('chats');
  if (epoch !== undefined) await dispatch(runId, epoch);
}

/** @throws AppError `unknown_run` */
export async function requireRun(runId: string): Promise<RunRecord> {
  const run = await findRun(runId);
  if (!run) throw new AppError('unknown_run', `There is no run "${runId}".`);
  return run;
}

async function takeAndStop(runId: string): Promise<void> {
  const claimed = await claimRun(runId, instanceId(), { leaseMs: env().leaseMs, force: true });
  if (!claimed) return;
  const { run, fence } = claimed;
  const stuck = findLive(runId);
  if (stuck) {
    abortLive(stuck, 'lost');
    stuck.log.close();
  }
  const log = new RunLog(fence, await foldLog(run));
  let next: string | undefined;
  try {
    next = await endRun(run, fence, log, { reason: 'stopped' });
  } catch (error) {
    // Somebody else stops it as well, and was faster.
    if (!(error instanceof LostRun)) throw error;
    await endsWithin(runId, OWNER_MS);
  }
  wake(`run:${runId}`);
  wake(`chat:${run.chatId}`);
  wake('chats');
  if (next) await dispatch(next);
}

/** Whether a run ends within a time; asked again at each wake-up of its log. */
async function endsWithin(runId: string, ms: number): Promise<boolean> {
  const controller = new AbortController();
  const waker = new Waker([`run:${runId}`], controller.signal);
  const timer = setTimeout(() => controller.abort(), ms);
  try {
    for (;;) {
      if (await isEnded(runId)) return true;
      if (controller.signal.aborted) return false;
      await waker.changed(50);
    }
  } finally {
    clearTimeout(timer);
    waker.close();
  }
}
