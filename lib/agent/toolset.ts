import type { JSONSchema7 } from '@ai-sdk/provider';
import { jsonSchema, type Schema, type ToolSet, tool, zodSchema } from 'ai';
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
        inputSchema: asWritten(zodSchema(entry.input), entry.inputSchema),
        toModelOutput: ({ output }) => ({
          type: 'text',
          value: modelText(entry, output as ToolResult),
        }),
      }),
    ]),
  );
}

/** Checks an input and leaves it as the model wrote it: defaults are filled in when the tool runs. */
function asWritten(schema: Schema<unknown>, shown?: JSONSchema7): Schema<unknown> {
  return jsonSchema(() => shown ?? schema.jsonSchema, {
    validate: async (value) => {
      const result = await schema.validate?.(value);
      return result?.success === false ? result : { success: true, value };
    },
  });
}
