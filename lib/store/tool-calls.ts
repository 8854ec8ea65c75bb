import { sql } from 'kysely';
import { db } from './db.ts';
import { type Fence, fenced } from './fence.ts';
import type { ToolCallState, ToolCallTable } from './schema.ts';

export interface ToolCallRecord {
  callId: string;
  name: string;
  input: unknown;
  effect: string;
  state: ToolCallState;
  /** The shaped result; for `denied` the person's reason. */
  output?: unknown;
  attempt: number;
  snapshotId?: string;
  /** ms since the epoch */
  startedAt: number;
  endedAt?: number;
}

/** A run's calls in the journal, in the order in which they began. */
export async function selectToolCalls(runId: string): Promise<ToolCallRecord[]> {
  const rows = await db()
    .selectFrom('tool_call')
    .selectAll()
    .where('run_id', '=', runId)
    .orderBy('started')
    .execute();
  return rows.map(toRecord);
}

export interface StartedCall {
  callId: string;
  name: string;
  input: unknown;
  effect: string;
  snapshotId?: string;
  now: number;
}

/**
 * Writes down that a call begins, or begins again.
 * @throws LostRun
 */
export function startToolCall(fence: Fence, call: StartedCall): Promise<void> {
  return putToolCall(fence, call, 'started');
}

/**
 * Writes down that a person is asked before a call may begin.
 * @throws LostRun
 */
export function askForToolCall(fence: Fence, call: StartedCall): Promise<void> {
  return putToolCall(fence, call, 'pending');
}

function putToolCall(fence: Fence, call: StartedCall, state: 'started' | 'pending'): Promise<void> {
  return fenced(fence, async () => {
    const begun = { state, snapshot_id: call.snapshotId ?? null, started: call.now };
    await db()
      .insertInto('tool_call')
      .values({
        run_id: fence.runId,
        call_id: call.callId,
        name: call.name,
        input: JSON.stringify(call.input),
        effect: call.effect,
        output: null,
        ended: null,
        attempt: 1,
        ...begun,
      })
      .onConflict((conflict) =>
        conflict.columns(['run_id', 'call_id']).doUpdateSet({
          ...begun,
          // A call that was approved begins for the first time.
          attempt: sql<number>`tool_call.attempt + case when tool_call.state = 'started' then 1 else 0 end`,
        }),
      )
      .execute();
  });
}

/**
 * Writes down how a call ended.
 * @throws LostRun
 */
export function endToolCall(
  fence: Fence,
  end: { callId: string; state: 'done' | 'failed' | 'in_doubt'; output: unknown; now: number },
): Promise<void> {
  return fenced(fence, async () => {
    await db()
      .updateTable('tool_call')
      .set({ state: end.state, output: JSON.stringify(end.output), ended: end.now })
      .where('run_id', '=', fence.runId)
      .where('call_id', '=', end.callId)
      .execute();
  });
}

/** Changes the state of a call that waits for a person; false when it no longer did. */
export async function decideToolCall(
  runId: string,
  callId: string,
  from: ToolCallState,
  to: { state: ToolCallState; output?: unknown },
): Promise<boolean> {
  const { numUpdatedRows } = await db()
    .updateTable('tool_call')
    .set({
      state: to.state,
      ...(to.output === undefined ? {} : { output: JSON.stringify(to.output) }),
    })
    .where('run_id', '=', runId)
    .where('call_id', '=', callId)
    .where('state', '=', from)
    .executeTakeFirst();
  return Number(numUpdatedRows) === 1;
}

function toRecord(row: ToolCallTable): ToolCallRecord {
  return {
    callId: row.call_id,
    name: row.name,
    input: JSON.parse(row.input),
    effect: row.effect,
    state: row.state,
    ...(row.output === null ? {} : { output: JSON.parse(row.output) }),
    attempt: row.attempt,
    ...(row.snapshot_id ? { snapshotId: row.snapshot_id } : {}),
    startedAt: row.started,
    ...(row.ended === null ? {} : { endedAt: row.ended }),
  };
}
