import { newId } from '#lib/ids';
import type { Fence } from '#lib/store/fence';
import { findOutput, insertOutput } from '#lib/store/outputs';
import { endToolCall, startToolCall } from '#lib/store/tool-calls';
import type { Journal } from '#lib/tools/run-tool';
import { chatFiles } from './files.ts';

/**
 * The journal of a run's tool calls in the store. A call that changes files has a snapshot before it, to
 * go back to if the process dies in its middle, and one after it, to go on from on another machine.
 */
export function storeJournal(chatId: string, fence: Fence): Journal {
  const { runId } = fence;
  return {
    started: async (call, tool) => {
      const snapshotId =
        tool.effect === 'workspace' ? await chatFiles(chatId).take(fence) : undefined;
      await startToolCall(fence, {
        callId: call.id,
        name: call.name,
        input: call.input,
        effect: tool.effect,
        ...(snapshotId ? { snapshotId } : {}),
        now: Date.now(),
      });
    },
    ended: async (call, tool, result) => {
      if (tool.effect === 'workspace') await chatFiles(chatId).take(fence);
      await endToolCall(fence, {
        callId: call.id,
        state: result.ok ? 'done' : 'failed',
        output: result,
        now: Date.now(),
      });
    },
    keep: async (text) => {
      const ref = `out_${newId()}`;
      await insertOutput({ ref, chatId, runId, text, now: Date.now() });
      return ref;
    },
    readOutput: (ref) => findOutput(chatId, ref),
  };
}
