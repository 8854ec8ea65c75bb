import { answerOf, endOf, post, readChat, runToEnd, startRun } from './api.ts';
import { findFreePort } from './app.ts';
import { expect, test } from './fixtures.ts';
import { call } from './model-server.ts';

const errorOf = async (response: Response) => {
  const { error } = (await response.json()) as {
    error: { code: string; message: string; hint?: string };
  };
  return { status: response.status, ...error };
};

test('bad requests are refused with a code, words and a hint', async ({ app }) => {
  const cases: [unknown, number, string][] = [
    [{}, 400, 'message_missing'],
    [{ message: '  ' }, 400, 'message_missing'],
    [{ message: 'x'.repeat(100_001) }, 413, 'message_too_long'],
    [{ message: 'x', maxSteps: 0 }, 400, 'invalid_max_steps'],
    [{ message: 'x', maxSteps: 'abc' }, 400, 'invalid_max_steps'],
    [{ message: 'x', maxSteps: 51 }, 400, 'invalid_max_steps'],
    [{ message: 'x', id: '../../etc' }, 400, 'invalid_request'],
  ];
  for (const [body, status, code] of cases) {
    const error = await errorOf(await post(app, '/api/chat', body));
    expect(error).toMatchObject({ status, code, message: expect.stringMatching(/\w{3,}/) });
  }
  expect(await errorOf(await fetch(`${app.url}/api/chat/no-such-chat`))).toMatchObject({
    status: 404,
    code: 'unknown_chat',
    hint: expect.any(String),
  });
  expect(await errorOf(await post(app, '/api/runs/nope/stop'))).toMatchObject({
    status: 404,
    code: 'unknown_run',
  });
  const notJson = await fetch(`${app.url}/api/chat`, { method: 'POST', body: '{"message":"x"}' });
  expect(await errorOf(notJson)).toMatchObject({ status: 415, code: 'unsupported_media_type' });
});

test('an unknown model is named, and how to get a real one', async ({ demoApp }) => {
  const error = await errorOf(await post(demoApp, '/api/chat', { message: 'x', model: 'gpt-99' }));
  expect(error).toMatchObject({
    status: 400,
    code: 'unknown_model',
    message: expect.stringContaining('gpt-99'),
    hint: expect.stringContaining('settings'),
  });
});

test('foreign pages and foreign names are refused everywhere', async ({ app, request }) => {
  const page = new URL(app.url);
  for (const path of ['/', '/api/chats', '/api/health']) {
    const rebound = await request.get(app.url + path, {
      headers: { host: `evil.test:${page.port}` },
    });
    expect(rebound.status(), path).toBe(403);
    const foreign = await request.get(app.url + path, { headers: { origin: 'http://evil.test' } });
    expect(foreign.status(), path).toBe(403);
  }
  const post = await request.post(`${app.url}/api/chat`, {
    headers: { origin: 'http://evil.test' },
    data: { message: 'rm everything' },
  });
  expect(post.status()).toBe(403);
  expect((await post.json()).error.code).toBe('forbidden_origin');
});

test('a second message while a run is on is refused, and nothing is lost', async ({
  app,
  modelServer,
}) => {
  const refused = Promise.withResolvers<void>();
  modelServer.script('busy', async function* () {
    yield 'Working';
    await refused.promise;
    yield ' done.';
  });
  const { chatId, runId } = await startRun(app, { message: 'first', model: 'busy' });
  const error = await errorOf(await post(app, '/api/chat', { id: chatId, message: 'second' }));
  expect(error).toMatchObject({
    status: 409,
    code: 'run_active',
    hint: expect.stringContaining(runId),
  });
  refused.resolve();
  await expect.poll(async () => (await readChat(app, chatId)).state).toBe('idle');
  expect((await readChat(app, chatId)).messages).toHaveLength(2);
});

test('a refused key is said in plain words, without the key', async ({
  launch,
  chat: _,
  page,
  modelServer,
}) => {
  const app = await launch({ env: { OPENAI_API_KEY: 'wrong-key-0123456789' } });
  const { chatId, message } = await runToEnd(app, { message: 'hello' });
  expect(endOf(message)).toBe('failed');
  const notice = message.parts.find((part) => part.type === 'data-notice');
  expect(notice).toMatchObject({
    data: { code: 'provider-auth', message: expect.stringContaining('Incorrect API key') },
  });
  expect(modelServer.requests).toHaveLength(0);
  expect(JSON.stringify(await readChat(app, chatId)) + app.log()).not.toContain('wrong-key');
  await page.goto(`${app.url}/c/${chatId}`);
  await expect(page.getByText(/OPENAI_API_KEY/).first()).toBeVisible();
  await expect(page.getByText('hello').first()).toBeVisible();
});

test('a server that is not there is said in plain words', async ({ launch }) => {
  const port = await findFreePort();
  const app = await launch({ env: { OPENAI_BASE_URL: `http://127.0.0.1:${port}/v1` } });
  const { message } = await runToEnd(app, { message: 'hello' });
  expect(message.parts.findLast((part) => part.type === 'data-notice')).toMatchObject({
    data: { code: 'provider-unreachable', hint: expect.stringContaining('address') },
  });
  expect(endOf(message)).toBe('failed');
});

test('a provider that fails in mid-run keeps what the steps found', async ({
  app,
  modelServer,
}) => {
  modelServer.script('fails-late', (_request, turn) =>
    turn === 1
      ? [call('calc', { expression: '2**10' })]
      : { status: 400, body: { error: { message: 'context window exploded' } } },
  );
  const { message } = await runToEnd(app, { message: 'go', model: 'fails-late' });
  expect(endOf(message)).toBe('failed');
  expect(answerOf(message)).toContain('1024');
  expect(message.parts.find((part) => part.type === 'data-notice')).toMatchObject({
    data: { message: expect.stringContaining('context window exploded') },
  });
});
