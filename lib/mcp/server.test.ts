import { createServer } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { runTool, type ToolRun } from '#lib/tools/run-tool';
import type { Tool } from '#lib/tools/tool';
import {
  type FixtureTool,
  type McpFixture,
  type McpServerOptions,
  startMcpServer,
} from '../../e2e/mcp-server.ts';
import { McpServer } from './server.ts';

const object = (properties: object, required: string[] = []) => ({
  type: 'object',
  properties,
  required,
});

const add: FixtureTool = {
  name: 'add',
  description: 'Adds two numbers.',
  inputSchema: object({ a: { type: 'number' }, b: { type: 'number' } }, ['a', 'b']),
  annotations: { readOnlyHint: true },
  run: ({ a, b }) => String(Number(a) + Number(b)),
};

const order: FixtureTool = {
  name: 'order',
  inputSchema: object({}),
  annotations: { readOnlyHint: false },
  run: () => 'ordered',
};

const slow: FixtureTool = {
  name: 'slow',
  inputSchema: object({}),
  run: (_, signal) =>
    new Promise((resolve) => signal.addEventListener('abort', () => resolve('stopped'))),
};

const fail: FixtureTool = {
  name: 'fail',
  inputSchema: object({}),
  run: () => {
    throw new Error('The shelf is empty.');
  },
};

const fixtures: McpFixture[] = [];

async function start(options: Partial<McpServerOptions> = {}): Promise<McpFixture> {
  const fixture = await startMcpServer({ tools: [add, order, slow, fail], ...options });
  fixtures.push(fixture);
  return fixture;
}

const clientOf = (url: string, headers: Record<string, string> = {}) =>
  new McpServer('shop', { url, headers });

async function toolOf(server: McpServer, name: string): Promise<Tool> {
  const tool = (await server.tools()).find((each) => each.name === `shop__${name}`);
  if (!tool) throw new Error(`no tool ${name}`);
  return tool;
}

/** As a step runs it, without a journal. */
function run(tool: Tool, input: object, signal = new AbortController().signal) {
  const none = async () => undefined;
  const journal = { started: none, ended: none, keep: async () => 'ref', readOutput: none };
  const context = { chatId: 'c', runId: 'r', workspace: {}, journal, signal };
  return runTool(tool, { id: '1', name: tool.name, input }, context as unknown as ToolRun);
}

let log: string;

beforeEach(() => {
  log = '';
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    log += text;
    return true;
  });
});

afterEach(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  await Promise.all(fixtures.splice(0).map((fixture) => fixture.close().catch(() => {})));
});

describe.each([false, true])('with answers as a stream: %s', (stream) => {
  it('lists the tools in our own shape', async () => {
    const { url } = await start({ stream });
    const tools = await clientOf(url).tools();
    expect(tools).toMatchObject([
      {
        name: 'shop__add',
        description: '[MCP server "shop"] Adds two numbers.',
        effect: 'none',
        timeoutMs: 60_000,
        inputSchema: add.inputSchema,
      },
      { name: 'shop__order', description: '[MCP server "shop"] order', effect: 'outside' },
      { name: 'shop__slow', effect: 'outside' },
      { name: 'shop__fail', effect: 'outside' },
    ]);
  });

  it('calls a tool', async () => {
    const { url, calls } = await start({ stream });
    const result = await run(await toolOf(clientOf(url), 'add'), { a: 19, b: 23 });
    expect(result).toEqual({ ok: true, text: '42' });
    expect(calls).toMatchObject([{ tool: 'add', args: { a: 19, b: 23 }, state: 'done' }]);
  });

  it("gives a tool's own error as a failure", async () => {
    const { url } = await start({ stream });
    const result = await run(await toolOf(clientOf(url), 'fail'), {});
    expect(result).toEqual({
      ok: false,
      error: { code: 'exec_failed', message: 'The shelf is empty.', retryable: false },
    });
  });

  it('stops a slow call, and the server knows', async () => {
    const { url, calls, waitForCall } = await start({ stream });
    const stop = new AbortController();
    const result = run(await toolOf(clientOf(url), 'slow'), {}, stop.signal);
    await waitForCall((call) => call.state === 'running');
    stop.abort();
    expect(await result).toMatchObject({ ok: false, error: { code: 'stopped' } });
    await waitForCall((call) => call.state === 'aborted');
    expect(calls).toHaveLength(1);
  });

  it('says when the connection breaks in mid-call, and makes a new one for the next', async () => {
    const fixture = await start({ stream });
    const server = clientOf(fixture.url);
    const result = run(await toolOf(server, 'slow'), {});
    await fixture.waitForCall((call) => call.state === 'running');
    fixture.cut();
    expect(await result).toMatchObject({
      ok: false,
      error: { code: 'exec_failed', message: expect.stringMatching(/gave no result.*not known/) },
    });
    expect(await run(await toolOf(server, 'add'), { a: 1, b: 1 })).toMatchObject({ text: '2' });
    expect(fixture.lists).toBe(2);
    expect(fixture.calls).toHaveLength(2);
  });
});

it('fails while the server is away and goes on after its restart', async () => {
  const first = await start();
  const server = clientOf(first.url);
  const tool = await toolOf(server, 'add');
  await first.close();
  expect(await run(tool, { a: 1, b: 2 })).toMatchObject({
    ok: false,
    error: { code: 'exec_failed', message: expect.stringContaining('MCP server "shop"') },
  });
  expect(await run(tool, { a: 1, b: 2 })).toMatchObject({
    error: { message: 'The MCP server "shop" could not be reached (ECONNREFUSED).' },
  });
  const second = await start({ port: first.port });
  expect(await run(tool, { a: 1, b: 2 })).toEqual({ ok: true, text: '3' });
  expect(second.calls).toHaveLength(1);
});

it('takes a new session at once when the server does not know the old one', async () => {
  const fixture = await start();
  const tool = await toolOf(clientOf(fixture.url), 'add');
  fixture.forgetSessions();
  expect(await run(tool, { a: 1, b: 2 })).toEqual({ ok: true, text: '3' });
  expect(fixture.calls).toHaveLength(1);
});

it('adds no tools while out of reach, and tries again after 30 s', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const gone = await start();
  await gone.close();
  const server = clientOf(gone.url);
  expect(await server.tools()).toEqual([]);
  expect(log).toBe('[loupe] MCP server "shop": no list of tools: ECONNREFUSED\n');
  await start({ port: gone.port });
  vi.setSystemTime(Date.now() + 29_000);
  expect(await server.tools()).toEqual([]);
  vi.setSystemTime(Date.now() + 2000);
  expect(await server.tools()).toHaveLength(4);
});

it('answers a known list at once and looks for a new one after 5 minutes', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const fixture = await start({ tools: [add] });
  const server = clientOf(fixture.url);
  await server.tools();
  fixture.configure({ tools: [add, order] });
  vi.setSystemTime(Date.now() + 299_000);
  expect(await server.tools()).toHaveLength(1);
  expect(fixture.lists).toBe(1);
  vi.setSystemTime(Date.now() + 2000);
  expect(await server.tools()).toHaveLength(1);
  await vi.waitFor(async () => expect(await server.tools()).toHaveLength(2));
  expect(fixture.lists).toBe(2);
});

it('keeps its tools through one missed list, not through two', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const fixture = await start();
  const server = clientOf(fixture.url);
  await server.tools();
  await fixture.close();
  vi.setSystemTime(Date.now() + 301_000);
  expect(await server.tools()).toHaveLength(4);
  await vi.waitFor(() => expect(log).toContain('no list of tools'));
  expect(await server.tools()).toHaveLength(4);
  vi.setSystemTime(Date.now() + 31_000);
  await server.tools();
  await vi.waitFor(async () => expect(await server.tools()).toEqual([]));
});

it('waits 5 s for a server that accepts and says nothing, and later hardly', async () => {
  const silent = createServer(() => {});
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const { port } = silent.address() as { port: number };
  const server = clientOf(`http://127.0.0.1:${port}/mcp`);
  const began = performance.now();
  expect(await server.tools()).toEqual([]);
  expect(performance.now() - began).toBeGreaterThan(4500);
  expect(performance.now() - began).toBeLessThan(6500);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31_000 });
  const again = performance.now();
  expect(await server.tools()).toEqual([]);
  expect(performance.now() - again).toBeLessThan(2000);
  silent.close();
});

it('sends its headers and tells them to nobody', async () => {
  const headers = { authorization: 'Bearer s3cret-key' };
  const echo: FixtureTool = { ...order, run: () => 'You sent Bearer s3cret-key (s3cret-key).' };
  const fixture = await start({ tools: [echo], requireHeaders: headers });
  expect(await clientOf(fixture.url, { authorization: 'Bearer other-key' }).tools()).toEqual([]);
  expect(log).toBe('[loupe] MCP server "shop": no list of tools: HTTP 401\n');
  const result = await run(await toolOf(clientOf(fixture.url, headers), 'order'), {});
  expect(result).toEqual({ ok: true, text: 'You sent [hidden] ([hidden]).' });
  expect(log).not.toContain('key');
});
