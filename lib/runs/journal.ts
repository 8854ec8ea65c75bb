import { newId } from '#lib/ids';
import { findOutput, insertOutput } from '#lib/store/outputs';
import type { RunRecord } from '#lib/store/runs';
import { endToolCall, insertToolCall } from '#lib/store/tool-calls';
import type { Journal } from '#lib/tools/run-tool';

/** The journal of a run's tool calls in the store. */
export function storeJournal(run: RunRecord): Journal {
  return {
    started: (call, tool) =>
      insertToolCall({
        runId: run.id,
        callId: call.id,
        name: call.name,
        input: call.input,
        effect: tool.effect,
        now: Date.now(),
      }),
    ended: (call, result) =>
      endToolCall({
        runId: run.id,
        callId: call.id,
        state: result.ok ? 'done' : 'failed',
        output: result,
        now: Date.now(),
      }),
    keep: async (text) => {
      const ref = `out_${newId()}`;
      await insertOutput({ ref, chatId: run.chatId, runId: run.id, text, now: Date.now() });
      return ref;
    },
    readOutput: (ref) => findOutput(run.chatId, ref),
  };
}
