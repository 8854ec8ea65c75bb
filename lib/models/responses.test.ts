import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { afterEach, expect, it } from 'vitest';
import type { ProviderFailure } from './failure.ts';
import { ResponsesModel } from './responses.ts';
import { DEFAULT_SWITCHES, type Switches } from './switches.ts';

interface Asked {
  url: string;
  body: { reasoning?: unknown; include?: unknown; store?: unknown };
}

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** A server, a model behind it, and what it was asked. */
async function serve(answer: (response: ServerResponse, n: number) => void, query = '') {
  const asked: Asked[] = [];
  server = createServer(async (request: IncomingMessage, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    asked.push({ url: request.url ?? '', body: JSON.parse(Buffer.concat(chunks).toString()) });
    answer(response, asked.length);
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const learned: Switches[] = [];
  const model = new ResponsesModel('gpt-5-mini', {
    connection: {
      id: 't',
      label: 't',
      baseUrl: `http://127.0.0.1:${port}/v1${query}`,
      apiKey: 'k',
      headers: {},
      origin: 'saved',
    },
    timeouts: { firstByteMs: 5000, stallMs: 200, stepMs: 5000 },
    switches: () => learned.at(-1) ?? DEFAULT_SWITCHES,
    onLearn: (switches) => learned.push(switches),
  });
  return { asked, learned, model };
}

const prompt = [{ role: 'user' as const, content: [{ type: 'text' as const, text: 'Hi' }] }];
const events = (...values: object[]) =>
  values.map((value) => `data: ${JSON.stringify(value)}\n\n`).join('');
const item = { type: 'message', id: 'm1', role: 'assistant', content: [] };
const begun = events(
  { type: 'response.created', response: { id: 'r1', created_at: 1, model: 'm' } },
  { type: 'response.output_item.added', output_index: 0, item },
  { type: 'response.output_text.delta', item_id: 'm1', delta: 'Hello' },
);
const ended = events(
  { type: 'response.output_item.done', output_index: 0, item },
  { type: 'response.completed', response: { usage: { input_tokens: 1, output_tokens: 2 } } },
);

function refuseSummary(response: ServerResponse): void {
  response.writeHead(400, { 'content-type': 'application/json' });
  const message = 'Your organization must be verified to generate reasoning summaries.';
  response.end(
    JSON.stringify({ error: { message, param: 'reasoning.summary', code: 'unsupported_value' } }),
  );
}

async function partsOf(model: ResponsesModel): Promise<LanguageModelV4StreamPart[]> {
  const { stream } = await model.doStream({ prompt });
  const parts: LanguageModelV4StreamPart[] = [];
  for await (const part of stream) parts.push(part);
  return parts;
}

it('goes on without summaries where they are refused, keeps that, and keeps the version', async () => {
  const { asked, learned, model } = await serve((response, n) => {
    if (n === 1) return refuseSummary(response);
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(begun + ended);
  }, '?api-version=preview');
  const parts = await partsOf(model);
  const text = parts.map((part) => (part.type === 'text-delta' ? part.delta : '')).join('');
  expect(text).toBe('Hello');
  expect(learned).toEqual([{ ...DEFAULT_SWITCHES, reasoningSummary: false }]);
  expect(asked.map(({ url }) => url)).toEqual(Array(2).fill('/v1/responses?api-version=preview'));
  expect(asked[0]?.body).toMatchObject({ store: false, reasoning: { summary: 'auto' } });
  expect(JSON.stringify(asked[1]?.body)).not.toContain('summary');
  expect(asked[1]?.body).toMatchObject({ include: ['reasoning.encrypted_content'] });
});

it('does not ask for ever', async () => {
  const { asked, model } = await serve(refuseSummary);
  await expect(partsOf(model)).rejects.toMatchObject({ kind: 'refused', status: 400 });
  expect(asked).toHaveLength(2);
});

it('ends an answer that stalls', async () => {
  const { model } = await serve((response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(begun);
  });
  const failure: ProviderFailure = await partsOf(model).catch((error) => error);
  expect(failure).toMatchObject({ kind: 'timeout', inStream: true, retryable: true });
});

it('follows no redirect', async () => {
  const { asked, model } = await serve((response) => {
    response.writeHead(307, { location: '/v1/elsewhere' }).end();
  });
  await expect(partsOf(model)).rejects.toMatchObject({ kind: 'not-api', status: 307 });
  expect(asked).toHaveLength(1);
});
