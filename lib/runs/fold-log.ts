import { emptyView, type MessageView, reduce } from '#lib/events/reduce';
import type { RunEvent } from '#lib/events/types';
import { selectEvents } from '#lib/store/run-events';
import type { RunRecord } from '#lib/store/runs';

const PAGE = 500;

/** What a run's stored log shows, and the number of its last event. */
export async function foldLog(run: RunRecord): Promise<{ view: MessageView; seq: number }> {
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
