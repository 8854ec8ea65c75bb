import { sql } from 'kysely';
import type { RunEvent } from '#lib/events/types';
import { db } from './db.ts';
import { type Fence, heldRun, LostRun } from './fence.ts';

/**
 * Adds an event to a run's log.
 * @throws LostRun
 */
export async function insertEvent(fence: Fence, event: RunEvent): Promise<void> {
  const row = heldRun(fence).select([
    'run.id',
    sql<number>`cast(${event.seq} as integer)`.as('seq'),
    sql<number>`cast(${event.at} as bigint)`.as('at'),
    sql<string>`cast(${JSON.stringify(event.chunks)} as text)`.as('data'),
  ]);
  const { numInsertedOrUpdatedRows } = await db()
    .insertInto('run_event')
    .columns(['run_id', 'seq', 'at', 'data'])
    .expression(row)
    .executeTakeFirstOrThrow();
  if (Number(numInsertedOrUpdatedRows) !== 1) throw new LostRun(fence.runId);
}

/** Adds what a person said about a run that has ended to its log; to be called in a transaction. */
export async function appendAfterEnd(
  runId: string,
  chunks: RunEvent['chunks'],
  now: number,
): Promise<void> {
  const last = await db()
    .selectFrom('run_event')
    .select((eb) => eb.fn.max('seq').as('seq'))
    .where('run_id', '=', runId)
    .executeTakeFirst();
  await db()
    .insertInto('run_event')
    .values({ run_id: runId, seq: (last?.seq ?? 0) + 1, at: now, data: JSON.stringify(chunks) })
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
