import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, it, vi } from 'vitest';
import { SessionLost } from './failures.ts';
import { mcpFetch } from './mcp-fetch.ts';

let server: Server;

async function serve(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
}

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const post = (id: number): RequestInit => ({
  method: 'POST',
  headers: { 'mcp-session-id': 's1' },
  body: JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call' }),
});

it('cancels a stopped call at the server, in the same session', async () => {
  const bodies: [unknown, string][] = [];
  const url = await serve((request, response) => {
    void text(request).then((body) => bodies.push([request.headers['mcp-session-id'], body]));
    response.flushHeaders();
  });
  const stop = new AbortController();
  const call = mcpFetch(url, { ...post(7), signal: stop.signal });
  await vi.waitFor(() => expect(bodies).toHaveLength(1));
  stop.abort();
  await call.then((response) => response.text()).catch(() => {});
  await vi.waitFor(() => expect(bodies).toHaveLength(2));
  expect(bodies[1]?.[0]).toBe('s1');
  expect(JSON.parse(bodies[1]?.[1] ?? '')).toMatchObject({
    method: 'notifications/cancelled',
    params: { requestId: 7 },
  });
});

it('cancels nothing that has its answer', async () => {
  let requests = 0;
  const url = await serve((_, response) => {
    requests++;
    response.end('{}');
  });
  const stop = new AbortController();
  await (await mcpFetch(url, { ...post(1), signal: stop.signal })).text();
  stop.abort();
  await (await mcpFetch(url, post(2))).text();
  expect(requests).toBe(2);
});

it('ends a stream that owes an answer with an error for that request', async () => {
  const url = await serve((_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write('data: {"jsonrpc":"2.0","id":3,"res');
    setTimeout(() => response.destroy(), 20);
  });
  const events = (await (await mcpFetch(url, post(3))).text()).split('\n\n');
  expect(events).toHaveLength(3);
  expect(JSON.parse(events[1]?.replace('data: ', '') ?? '')).toMatchObject({
    id: 3,
    error: { message: 'The connection ended before the answer.' },
  });
});

it.each([400, 404])('knows a lost session by %i', async (status) => {
  const url = await serve((_, response) => response.writeHead(status).end('no'));
  await expect(mcpFetch(url, post(1))).rejects.toThrow(SessionLost);
  const outside = await mcpFetch(url, { ...post(1), headers: {} });
  expect([outside.status, await outside.text()]).toEqual([status, 'no']);
});

it('reads no endless answer', async () => {
  const url = await serve((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const more = () => {
      while (response.write(Buffer.alloc(1024 * 1024, 'x')));
    };
    response.on('drain', more);
    more();
  });
  await expect((await mcpFetch(url, post(1))).text()).rejects.toThrow('The answer is too long.');
});
