import type { Approval } from '#lib/events/api';
import type { Fence } from '#lib/store/fence';
import { askForToolCall, endToolCall, type ToolCallRecord } from '#lib/store/tool-calls';
import type { ToolCall } from '#lib/tools/run-tool';
import { type Effect, failure, type Tool, type ToolResult } from '#lib/tools/tool';
import { chatFiles } from './files.ts';

/** What is to be done with a call: run it, wait for a person, or take what is known of it. */
export type Settled =
  | { do: 'run'; attempt: number; approved: boolean }
  | { do: 'wait' }
  | { do: 'take'; result: ToolResult };

export interface SettleContext {
  chatId: string;
  fence: Fence;
  approval: Approval;
  /** The run's journal as it was when this owner took the step on. */
  journal: readonly ToolCallRecord[];
}

/** Whether a person is asked before a call with this effect. */
export function needsApproval(effect: Effect, approval: Approval): boolean {
  if (approval === 'never') return false;
  return effect === 'outside' || (effect === 'workspace' && approval === 'changes');
}

/**
 * Decides over a call by what the journal says of it. A call that a dead owner had begun is run again
 * when that is safe: it only reads, or the files can be put back to what they were before it. One with
 * effects outside never is.
 */
export async function settleCall(
  call: ToolCall,
  tool: Tool,
  context: SettleContext,
): Promise<Settled> {
  const row = context.journal.find((entry) => entry.callId === call.id);
  switch (row?.state) {
    case undefined:
      if (!needsApproval(tool.effect, context.approval)) return run(1);
      await askForToolCall(context.fence, {
        callId: call.id,
        name: call.name,
        input: call.input,
        effect: tool.effect,
        now: Date.now(),
      });
      return { do: 'wait' };
    case 'pending':
      return { do: 'wait' };
    case 'approved':
      return run(1, true);
    case 'denied':
      return { do: 'take', result: denied(row.output) };
    case 'started':
      return settleStarted(row, context);
    case 'done':
    case 'failed':
    case 'in_doubt':
      return { do: 'take', result: row.output as ToolResult };
  }
}

async function settleStarted(
  row: ToolCallRecord,
  { chatId, fence, journal }: SettleContext,
): Promise<Settled> {
  if (row.effect === 'outside') {
    const result = failure(
      'in_doubt',
      'The server stopped while this call was running. Nobody knows whether it took effect.',
    );
    const end = { callId: row.callId, state: 'in_doubt' as const, output: result };
    await endToolCall(fence, { ...end, now: Date.now() });
    return { do: 'take', result };
  }
  if (row.snapshotId && !endedBeside(row, journal)) await chatFiles(chatId).restore(row.snapshotId);
  return run(row.attempt + 1);
}

/** Whether another call that changes files ended while this one ran: its work must not be taken back. */
function endedBeside(row: ToolCallRecord, journal: readonly ToolCallRecord[]): boolean {
  return journal.some(
    (other) =>
      other.callId !== row.callId &&
      other.effect === 'workspace' &&
      other.endedAt !== undefined &&
      other.endedAt >= row.startedAt,
  );
}

function run(attempt: number, approved = false): Settled {
  return { do: 'run', attempt, approved };
}

function denied(output: unknown): ToolResult {
  const { reason } = (output ?? {}) as { reason?: string };
  const words = reason ? ` They say: ${reason}` : '';
  return failure('denied', `The person did not allow this call.${words}`);
}
