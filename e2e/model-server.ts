import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { type Answer, chooseAnswer } from './model-server/answer.ts';
import { type PlayOptions, play } from './model-server/play.ts';
import { type RequestRecord, withoutSecrets } from './model-server/record.ts';
import { completion, type Script } from './model-server/reply.ts';
import {
  type ChatRequest,
  chatRequestSchema,
  fromResponses,
  positionOf,
} from './model-server/request.ts';
import { findViolations } from './model-server/rules.ts';
import { loadWireCases } from './model-server/wire.ts';

export type { RequestRecord } from './model-server/record.ts';
export { call, type Reply, type ReplyPart, type Script, slowly } from './model-server/reply.ts';

export interface ModelServerOptions extends PlayOptions {
  /** Refuse requests without exactly this bearer key. */
  requireKey?: string;
  /** Refuse requests that break any rule, as real providers do, and not only record it. */
  strict?: boolean;
  /** Folder with the wire files. */
  wireFolder?: string;
}

/** A model endpoint for tests that speaks OpenAI's two protocols on loopback. */
export interface ModelServer {
  /** The base URL, with `/v1`. */
  url: string;
  /** All requests since the last reset, in order; each is updated while its answer goes out. */
  readonly requests: readonly RequestRecord[];
  /** Answers all requests for `model` from code. */
  script(model: string, script: Script): void;
  /** Changes options until the next reset. */
  configure(options: ModelServerOptions): void;
  /**
   * The first request, past or coming, for which `matches` holds.
   * @throws Error when there is none within `timeoutMs`
   */
  waitFor(matches: (record: RequestRecord) => boolean, timeoutMs?: number): Promise<RequestRecord>;
  /** Forgets requests, scripts, counters and changed options. */
  reset(): void;
  close(): Promise<void>;
}

/** Starts a model server on a free port of 127.0.0.1. */
export async function startModelServer(initial: ModelServerOptions = {}): Promise<ModelServer> {
  const folder = initial.wireFolder ?? path.join(import.meta.dirname, 'wire');
  const cases = loadWireCases(folder);
  const scripts = new Map<string, Script>();
  const failures = new Map<string, number>();
  const turns = new Map<string, number>();
  const requests: RequestRecord[] = [];
  const changes = new EventEmitter<{ change: [] }>().setMaxListeners(0);
  let options = initial;
  let count = 0;

  async function serveModel(
    api: 'chat' | 'responses',
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const bytes = await readAll(request);
    const parsed = parseBody(bytes, api);
    if (typeof parsed === 'string') return sendError(response, 400, parsed);
    const position = positionOf(parsed);
    const settings = options;
    const record: RequestRecord = {
      n: ++count,
      model: parsed.model,
      api,
      turn: position.turn,
      headers: withoutSecrets(request.headers),
      hadKey: request.headers.authorization !== undefined,
      body: parsed,
      bodyBytes: bytes.length,
      violations: findViolations(parsed, cases.get(parsed.model)?.meta.rules),
      reply: '',
      status: 0,
      state: 'open',
      startedAt: Date.now(),
      endedAt: undefined,
    };
    requests.push(record);
    try {
      const strict = settings.strict ?? false;
      const source = { folder, cases, scripts, failures, turns, strict };
      const chosen = chooseAnswer(source, parsed, record);
      changes.emit('change');
      const answer = await chosen;
      record.reply = answer.reply;
      record.status = answer.kind === 'error' ? answer.error.status : 200;
      const seed = (settings.seed ?? 1) + record.n;
      const split = (answer.kind === 'stream' ? answer.split : undefined) ?? settings.split;
      record.state = await sendAnswer(response, answer, { split, seed });
    } catch (error) {
      // A test's own script threw: say it where the run will show it.
      record.reply = 'script threw';
      record.status = 500;
      record.state = 'sent';
      if (response.headersSent) response.destroy();
      else sendError(response, 500, String(error), 'script_threw');
    }
    record.endedAt = Date.now();
    changes.emit('change');
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const route = `${request.method} ${request.url?.replace(/[?#].*$/, '')}`;
    const { requireKey } = options;
    if (requireKey !== undefined && request.headers.authorization !== `Bearer ${requireKey}`) {
      return sendError(response, 401, 'Incorrect API key provided.', 'invalid_api_key');
    }
    if (route === 'POST /v1/chat/completions') return serveModel('chat', request, response);
    if (route === 'POST /v1/responses') return serveModel('responses', request, response);
    if (route === 'GET /v1/models') {
      const ids = [...cases.keys(), ...scripts.keys(), 'echo', 'slow-50'];
      const data = ids.map((id) => ({ id, object: 'model', created: 0, owned_by: 'tests' }));
      return sendJson(response, 200, { object: 'list', data });
    }
    sendError(response, 404, `Unknown request URL: ${route}`, 'unknown_url');
  }

  const server = createServer((request, response) => {
    // What can fail here is reading from a client that went away.
    serve(request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    script: (model, script) => void scripts.set(model, script),
    configure: (changed) => {
      options = { ...options, ...changed };
    },
    async waitFor(matches, timeoutMs = 10_000) {
      const timeout = AbortSignal.timeout(timeoutMs);
      for (;;) {
        const found = requests.find(matches);
        if (found) return found;
        await once(changes, 'change', { signal: timeout }).catch(() => {
          const seen = requests.map((each) => `${each.model}#${each.turn} ${each.state}`);
          throw new Error(`No such request within ${timeoutMs} ms. Seen: ${seen.join(', ')}`);
        });
      }
    },
    reset() {
      requests.length = 0;
      count = 0;
      scripts.clear();
      failures.clear();
      turns.clear();
      options = initial;
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function sendAnswer(response: ServerResponse, answer: Answer, options: PlayOptions) {
  if (answer.kind === 'stream') return play(response, answer.actions, options);
  if (answer.kind === 'error') {
    sendJson(response, answer.error.status, answer.error.body, answer.error.headers);
  } else {
    sendJson(response, 200, completion(answer.text));
  }
  return 'sent';
}

async function readAll(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** The request, or what is wrong with it. Bytes that are not UTF-8 are wrong, too. */
function parseBody(bytes: Buffer, api: 'chat' | 'responses'): ChatRequest | string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    if (api === 'responses') return fromResponses(JSON.parse(text));
    const parsed = chatRequestSchema.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : parsed.error.message;
  } catch (error) {
    return `The body could not be read as JSON: ${error}`;
  }
}

function sendError(response: ServerResponse, status: number, message: string, code?: string): void {
  const error = { message, type: 'invalid_request_error', param: null, code: code ?? null };
  sendJson(response, status, { error });
}

function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(typeof body === 'string' ? body : JSON.stringify(body ?? {}));
}
