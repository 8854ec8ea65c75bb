import { type ToolSet, tool } from 'ai';
import { modelText } from '#lib/tools/run-tool';
import type { Tool, ToolResult } from '#lib/tools/tool';

/**
 * The tools as the SDK sees them: without `execute`, since a step runs its calls through one door
 * after the model has finished speaking.
 */
export function toolSet(tools: readonly Tool[]): ToolSet {
  return Object.fromEntries(
    tools.map((entry) => [
      entry.name,
      tool({
        description: entry.description,
        inputSchema: entry.input,
        toModelOutput: ({ output }) => ({
          type: 'text',
          value: modelText(entry, output as ToolResult),
        }),
      }),
    ]),
  );
}
