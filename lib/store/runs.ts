import { sql } from 'kysely';
import type { Approval, Engine, RunSummary } from '#lib/events/api';
import type { RunStatus, StopReason, Usage } from '#lib/events/types';
import { databaseNow, db, isShared } from './db.ts';
import { type Fence, fenced } from './fence.ts';
import type { RunTable } from './schema.ts';

/** What a run was asked to do. */
export interface RunInput {
  /** `connection/model` */
  model: string;
  maxSteps: number;
  engine?: Engine;
  approval?: Approval;
  /** The assistant message whose work goes on with a new budget. */
  continues?: string;
  /** Calls that a person wants to be run again before the model is asked. */
  again?: { name: string; input: unknown }[];
}

export interface RunRecord {
  id: string;
  chatId: string;
  messageId: string;
  parentId: string;
  status: RunStatus;
  reason?: StopReason;
  input: RunInput;
  usage?: Usage;
  createdAt: number;
  endedAt?: number;
  /** How often it was taken over from an owner that had died. */
  recoveries?: number;
}

function toRecord(row: RunTable): RunRecord {
  return {
    id: row.id,
    chatId: row.chat_id,
    messageId: row.message_id,
    parentId: row.parent_id,
    status: row.status,
    ...(row.stop_reason ? { reason: row.stop_reason as StopReason } : {}),
    input: JSON.parse(row.input),
    ...(row.usage ? { usage: JSON.parse(row.usage) } : {}),
    createdAt: row.created,
    ...(row.ended === null ? {} : { endedAt: row.ended }),
    ...(row.recoveries > 0 ? { recoveries: row.recoveries } : {}),
  };
}

export function toSummary(run: RunRecord): RunSummary {
  const { input, parentId: _, ...rest } = run;
  return { ...rest, maxSteps: input.maxSteps, model: input.model };
}

export interface NewRun {
  id: string;
  chatId: string;
  messageId: string;
  parentId: string;
  input: RunInput;
  now: number;
}

/** @throws a unique violation when the chat has a run that has not ended. */
export async function insertRun(run: NewRun): Promise<void> {
  await db()
    .insertInto('run')
    .values({
      id: run.id,
      chat_id: run.chatId,
      message_id: run.messageId,
      parent_id: run.parentId,
      status: 'queued',
      stop_reason: null,
      input: JSON.stringify(run.input),
      usage: null,
      created: run.now,
      ended: null,
      epoch: 0,
      lease_until: 0,
      stop: 0,
      recoveries: 0,
    })
    .execute();
}

export async function findRun(id: string): Promise<RunRecord | undefined> {
  const row = await db().selectFrom('run').selectAll().where('id', '=', id).executeTakeFirst();
  return row && toRecord(row);
}

/** The chat's run that has not ended. */
export async function findActiveRun(chatId: string): Promise<RunRecord | undefined> {
  const row = await db()
    .selectFrom('run')
    .selectAll()
    .where('chat_id', '=', chatId)
    .where('status', '<>', 'ended')
    .executeTakeFirst();
  return row && toRecord(row);
}

/** Oldest first. */
export async function selectRuns(chatId: string): Promise<RunRecord[]> {
  const rows = await db()
    .selectFrom('run')
    .selectAll()
    .where('chat_id', '=', chatId)
    .orderBy('created')
    .execute();
  return rows.map(toRecord);
}

/** Runs that somebody should drive and nobody does: queued, or their owner's lease has run out. */
export async function selectOrphans(): Promise<{ id: string; epoch: number }[]> {
  return db()
    .selectFrom('run')
    .select(['id', 'epoch'])
    .where('status', 'in', ['queued', 'running'])
    .where('lease_until', '<', databaseNow())
    .execute();
}

/** A run together with the right to write for it. */
export interface ClaimedRun {
  run: RunRecord;
  fence: Fence;
}

/**
 * Makes `owner` the one that drives a run. What an earlier owner still writes no longer counts.
 * @param force also takes a run that another owner drives, or that waits for a person
 * @returns undefined when the run has ended, or has an owner
 */
export async function claimRun(
  id: string,
  owner: string,
  { leaseMs, force = false }: { leaseMs: number; force?: boolean },
): Promise<ClaimedRun | undefined> {
  const row = await db()
    .updateTable('run')
    .set((eb) => ({
      owner,
      epoch: eb('epoch', '+', 1),
      lease_until: leaseEnd(leaseMs),
      status: 'running',
      recoveries: sql<number>`recoveries + case when status = 'running' then 1 else 0 end`,
    }))
    .where('id', '=', id)
    .where('status', '<>', 'ended')
    .$if(!force, (query) =>
      query.where('status', '<>', 'waiting').where('lease_until', '<', databaseNow()),
    )
    .returningAll()
    .executeTakeFirst();
  return (
    row && {
      run: toRecord(row),
      fence: { runId: id, epoch: row.epoch },
    }
  );
}

/** Prolongs the leases of the runs that an owner drives; answers those that are still its own, and which of them shall stop. */
export async function renewLeases(
  owner: string,
  ids: readonly string[],
  leaseMs: number,
): Promise<{ id: string; epoch: number; stop: boolean }[]> {
  if (ids.length === 0) return [];
  const rows = await db()
    .updateTable('run')
    .set({ lease_until: leaseEnd(leaseMs) })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('run')
        .select('id')
        .where('id', 'in', ids)
        .where('owner', '=', owner)
        .where('status', '=', 'running')
        // In the order in which events lock their runs, so that neither waits for the other in a circle.
        .orderBy('id')
        .$if(isShared(), (query) => query.forUpdate()),
    )
    .returning(['id', 'epoch', 'stop'])
    .execute();
  return rows.map((row) => ({ ...row, stop: row.stop === 1 }));
}

/** Ends every lease: for a database that only this process uses, after an earlier one has died. */
export async function endLeases(): Promise<void> {
  await db().updateTable('run').set({ lease_until: 0 }).where('status', '=', 'running').execute();
}

/** Gives a run back, so that another owner can take it at once. */
export async function releaseRun({ runId, epoch }: Fence): Promise<void> {
  await db()
    .updateTable('run')
    .set({ owner: null, epoch: epoch + 1, lease_until: 0, status: 'queued' })
    .where('id', '=', runId)
    .where('epoch', '=', epoch)
    .where('status', '=', 'running')
    .execute();
}

/**
 * Lets a run wait for a person; nobody drives it meanwhile.
 * @throws LostRun
 */
export function letRunWait(fence: Fence): Promise<void> {
  return fenced(fence, async () => {
    await db()
      .updateTable('run')
      .set({ owner: null, lease_until: 0, status: 'waiting' })
      .where('id', '=', fence.runId)
      .execute();
  });
}

/** Keeps a run's row as it is until the transaction ends. */
export async function lockRun(id: string): Promise<void> {
  if (!isShared()) return;
  await db().selectFrom('run').select('id').where('id', '=', id).forUpdate().execute();
}

/** Lets a run go on that waited for a person; answers its epoch, undefined when it did not wait. */
export async function wakeRun(id: string): Promise<number | undefined> {
  const row = await db()
    .updateTable('run')
    .set({ status: 'queued' })
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .returning('epoch')
    .executeTakeFirst();
  return row?.epoch;
}

export async function isEnded(id: string): Promise<boolean> {
  const row = await db().selectFrom('run').select('status').where('id', '=', id).executeTakeFirst();
  return row === undefined || row.status === 'ended';
}

/** Writes down that a person wants a run to end. */
export async function askToStop(id: string): Promise<void> {
  await db().updateTable('run').set({ stop: 1 }).where('id', '=', id).execute();
}

export async function isStopAsked(id: string): Promise<boolean> {
  const row = await db().selectFrom('run').select('stop').where('id', '=', id).executeTakeFirst();
  return row?.stop === 1;
}

/**
 * Ends a run.
 * @throws LostRun
 */
export function endRun(
  fence: Fence,
  end: { reason: StopReason; usage?: Usage; now: number },
): Promise<void> {
  return fenced(fence, async () => {
    await db()
      .updateTable('run')
      .set({
        status: 'ended',
        stop_reason: end.reason,
        usage: end.usage ? JSON.stringify(end.usage) : null,
        ended: end.now,
        owner: null,
        lease_until: 0,
      })
      .where('id', '=', fence.runId)
      .execute();
  });
}

function leaseEnd(leaseMs: number) {
  return sql<number>`${databaseNow()} + ${leaseMs}`;
}
