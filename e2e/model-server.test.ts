import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { call, type ModelServer, slowly, startModelServer } from './model-server.ts';

let server: ModelServer;
beforeAll(async () => {
  server = await startModelServer();
});
afterEach(() => server.reset());
afterAll(() => server.close());

const user = (content: string) => ({ role: 'user', content });
const toolStep = (id: string, result: string) => [
  {
    role: 'assistant',
    content: null,
    tool_calls: [{ id, type: 'function', function: { name: 'bash', arguments: '{}' } }],
  },
  { role: 'tool', tool_call_id: id, content: result },
];
const tools = [{ type: 'function', function: { name: 'bash', parameters: { type: 'object' } } }];

function post(model: string, rest: object = {}, init: RequestInit = {}): Promise<Response> {
  const body = { model, stream: true, tools, messages: [user('hi')], ...rest };
  return fetch(`${server.url}/chat/completions`, {
    method: 'POST',
    headers: { authorization: 'Bearer secret-1', 'content-type': 'application/json' },
    body: JSON.stringify(body),
    ...init,
  });
}

/** Text, calls and finish reason of a streamed answer. */
function read(sse: string) {
  const events = sse
    .split('\n\n')
    .filter((block) => block.startsWith('data: {'))
    .map((block) => JSON.parse(block.slice('data: '.length)));
  const deltas = events.flatMap((event) =>
    event.choices.map((choice: { delta: object }) => choice),
  );
  const calls: Record<number, string> = {};
  for (const { delta } of deltas) {
    for (const each of delta.tool_calls ?? []) {
      calls[each.index] =
        `${calls[each.index] ?? `${each.function.name}:`}${each.function.arguments}`;
    }
  }
  return {
    text: deltas.map(({ delta }) => delta.content ?? '').join(''),
    reasoning: deltas.map(({ delta }) => delta.reasoning_content ?? '').join(''),
    calls: Object.values(calls),
    finish: deltas.map((choice) => choice.finish_reason).find(Boolean),
    done: sse.endsWith('data: [DONE]\n\n'),
  };
}
const ask = async (model: string, rest?: object) => read(await (await post(model, rest)).text());

const wireBytes = (name: string) => readFileSync(path.join(import.meta.dirname, 'wire', name));
const sha = (bytes: ArrayBuffer | Buffer) =>
  createHash('sha256').update(new Uint8Array(bytes)).digest('hex');

describe('wire files', () => {
  test('are sent byte for byte, with any split', async () => {
    const expected = sha(wireBytes('e21-quoting.sse'));
    for (const split of [undefined, 1, 7, 'random'] as const) {
      server.configure({ split });
      expect(sha(await (await post('e21-quoting')).arrayBuffer())).toBe(expected);
    }
  });

  test('follow the turn, the user message and whether tools are on', async () => {
    const step = toolStep('c1', 'no such tool');
    expect((await ask('b06-unknown-tool')).calls).toEqual(['get_stock_price:{"symbol":"ACME"}']);
    const second = await ask('b06-unknown-tool', { messages: [user('hi'), ...step] });
    expect(second.text).toBe('I cannot look up prices here.');
    const later = [user('hi'), ...step, user('continue')];
    expect((await ask('b18-orphan-after-stop', { messages: later })).text).toBe('Going on.');
    const off = await ask('b04-no-answer-at-max-steps', { tool_choice: 'none' });
    expect(off.text).toBe('Summary: reached step 1.');
  });

  test('loop, with the turn filled in', async () => {
    const messages = [user('hi'), ...toolStep('c1', '2'), ...toolStep('c2', '3')];
    const third = await ask('b04-no-answer-at-max-steps', { messages });
    expect(third.calls).toEqual(['calc:{"expression":"3+1"}']);
  });

  test('end with the start of the last tool result where there is no file', async () => {
    const messages = [user('hi'), ...toolStep('c1', `one\n two ${'字'.repeat(200)}`)];
    const answer = await ask('e21-quoting', { messages });
    expect(answer.text).toBe(`OK: one two ${'字'.repeat(152)} …`);
    expect(answer).toMatchObject({ finish: 'stop', done: true });
  });

  test('can delay each event', async () => {
    const started = performance.now();
    const response = await post('c06-close-is-not-stop', {}, { signal: AbortSignal.timeout(300) });
    await expect(response.text()).rejects.toThrow('timeout');
    expect(performance.now() - started).toBeGreaterThan(250);
    const record = await server.waitFor((each) => each.state === 'aborted');
    expect(record.model).toBe('c06-close-is-not-stop');
  });

  test('can fail the first times and break off', async () => {
    const wireFolder = mkdtempSync(path.join(tmpdir(), 'wire-'));
    const write = (name: string, text: string) => writeFileSync(path.join(wireFolder, name), text);
    write('x.json', JSON.stringify({ status: 503, times: 1, body: 'down' }));
    write('x.meta.json', JSON.stringify({ cut: 'reset', firstDelayMs: 20 }));
    write('x.sse', 'data: {}\n\n');
    const own = await startModelServer({ wireFolder });
    const ask = () =>
      fetch(`${own.url}/chat/completions`, {
        method: 'POST',
        body: JSON.stringify({ model: 'x', stream: true, messages: [user('hi')] }),
      });
    try {
      const down = await ask();
      expect([down.status, await down.text()]).toEqual([503, 'down']);
      const torn = await ask();
      expect(torn.status).toBe(200);
      await expect(torn.text()).rejects.toThrow('terminated');
    } finally {
      await own.close();
      rmSync(wireFolder, { recursive: true });
    }
  });

  test('of the repo all parse', async () => {
    const response = await fetch(`${server.url}/models`);
    const { data } = await response.json();
    const ids: string[] = data.map((model: { id: string }) => model.id);
    expect(ids).toContain('echo');
    for (const id of ids.filter((each) => /^[b-e]\d/.test(each) && !/^(c|d23|b25)/.test(each))) {
      expect(await ask(id), id).toMatchObject({ done: true, finish: 'tool_calls' });
    }
  });
});

describe('scripts', () => {
  test('stream thought, text and calls, by turn', async () => {
    server.script('m', (_request, turn) =>
      turn === 1
        ? [{ reasoning: 'Hm.' }, 'Let me see. ', call('bash', { command: 'echo a b c d e f' })]
        : slowly('All is done.', 1),
    );
    expect(await ask('m')).toEqual({
      reasoning: 'Hm.',
      text: 'Let me see. ',
      calls: ['bash:{"command":"echo a b c d e f"}'],
      finish: 'tool_calls',
      done: true,
    });
    const second = await ask('m', { messages: [user('hi'), ...toolStep('c1', 'a')] });
    expect(second).toMatchObject({ text: 'All is done.', finish: 'stop' });
  });

  test('may wait for the test, and see the request before they answer', async () => {
    const gate = Promise.withResolvers<void>();
    server.script('gated', async function* () {
      yield 'before ';
      await gate.promise;
      yield 'after';
    });
    const response = await post('gated');
    expect(await server.waitFor((each) => each.model === 'gated')).toMatchObject({ state: 'open' });
    gate.resolve();
    expect(read(await response.text()).text).toBe('before after');
    expect(server.requests).toMatchObject([{ state: 'sent', reply: 'script', status: 200 }]);
  });

  test('notice that the client left while they wait', async () => {
    server.script('hanging', async function* () {
      yield 'before ';
      await new Promise(() => {});
    });
    const client = new AbortController();
    await post('hanging', {}, { signal: client.signal });
    client.abort();
    const record = await server.waitFor((each) => each.state === 'aborted');
    expect(record.endedAt).toBeGreaterThanOrEqual(record.startedAt);
  });

  test('can fail, finish oddly, send raw bytes and cut the connection', async () => {
    server.script('limited', () => ({ status: 429, headers: { 'retry-after': '1' }, body: {} }));
    const limited = await post('limited');
    expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '1']);

    server.script('long', () => ['Too', { finish: 'length' }]);
    expect(await ask('long')).toMatchObject({ text: 'Too', finish: 'length' });

    server.script('raw', () => [{ raw: ': ping\n\n' }, 'x']);
    expect(await (await post('raw')).text()).toMatch(/^: ping\n\ndata: /);

    server.script('short', () => ['half', { cut: 'fin' }]);
    expect(await ask('short')).toMatchObject({ text: 'half', finish: undefined, done: false });

    server.script('torn', () => ['half', { cut: 'reset' }]);
    const torn = await post('torn');
    await expect(torn.text()).rejects.toThrow('terminated');
  });

  test('that throw answer 500 with their words', async () => {
    server.script('broken', () => {
      throw new Error('boom in the script');
    });
    const response = await post('broken');
    expect(response.status).toBe(500);
    expect(await response.text()).toContain('boom in the script');
  });
});

test('echo and slow models need no files', async () => {
  const parts = [{ type: 'text', text: '你好' }];
  expect((await ask('echo', { messages: [{ role: 'user', content: parts }] })).text).toBe('你好');
  expect((await ask('slow-1-3')).text).toBe('Sentence 1. Sentence 2. Sentence 3. ');
});

test('a request that does not stream gets one plain completion', async () => {
  const response = await post('echo', { stream: false });
  const { choices } = await response.json();
  expect(choices[0].message).toEqual({ role: 'assistant', content: 'hi' });
});

describe('records', () => {
  test('hold the request without the key', async () => {
    await ask('echo');
    const [record] = server.requests;
    expect(record).toMatchObject({ n: 1, hadKey: true, violations: [], turn: 1, state: 'sent' });
    expect(record?.body.messages).toEqual([user('hi')]);
    expect(JSON.stringify(record)).not.toContain('secret-1');
  });

  test.each([
    ['a call without a result', [user('a'), toolStep('c1', 'x')[0], user('b')], 'pairing'],
    ['a call without a result at the end', [user('a'), toolStep('c1', 'x')[0]], 'pairing'],
    ['a result without a call', [user('a'), toolStep('c1', 'x')[1]], 'pairing'],
    ['a second result', [user('a'), ...toolStep('c1', 'x'), toolStep('c1', 'x')[1]], 'pairing'],
    ['an empty id', [user('a'), ...toolStep('', 'x')], 'ids-nonempty'],
    ['half of a surrogate pair', [user('\ud83d')], 'well-formed'],
  ])('name what is wrong with %s', async (_name, messages, rule) => {
    await ask('echo', { messages });
    expect(server.requests[0]?.violations.map((each) => each.rule)).toEqual([rule]);
  });

  test.each([
    ['arguments that are not JSON', { name: 'bash', arguments: '{"a":' }, 'args-valid-json'],
    ['a name with a dot', { name: 'a.b', arguments: '{}' }, 'call-name-pattern'],
  ])('name what is wrong with %s', async (_name, fn, rule) => {
    const [message, result] = toolStep('c1', 'x');
    const broken = { ...message, tool_calls: [{ id: 'c1', type: 'function', function: fn }] };
    await ask('echo', { messages: [user('a'), broken, result] });
    expect(server.requests[0]?.violations.map((each) => each.rule)).toEqual([rule]);
  });

  test('allow parallel calls and several tool steps', async () => {
    const [one, resultOne] = toolStep('c1', 'x');
    const [two, resultTwo] = toolStep('c2', 'y');
    const both = { ...one, tool_calls: [...(one?.tool_calls ?? []), ...(two?.tool_calls ?? [])] };
    const messages = [user('a'), both, resultTwo, resultOne, ...toolStep('c3', 'z'), user('b')];
    await ask('echo', { messages });
    expect(server.requests[0]?.violations).toEqual([]);
  });
});

describe('refusals', () => {
  test('of a broken request where the case or the server is strict', async () => {
    const orphan = { messages: [user('hi'), toolStep('zz', 'x')[1]] };
    const refused = await post('b18-orphan-after-stop', orphan);
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain('rule:pairing');
    expect((await post('echo', orphan)).status).toBe(200);
    server.configure({ strict: true });
    expect((await post('echo', orphan)).status).toBe(400);
  });

  test('of a wrong key, an unknown model, a broken body and an unknown route', async () => {
    server.configure({ requireKey: 'other' });
    const wrongKey = await post('echo');
    expect(wrongKey.status).toBe(401);
    expect(await wrongKey.text()).toContain('invalid_api_key');
    expect((await fetch(`${server.url}/models`)).status).toBe(401);
    server.reset();
    expect((await post('nope')).status).toBe(404);
    expect((await post('echo', {}, { body: '{"model":' })).status).toBe(400);
    expect((await post('echo', { messages: 'hi' })).status).toBe(400);
    expect((await fetch(`${server.url}/nothing`)).status).toBe(404);
  });
});

test('waiting for a request that never comes says what was seen', async () => {
  await ask('echo');
  await expect(server.waitFor((each) => each.model === 'other', 20)).rejects.toThrow('echo#1 sent');
});
