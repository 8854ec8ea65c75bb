import { INTERRUPTED_CALL } from '#lib/agent/step';
import { emptyView, reduce } from '#lib/events/reduce';
import type { RunEvent } from '#lib/events/types';
import { selectEvents } from '#lib/store/run-events';
import { type RunRecord, selectActiveRuns } from '#lib/store/runs';
import { endRun } from './end-run.ts';
import { RunLog } from './log.ts';

const PAGE = 500;

/** Ends the runs that a dead process left: what had been shown stays, and the person can continue. */
export async function recoverRuns(): Promise<void> {
  for (const run of await selectActiveRuns()) await recoverRun(run);
}

/** Ends one run that nobody drives, from what its log holds. */
export async function recoverRun(run: RunRecord): Promise<void> {
  const log = new RunLog(run.id, await foldLog(run));
  await endRun(run, log, { reason: 'interrupted', openCalls: INTERRUPTED_CALL });
}

async function foldLog(run: RunRecord) {
  let view = emptyView(run.messageId);
  let seq = 0;
  let page: RunEvent[];
  do {
    page = await selectEvents(run.id, seq, PAGE);
    for (const event of page) {
      view = event.chunks.reduce(reduce, view);
      seq = event.seq;
    }
  } while (page.length === PAGE);
  return { view, seq };
}
