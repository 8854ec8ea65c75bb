import type { CallOutcome } from '#lib/agent/step';
import type { StepMeter } from '#lib/agent/step-meter';
import { selectToolCalls } from '#lib/store/tool-calls';
import { runTool, type ToolCall, type ToolRun } from '#lib/tools/run-tool';
import { failure, type Tool, type ToolResult } from '#lib/tools/tool';
import { type SettleContext, settleCall } from './settle-call.ts';

interface RunToolsContext extends Omit<SettleContext, 'journal'> {
  tools: readonly Tool[];
  toolRun: ToolRun;
}

/**
 * Brings the calls of one step to their ends: all at once, but those of sequential tools one after the
 * other in the order of the calls. Yields each outcome as it comes; the model reads the results in the
 * order of the calls. What the journal already knows of a call is not done again.
 */
export async function* runTools(
  calls: ToolCall[],
  context: RunToolsContext,
  meter: StepMeter,
): AsyncGenerator<[ToolCall, CallOutcome]> {
  const { tools, toolRun } = context;
  const journal = await selectToolCalls(toolRun.runId);
  let previous: Promise<unknown> = Promise.resolve();
  const pending = new Map<string, Promise<[ToolCall, CallOutcome]>>();
  const bring = async (call: ToolCall, tool: Tool): Promise<CallOutcome> => {
    if (toolRun.signal.aborted) return { result: failure('stopped', 'Stopped before its turn.') };
    const settled = await settleCall(call, tool, { ...context, journal });
    if (settled.do === 'wait') return 'waits';
    if (settled.do === 'take') return { result: settled.result };
    meter.callBegins(call.id, settled);
    const result = await runTool(tool, call, toolRun);
    meter.callEnds(call.id);
    return { result };
  };
  for (const call of calls) {
    const tool = tools.find((entry) => entry.name === call.name);
    if (!tool) {
      pending.set(call.id, Promise.resolve([call, { result: unknownTool(call.name) }]));
      continue;
    }
    const begin = async (): Promise<[ToolCall, CallOutcome]> => [call, await bring(call, tool)];
    const outcome = tool.sequential ? previous.then(begin) : begin();
    if (tool.sequential) previous = outcome.catch(() => {});
    pending.set(call.id, outcome);
  }
  while (pending.size > 0) {
    const [call, outcome] = await Promise.race(pending.values());
    pending.delete(call.id);
    yield [call, outcome];
  }
}

function unknownTool(name: string): ToolResult {
  return failure('unknown_tool', `There is no tool "${name}".`);
}
