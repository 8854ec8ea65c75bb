import { callsLeft, closedOutcome } from '#lib/agent/open-step';
import { env } from '#lib/env';
import { reportBug } from '#lib/report-bug';
import { onWake, wake } from '#lib/store/bus';
import { fenced, LostRun } from '#lib/store/fence';
import { type ClaimedRun, claimRun, isStopAsked, letRunWait, releaseRun } from '#lib/store/runs';
import { selectToolCalls } from '#lib/store/tool-calls';
import { advance, openContext } from './advance.ts';
import { endRun } from './end-run.ts';
import { forgetFiles } from './files.ts';
import { foldLog } from './fold-log.ts';
import { instanceId } from './instance.ts';
import { abortLive, addLive, allLive, type LiveRun, removeLive } from './live.ts';
import { RunLog } from './log.ts';

/** A run that takes its server down each time must not do so for ever. */
const MAX_RECOVERIES = 3;

/**
 * Drives a run in this process until it has ended, waits for a person, or is handed over. Safe to call
 * any number of times and anywhere: only one owner can hold a run.
 * @returns the run that comes after it, from the chat's queue
 */
export async function drive(runId: string): Promise<string | undefined> {
  const claimed = await claimRun(runId, instanceId(), { leaseMs: env().leaseMs });
  if (!claimed) return undefined;
  const { run, fence } = claimed;
  const live: LiveRun = {
    chatId: run.chatId,
    fence,
    log: new RunLog(fence, await foldLog(run)),
    controller: new AbortController(),
    leaving: false,
    done: Promise.resolve(),
  };
  const checkStop = async () => {
    if (await isStopAsked(runId)) abortLive(live, 'stop');
  };
  const unsubscribe = onWake(`control:${runId}`, () => {
    checkStop().catch((error) => reportBug(`run ${runId}`, error));
  });
  const work = checkStop().then(() => goOn(claimed, live));
  live.done = work.catch(() => {});
  addLive(live);
  wake(`chat:${run.chatId}`);
  try {
    return await work;
  } catch (error) {
    // Not even the end could be written. The lease runs out, and the run is taken up again.
    if (!(error instanceof LostRun)) reportBug(`run ${runId}`, error);
    return undefined;
  } finally {
    unsubscribe();
    abortLive(live, 'lost');
    live.log.close();
    removeLive(live);
    if (!allLive().some((other) => other.chatId === run.chatId)) forgetFiles(run.chatId);
    wake(`run:${runId}`);
    wake(`chat:${run.chatId}`);
    wake('chats');
  }
}

async function goOn(claimed: ClaimedRun, live: LiveRun): Promise<string | undefined> {
  const { run, fence } = claimed;
  const { log, controller } = live;
  try {
    if (!log.view.metadata) begin(claimed, log);
    if (controller.signal.aborted) return await endRun(run, fence, log, { reason: 'stopped' });
    if ((run.recoveries ?? 0) > MAX_RECOVERIES) {
      return await endRun(run, fence, log, { reason: 'interrupted' });
    }
    const over = closedOutcome(log.view, run.input.maxSteps);
    if (over) return await endRun(run, fence, log, { reason: over });
    const context = await openContext(claimed, log, controller.signal);
    for (;;) {
      if (live.leaving) return await release(live);
      const outcome = await advance(context);
      if (outcome.next === 'end') return await endRun(run, fence, log, outcome);
      if (outcome.next === 'wait' && (await rest(live))) return undefined;
    }
  } catch (error) {
    if (error instanceof LostRun || log.closed) throw error;
    reportBug(`run ${run.id}`, error);
    // Calls of the step that have not begun must not begin any more.
    abortLive(live, 'lost');
    return endRun(run, fence, log, { reason: 'failed', notice: 'internal' });
  }
}

function begin({ run }: ClaimedRun, log: RunLog): void {
  const { continues } = run.input;
  log.append({
    type: 'start',
    messageId: run.messageId,
    messageMetadata: {
      createdAt: run.createdAt,
      runId: run.id,
      ...(continues ? { continues } : {}),
    },
  });
}

/** Lets the run wait for a person; false when their answer has come meanwhile. */
async function rest({ fence, log }: LiveRun): Promise<boolean> {
  await log.flush();
  return fenced(fence, async () => {
    const calls = await selectToolCalls(fence.runId);
    const left = new Set(callsLeft(log.view).map((call) => call.id));
    const answered = calls.some(
      ({ callId, state }) => left.has(callId) && (state === 'approved' || state === 'denied'),
    );
    if (answered || !calls.some((call) => call.state === 'pending')) return false;
    await letRunWait(fence);
    return true;
  });
}

/** Gives the run to whoever takes it next; everything of it is in the store. */
async function release({ fence, log }: LiveRun): Promise<undefined> {
  await log.flush();
  await releaseRun(fence);
  return undefined;
}
