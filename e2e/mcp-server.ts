import { randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface FixtureTool {
  name: string;
  description?: string;
  inputSchema: object;
  annotations?: { readOnlyHint?: boolean; destructiveHint?: boolean };
  /**
   * Answers a text, or a whole result with `content`; what it throws is an answer with `isError`.
   * `signal` aborts when the client cancels the call or goes away.
   */
  run(args: Record<string, unknown>, signal: AbortSignal): unknown;
}

export interface McpCall {
  tool: string;
  args: Record<string, unknown>;
  at: number;
  state: 'running' | 'done' | 'aborted';
}

export interface McpServerOptions {
  tools: readonly FixtureTool[];
  /** A free one when absent. */
  port?: number;
  /** Refuse requests without exactly these headers (names in lower case). */
  requireHeaders?: Record<string, string>;
  /** Answer calls as an event stream, as most servers do, and not as one JSON. */
  stream?: boolean;
}

/** An MCP server for tests that speaks streamable HTTP on loopback. */
export interface McpFixture {
  /** With `/mcp`. */
  url: string;
  port: number;
  /** All executions, in order; each is updated while it runs. */
  readonly calls: readonly McpCall[];
  /** How often the tools were listed. */
  readonly lists: number;
  /** Changes options while it runs. */
  configure(options: Partial<Omit<McpServerOptions, 'port'>>): void;
  /** The first call, past or coming, for which `matches` holds; rejects after `timeoutMs`. */
  waitForCall(matches: (call: McpCall) => boolean, timeoutMs?: number): Promise<McpCall>;
  /** Breaks all connections in mid-air, as a crash would, and goes on listening. */
  cut(): void;
  /** Forgets all sessions, as a restart does. */
  forgetSessions(): void;
  /** Ends with all connections and sessions. */
  close(): Promise<void>;
}

type Message = { id?: number; method?: string; params?: Record<string, unknown> };

const REFUSED = { code: -32_000, message: 'Bad Request: No valid session ID provided' };

/** Starts an MCP server on 127.0.0.1. */
export async function startMcpServer(initial: McpServerOptions): Promise<McpFixture> {
  let options = initial;
  let lists = 0;
  const sessions = new Set<string>();
  const calls: McpCall[] = [];
  const running = new Map<string, AbortController>();
  const changes = new EventEmitter<{ change: [] }>().setMaxListeners(0);

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const wanted = Object.entries(options.requireHeaders ?? {});
    if (wanted.some(([name, value]) => request.headers[name] !== value)) {
      return sendJson(response, 401, { error: 'unauthorized', sent: request.headers });
    }
    const session = String(request.headers['mcp-session-id']);
    if (request.method === 'DELETE') sessions.delete(session);
    if (request.method !== 'POST') return void response.writeHead(405).end();
    const message = await readMessage(request);
    const reply = (body: object) => sendJson(response, 200, { jsonrpc: '2.0', ...body });
    if (message.method === 'initialize') {
      const opened = randomUUID();
      sessions.add(opened);
      response.setHeader('mcp-session-id', opened);
      return reply({ id: message.id, result: initializeResult(message) });
    }
    if (!sessions.has(session)) {
      const status = request.headers['mcp-session-id'] ? 404 : 400;
      return sendJson(response, status, { jsonrpc: '2.0', id: null, error: REFUSED });
    }
    if (message.method === 'notifications/cancelled') {
      running.get(`${session} ${message.params?.requestId}`)?.abort();
    }
    if (message.id === undefined) return void response.writeHead(202).end();
    if (message.method === 'tools/list') {
      lists++;
      const tools = options.tools.map(({ run: _, ...definition }) => definition);
      return reply({ id: message.id, result: { tools } });
    }
    const tool = options.tools.find(({ name }) => name === message.params?.name);
    if (message.method !== 'tools/call' || !tool) {
      return reply({ id: message.id, error: { code: -32_602, message: 'Unknown tool or method' } });
    }
    const { stream } = options;
    if (stream) response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
    const result = await execute(tool, message, { session, response });
    const answer = { id: message.id, result };
    if (!stream) return reply(answer);
    response.end(`event: message\ndata: ${JSON.stringify({ jsonrpc: '2.0', ...answer })}\n\n`);
  }

  async function execute(
    tool: FixtureTool,
    message: Message,
    from: { session: string; response: ServerResponse },
  ): Promise<object> {
    const args = (message.params?.arguments ?? {}) as Record<string, unknown>;
    const call: McpCall = { tool: tool.name, args, at: Date.now(), state: 'running' };
    const controller = new AbortController();
    const settle = (state: McpCall['state']) => {
      if (call.state === 'running') call.state = state;
      changes.emit('change');
    };
    controller.signal.addEventListener('abort', () => settle('aborted'));
    from.response.once('close', () => {
      if (!from.response.writableEnded) controller.abort();
    });
    const key = `${from.session} ${message.id}`;
    running.set(key, controller);
    calls.push(call);
    changes.emit('change');
    try {
      return asResult(await tool.run(args, controller.signal));
    } catch (error) {
      return { ...asResult(error instanceof Error ? error.message : error), isError: true };
    } finally {
      running.delete(key);
      settle('done');
    }
  }

  const server = createServer((request, response) => {
    // What can fail here is a client that went away or sent no JSON.
    serve(request, response).catch(() => response.destroy());
  });
  server.listen(initial.port ?? 0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  return {
    url: `http://127.0.0.1:${port}/mcp`,
    port,
    calls,
    get lists() {
      return lists;
    },
    configure: (changed) => {
      options = { ...options, ...changed };
    },
    async waitForCall(matches, timeoutMs = 10_000) {
      const timeout = AbortSignal.timeout(timeoutMs);
      for (;;) {
        const found = calls.find(matches);
        if (found) return found;
        await once(changes, 'change', { signal: timeout }).catch(() => {
          const seen = calls.map((call) => `${call.tool} ${call.state}`).join(', ');
          throw new Error(`No such call within ${timeoutMs} ms. Seen: ${seen}`);
        });
      }
    },
    cut: () => server.closeAllConnections(),
    forgetSessions: () => sessions.clear(),
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function initializeResult(message: Message): object {
  return {
    protocolVersion: message.params?.protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: 'fixture', version: '1.0.0' },
  };
}

function asResult(value: unknown): object {
  if (typeof value === 'object' && value !== null && 'content' in value) return value;
  return { content: [{ type: 'text', text: String(value) }] };
}

async function readMessage(request: IncomingMessage): Promise<Message> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString());
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}
