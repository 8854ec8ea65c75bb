import { env } from '#lib/env';
import { singleton } from '#lib/singleton';
import type { Tool } from '#lib/tools/tool';
import { McpServer } from './server.ts';

const servers = () =>
  singleton('mcp.servers', () =>
    Object.entries(env().mcpServers).map(([name, settings]) => new McpServer(name, settings)),
  );

/**
 * The tools of all MCP servers of the operator, those of one server together. Never throws: a server
 * that is out of reach adds none. Takes no time when all lists are known, at most 5 s at first and
 * 0.5 s while a server is out of reach.
 */
export async function mcpTools(): Promise<readonly Tool[]> {
  return (await Promise.all(servers().map((server) => server.tools()))).flat();
}
