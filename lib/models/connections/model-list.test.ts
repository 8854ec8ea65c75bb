import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { checkedBaseUrl, endpointUrl } from './base-url.ts';
import type { Connection } from './connections.ts';
import { fetchModels, knownModels } from './model-list.ts';

let server: Server | undefined;
afterEach(() => {
  server?.close();
});

async function serve(
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Connection> {
  server = createServer((_request, response) => {
    response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    id: `t${port}`,
    label: 't',
    baseUrl: `http://127.0.0.1:${port}/v1`,
    headers: {},
    origin: 'saved',
  };
}

it('reads sizes and prices from where each provider puts them', async () => {
  const connection = await serve(200, {
    data: [
      {
        id: 'openrouter',
        context_length: 128_000,
        pricing: { prompt: '0.0000005', completion: '0.000002', input_cache_read: '0.00000005' },
      },
      { id: 'vllm', max_model_len: 8192 },
      { id: 'groq', context_window: 131_072 },
      { id: 'llama.cpp', meta: { n_ctx_train: 4096 } },
      { id: 'lm-studio', max_context_length: 32_768, loaded_context_length: 4096 },
      { id: 'bare' },
      { object: 'model' },
      'named',
    ],
  });
  expect(knownModels(connection)).toEqual([]);
  expect(await fetchModels(connection)).toEqual([
    { id: 'openrouter', contextSize: 128_000, price: { input: 0.5, output: 2, cached: 0.05 } },
    { id: 'vllm', contextSize: 8192 },
    { id: 'groq', contextSize: 131_072 },
    { id: 'llama.cpp', contextSize: 4096 },
    { id: 'lm-studio', contextSize: 4096 },
    { id: 'bare' },
    { id: 'named' },
  ]);
  expect(knownModels(connection)).toHaveLength(7);
});

it.each([
  [401, { error: { message: 'No key.' } }, 'auth'],
  [200, '<!doctype html><title>Sign in</title>', 'not-api'],
  [404, { error: 'no such route' }, 'model'],
])('says what is wrong: %i', async (status, body, kind) => {
  await expect(fetchModels(await serve(status, body))).rejects.toMatchObject({ kind });
});

it('follows no redirect with a key', async () => {
  const connection = await serve(302, '', { location: 'http://127.0.0.1:9/' });
  await expect(fetchModels(connection)).rejects.toMatchObject({ name: 'ProviderFailure' });
});

it.each([
  [' https://a.test/v1/ ', 'https://a.test/v1'],
  ['http://127.0.0.1:8000/v1/chat/completions', 'http://127.0.0.1:8000/v1'],
  ['https://a.test/v1?key=x#y', 'https://a.test/v1'],
])('takes %j as %s', (text, url) => {
  expect(checkedBaseUrl(text)).toBe(url);
});

it.each([
  '',
  'a.test',
  'ftp://a.test',
  'javascript:alert(1)',
  'http://u:p@a.test',
  'http://169.254.169.254/latest',
  'http://metadata.google.internal/',
])('refuses %j', (text) => {
  expect(() => checkedBaseUrl(text)).toThrow();
});

it.each([
  ['http://a.test/v1', 'http://a.test/v1/models'],
  ['http://a.test/v1/', 'http://a.test/v1/models'],
  [
    'https://a.test/openai/v1?api-version=2025-04-01-preview',
    'https://a.test/openai/v1/models?api-version=2025-04-01-preview',
  ],
])('asks %j at %j', (baseUrl, url) => {
  expect(endpointUrl(baseUrl, '/models')).toBe(url);
});

it('keeps the version of an address, and nothing that may be a key', () => {
  expect(
    checkedBaseUrl('https://a.test/openai/deployments/d/chat/completions?api-version=1&key=k#x'),
  ).toBe('https://a.test/openai/deployments/d?api-version=1');
});
