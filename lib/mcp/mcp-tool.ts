import type { Tool, ToolResult } from '#lib/tools/tool';
import { modelView } from './call-result.ts';
import type { ToolDefinition } from './connection.ts';
import { toolInput } from './input-schema.ts';
import { plainText } from './plain-text.ts';
import { toolName } from './tool-name.ts';

const TIMEOUT_MS = 60_000;
const DESCRIPTION_CHARS = 2000;

/** Calls a tool of one server by the server's own name for it. */
export type CallTool = (
  tool: string,
  input: Record<string, unknown>,
  signal: AbortSignal,
) => Promise<ToolResult>;

/**
 * A server's tool as one of ours. Its hints are believed where they say that nothing changes: the
 * operator chose the server.
 * @throws RangeError for a schema that is nested too deeply to be walked
 */
export function mcpTool(server: string, definition: ToolDefinition, call: CallTool): Tool {
  const { name, title, description, inputSchema, annotations } = definition;
  const words = plainText(description || title || name, DESCRIPTION_CHARS);
  return {
    name: toolName(server, name),
    description: `[MCP server "${server}"] ${words}`,
    ...toolInput(inputSchema),
    effect: annotations?.readOnlyHint === true ? 'none' : 'outside',
    timeoutMs: TIMEOUT_MS,
    execute: (input, { signal }) => call(name, input as Record<string, unknown>, signal),
    toModel: modelView,
  };
}
