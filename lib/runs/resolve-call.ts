import { AppError } from '#lib/errors';
import type { Resolution, StartedRun } from '#lib/events/api';
import { fromMessage, reduce, toMessage } from '#lib/events/reduce';
import type { LoupeChunk } from '#lib/events/types';
import { wake } from '#lib/store/bus';
import { lockChat, updateChat } from '#lib/store/chats';
import { transact } from '#lib/store/db';
import { findMessage, updateMessage } from '#lib/store/messages';
import { appendAfterEnd } from '#lib/store/run-events';
import { decideToolCall, selectToolCalls, type ToolCallRecord } from '#lib/store/tool-calls';
import type { ToolResult } from '#lib/tools/tool';
import { requireRun } from './control.ts';
import { continueRun } from './start.ts';

/**
 * A person's word on a call of which nobody knows whether it took effect: run it again, it worked, go on
 * without knowing, or leave it. It is written to the run's log and message; when nothing of the run is in
 * doubt any more, the work goes on in a new run, unless the person left it.
 * @returns the run that goes on with the work
 * @throws AppError `unknown_run`, `not_in_doubt`
 */
export async function resolveCall(
  runId: string,
  callId: string,
  resolution: Resolution,
): Promise<StartedRun | undefined> {
  const run = await requireRun(runId);
  await transact(async () => {
    await lockChat(run.chatId);
    const result = settledResult(resolution);
    const to = { state: resolution === 'worked' ? 'done' : 'failed', output: result } as const;
    if (!(await decideToolCall(runId, callId, 'in_doubt', to))) {
      throw new AppError('not_in_doubt', 'Nobody is asked about this call.');
    }
    const chunk: LoupeChunk = { type: 'tool-output-available', toolCallId: callId, output: result };
    await appendAfterEnd(runId, [chunk], Date.now());
    const stored = await findMessage(run.messageId);
    if (stored) await updateMessage(toMessage(reduce(fromMessage(stored.message), chunk)));
    await updateChat(run.chatId, { updatedAt: Date.now() });
  });
  wake(`chat:${run.chatId}`);
  const calls = await selectToolCalls(runId);
  if (calls.some((call) => call.state === 'in_doubt')) return undefined;
  if (calls.some((call) => resolutionOf(call) === 'stop')) return undefined;
  const again = calls.filter((call) => resolutionOf(call) === 'run-again');
  return continueRun(
    runId,
    {},
    again.map(({ name, input }) => ({ name, input })),
  );
}

/** What the message holds in the place of the unknown result. */
function settledResult(resolution: Resolution): ToolResult {
  if (resolution === 'worked') {
    return { ok: true, resolved: resolution, note: 'The person says that this call took effect.' };
  }
  const message = {
    'run-again': 'The server stopped while this call was running. The person has it run again.',
    continue: 'The server stopped while this call was running. Whether it took effect is unknown.',
    stop: 'The server stopped while this call was running. Whether it took effect is unknown.',
  }[resolution];
  return {
    ok: false,
    resolved: resolution,
    error: { code: 'in_doubt', message, retryable: false },
  };
}

function resolutionOf(call: ToolCallRecord): Resolution | undefined {
  return (call.output as { resolved?: Resolution } | undefined)?.resolved;
}
