import { INTERRUPTED_CALL, STOPPED } from '#lib/agent/step';
import { emptyView } from '#lib/events/reduce';
import type { NoticeData } from '#lib/events/types';
import { reportBug } from '#lib/report-bug';
import { markRunning, type RunRecord } from '#lib/store/runs';
import { advance, openContext } from './advance.ts';
import { endRun } from './end-run.ts';
import { type AbortCause, addLive, removeLive } from './live.ts';
import { RunLog } from './log.ts';

const BUG: NoticeData = {
  level: 'error',
  code: 'internal',
  message: 'Loupe itself failed in this run.',
  hint: "The server's log has the details. Continue tries again.",
};

/** Starts to drive a run in this process; nothing of the request that asked for it is held. */
export function dispatch(run: RunRecord): void {
  const log = new RunLog(run.id, { view: emptyView(run.messageId), seq: 0 });
  const controller = new AbortController();
  const done = drive(run, log, controller.signal)
    .catch((error) => {
      // Not even the end could be written: close the viewers; recovery at the next start ends the run.
      reportBug(`run ${run.id}`, error);
      log.close();
    })
    .finally(() => removeLive(run.id));
  addLive({ id: run.id, chatId: run.chatId, log, controller, done });
}

async function drive(run: RunRecord, log: RunLog, signal: AbortSignal): Promise<void> {
  try {
    await markRunning(run.id);
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
    const context = await openContext(run, log, signal);
    let outcome = await advance(context);
    while (outcome.next === 'again') outcome = await advance(context);
    const shutdown = signal.aborted && (signal.reason as AbortCause) === 'shutdown';
    const reason = shutdown ? 'interrupted' : outcome.reason;
    await endRun(run, log, { reason, openCalls: shutdown ? INTERRUPTED_CALL : STOPPED });
  } catch (error) {
    reportBug(`run ${run.id}`, error);
    await endRun(run, log, { reason: 'failed', openCalls: INTERRUPTED_CALL, notice: BUG });
  }
}
