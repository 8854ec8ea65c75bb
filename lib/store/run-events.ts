import type { RunEvent } from '#lib/events/types';
import { db } from './db.ts';

export async function insertEvent(runId: string, event: RunEvent): Promise<void> {
  await db()
    .insertInto('run_event')
    .values({
      run_id: runId,
      seq: event.seq,
      at: event.at,
      data: JSON.stringify(event.chunks),
    })
    .execute();
}

/** The next `limit` events after `seq`. */
export async function selectEvents(
  runId: string,
  after: number,
  limit: number,
): Promise<RunEvent[]> {
  const rows = await db()
    .selectFrom('run_event')
    .select(['seq', 'at', 'data'])
    .where('run_id', '=', runId)
    .where('seq', '>', after)
    .orderBy('seq')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ seq: row.seq, at: row.at, chunks: JSON.parse(row.data) }));
}
