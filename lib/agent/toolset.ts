import { type ToolSet, tool } from 'ai';
import { allTools } from '#lib/tools/registry';
import { modelText } from '#lib/tools/run-tool';
import type { ToolResult } from '#lib/tools/tool';

/**
 * The tools as the SDK sees them: without `execute`, since a step runs its calls through one door
 * after the model has finished speaking.
 */
export function toolSet(): ToolSet {
  return Object.fromEntries(
    allTools().map((entry) => [
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
