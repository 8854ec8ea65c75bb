import type { Engine, RunSummary } from '#lib/events/api';
import type { RunStatus, StopReason, Usage } from '#lib/events/types';
import { db } from './db.ts';
import type { RunTable } from './schema.ts';

/** What a run was asked to do. */
export interface RunInput {
  /** `connection/model` */
  model: string;
  maxSteps: number;
  engine?: Engine;
  /** The assistant message whose work goes on with a new budget. */
  continues?: string;
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

/** Runs that have not ended, of every chat. */
export async function selectActiveRuns(): Promise<RunRecord[]> {
  const rows = await db().selectFrom('run').selectAll().where('status', '<>', 'ended').execute();
  return rows.map(toRecord);
}

export async function markRunning(id: string): Promise<void> {
  await db()
    .updateTable('run')
    .set({ status: 'running' })
    .where('id', '=', id)
    .where('status', '=', 'queued')
    .execute();
}

export async function endRun(
  id: string,
  end: { reason: StopReason; usage?: Usage; now: number },
): Promise<void> {
  await db()
    .updateTable('run')
    .set({
      status: 'ended',
      stop_reason: end.reason,
      usage: end.usage ? JSON.stringify(end.usage) : null,
      ended: end.now,
    })
    .where('id', '=', id)
    .execute();
}
