import { sql } from 'kysely';
import type { RunEvent } from '#lib/events/types';
import { db, inTransaction, isShared } from './db.ts';
import { type Fence, LostRun } from './fence.ts';
import { GroupWriter } from './group-writer.ts';

interface NewEvent {
  fence: Fence;
  event: RunEvent;
}

// A commit costs more than a row: runs that write at about the same time share one.
const writer = new GroupWriter(insertEvents);

/**
 * Adds an event to a run's log; in the caller's transaction, if it is in one.
 * @throws LostRun
 */
export async function insertEvent(fence: Fence, event: RunEvent): Promise<void> {
  const row = { fence, event };
  const written = inTransaction() ? (await insertEvents([row]))[0] : await writer.write(row);
  if (!written) throw new LostRun(fence.runId);
}

/** Writes events in one statement; answers for each whether its fence held. */
async function insertEvents(rows: readonly NewEvent[]): Promise<boolean[]> {
  const ordered = rows.toSorted((a, b) => (a.fence.runId < b.fence.runId ? -1 : 1));
  const values = ordered.map(
    ({ fence, event }) => sql`(
      cast(${fence.runId} as text), cast(${fence.epoch} as integer), cast(${event.seq} as integer),
      cast(${event.at} as bigint), cast(${JSON.stringify(event.chunks)} as text)
    )`,
  );
  const held = isShared() ? sql`for share of run` : sql``;
  const inserted = await sql<{ run_id: string; seq: number }>`
    with added (run_id, epoch, seq, at, data) as (values ${sql.join(values)})
    insert into run_event (run_id, seq, at, data)
    select added.run_id, added.seq, added.at, added.data
    from added join run on run.id = added.run_id and run.epoch = added.epoch ${held}
    returning run_id, seq`.execute(db());
  const written = new Set(inserted.rows.map((row) => `${row.run_id} ${row.seq}`));
  return rows.map(({ fence, event }) => written.has(`${fence.runId} ${event.seq}`));
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
