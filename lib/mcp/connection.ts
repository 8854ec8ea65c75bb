import { createMCPClient, type ListToolsResult, type MCPClient } from '@ai-sdk/mcp';
import type { McpServerSettings } from '#lib/env';
import { mcpFetch } from './mcp-fetch.ts';

/** How long a connection attempt or a new list may take, in ms. */
export const CONNECT_MS = 5000;
const MAX_TOOLS = 256;

export type ToolDefinition = ListToolsResult['tools'][number];

export interface Connection {
  client: MCPClient;
  definitions: readonly ToolDefinition[];
}

/**
 * Connects over streamable HTTP and lists the tools, within `CONNECT_MS` in all.
 * @throws whatever went wrong; `reasonOf` puts it in words
 */
export function connect({ url, headers }: McpServerSettings): Promise<Connection> {
  return inTime(async (signal) => {
    const client = await createMCPClient({
      transport: { type: 'http', url, headers: { ...headers }, fetch: mcpFetch },
      initializationOptions: { signal },
      clientName: 'loupe',
    });
    return { client, definitions: await listAll(client, signal) };
  });
}

/**
 * Lists the tools again, within `CONNECT_MS`.
 * @throws whatever went wrong; `reasonOf` puts it in words
 */
export function listTools(client: MCPClient): Promise<readonly ToolDefinition[]> {
  return inTime((signal) => listAll(client, signal));
}

async function inTime<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const signal = AbortSignal.timeout(CONNECT_MS);
  try {
    return await work(signal);
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  }
}

async function listAll(client: MCPClient, signal: AbortSignal): Promise<ToolDefinition[]> {
  // A server with resources or prompts only.
  if (!client.initializeResult.capabilities.tools) return [];
  const definitions: ToolDefinition[] = [];
  let cursor: string | undefined;
  do {
    const page = await client.listTools({ params: cursor ? { cursor } : {}, options: { signal } });
    definitions.push(...page.tools);
    cursor = page.nextCursor;
  } while (cursor && definitions.length < MAX_TOOLS);
  return definitions.slice(0, MAX_TOOLS);
}
