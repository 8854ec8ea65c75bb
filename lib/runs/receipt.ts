import type { MessageView } from '#lib/events/reduce';
import type { Receipt } from '#lib/events/types';
import { selectToolCalls, type ToolCallRecord } from '#lib/store/tool-calls';
import type { ToolResult } from '#lib/tools/tool';

/** What a person gets who stopped a run: what had ended, what was cut off, and what of it may have had effects. */
export async function receiptOf(runId: string, view: MessageView): Promise<Receipt> {
  const calls = await selectToolCalls(runId);
  const cut = calls.filter(wasCut);
  const named = (call: ToolCallRecord) => ({ callId: call.callId, name: call.name });
  return {
    finished: calls.filter((call) => call.endedAt !== undefined && !wasCut(call)).length,
    cut: cut.map(named),
    mayHaveEffects: cut.filter((call) => call.effect !== 'none').map(named),
    modelCut: modelWasCut(view),
  };
}

/** It had begun when the stop came, and has no end or was ended by it. */
function wasCut(call: ToolCallRecord): boolean {
  if (call.state === 'started' || call.state === 'in_doubt') return true;
  const output = call.output as ToolResult | undefined;
  return call.state === 'failed' && output?.ok === false && output.error.code === 'stopped';
}

function modelWasCut(view: MessageView): boolean {
  const parts = view.steps.at(-1)?.parts ?? [];
  const data = parts.flatMap((part) => (part.type === 'data-step' ? [part.data] : []))[0];
  return data !== undefined && data.modelMs === undefined;
}
