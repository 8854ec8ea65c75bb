import { afterEach, expect, it, vi } from 'vitest';
import { type McpFixture, startMcpServer } from '../../e2e/mcp-server.ts';
import { mcpTools } from './servers.ts';

let fixture: McpFixture | undefined;

afterEach(async () => {
  vi.restoreAllMocks();
  await fixture?.close();
});

it('joins the tools of all servers that can be reached', async () => {
  vi.spyOn(process.stderr, 'write').mockImplementation(() => true);
  const tool = { name: 'look', inputSchema: { type: 'object' }, run: () => 'seen' };
  fixture = await startMcpServer({ tools: [tool] });
  const gone = await startMcpServer({ tools: [tool] });
  await gone.close();
  process.env.LOUPE_MCP_SERVERS = JSON.stringify({
    one: { url: fixture.url },
    gone: { url: gone.url },
    two: { url: fixture.url },
  });
  const tools = await mcpTools();
  expect(tools.map(({ name }) => name)).toEqual(['one__look', 'two__look']);
  expect(await mcpTools()).toEqual(tools);
  expect(fixture.lists).toBe(2);
});
