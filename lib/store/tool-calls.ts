import { db } from './db.ts';

export interface StartedCall {
  runId: string;
  callId: string;
  name: string;
  input: unknown;
  effect: string;
  now: number;
}

export async function insertToolCall(call: StartedCall): Promise<void> {
  await db()
    .insertInto('tool_call')
    .values({
      run_id: call.runId,
      call_id: call.callId,
      name: call.name,
      input: JSON.stringify(call.input),
      effect: call.effect,
      state: 'started',
      output: null,
      started: call.now,
      ended: null,
    })
    .execute();
}

export interface EndedCall {
  runId: string;
  callId: string;
  state: 'done' | 'failed';
  output: unknown;
  now: number;
}

export async function endToolCall(call: EndedCall): Promise<void> {
  await db()
    .updateTable('tool_call')
    .set({ state: call.state, output: JSON.stringify(call.output), ended: call.now })
    .where('run_id', '=', call.runId)
    .where('call_id', '=', call.callId)
    .execute();
}
