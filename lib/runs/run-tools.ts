import type { StepMeter } from '#lib/agent/step-meter';
import { runTool, type ToolCall, type ToolRun } from '#lib/tools/run-tool';
import { failure, type Tool, type ToolResult } from '#lib/tools/tool';

/**
 * Runs the calls of one step: all at once, but those of sequential tools one after the other in the
 * order of the calls. Yields each result as it comes; the model reads them in the order of the calls.
 */
export async function* runTools(
  calls: ToolCall[],
  tools: readonly Tool[],
  run: ToolRun,
  meter: StepMeter,
): AsyncGenerator<[ToolCall, ToolResult]> {
  let previous: Promise<unknown> = Promise.resolve();
  const pending = new Map<string, Promise<[ToolCall, ToolResult]>>();
  for (const call of calls) {
    const tool = tools.find((entry) => entry.name === call.name);
    const begin = async (): Promise<[ToolCall, ToolResult]> => {
      if (!tool) return [call, failure('unknown_tool', `There is no tool "${call.name}".`)];
      if (run.signal.aborted) return [call, failure('stopped', 'Stopped before its turn.')];
      meter.callBegins(call.id);
      const result = await runTool(tool, call, run);
      meter.callEnds(call.id);
      return [call, result];
    };
    const result = tool?.sequential ? previous.then(begin) : begin();
    if (tool?.sequential) previous = result.catch(() => {});
    pending.set(call.id, result);
  }
  while (pending.size > 0) {
    const [call, result] = await Promise.race(pending.values());
    pending.delete(call.id);
    yield [call, result];
  }
}
