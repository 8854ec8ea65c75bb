import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { post, readChat, runToEnd, textOf } from './api.ts';
import type { App } from './app.ts';
import { expect, test } from './fixtures.ts';

const KEY = 'sk-very-secret-0123456789';
const HEADER = 'tenant-secret-987654';

async function patch(app: App, route: string, body: unknown): Promise<Response> {
  return fetch(app.url + route, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

test('a connection is added, used, examined, made the default and deleted on the page', async ({
  launch,
  modelServer,
  page,
}) => {
  modelServer.configure({ requireKey: KEY });
  const app = await launch({ env: { OPENAI_BASE_URL: '', OPENAI_API_KEY: '', OPENAI_MODEL: '' } });
  await page.goto(app.url);
  await page.getByRole('link', { name: 'Add a connection' }).click();
  await expect(page.getByText('No model is connected yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Add a connection' }).click();
  await page.getByLabel('Provider').selectOption('DeepSeek');
  await expect(page.getByLabel('Address')).toHaveValue('https://api.deepseek.com/v1');
  await page.getByLabel('Name').fill('My server');
  await page.getByLabel('Address').fill('nonsense://x');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.locator('form').getByRole('alert')).toContainText('no address');
  await page.getByLabel('Address').fill(`${modelServer.url}/`);
  await page.getByLabel('API key').fill(KEY);
  await page.locator('form').getByLabel('Model').fill('echo');
  await page.getByRole('button', { name: 'Save' }).click();

  const card = page.getByRole('region', { name: 'My server' });
  await expect(card.getByText('Key set')).toBeVisible();
  await expect(card.getByText(/\d+ models/)).toBeVisible();
  await card.getByRole('button', { name: 'Make default' }).click();
  await expect(card.getByText('Default', { exact: true })).toBeVisible();
  await card.getByText(/^Context: unknown/).click();
  await card.getByLabel('Context, tokens').fill('8000');
  await card.getByLabel('In, $ per million').fill('1000');
  await card.getByLabel('Out, $ per million').fill('2000');
  await card.getByRole('button', { name: 'Save' }).click();
  await expect(card.getByText(/^Context: 8,000 tokens .*\$1000 \/ \$2000/)).toBeVisible();

  await page.getByRole('link', { name: 'Back to the chats' }).click();
  await page.getByRole('textbox', { name: 'Message' }).fill('hello there');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('group', { name: 'Answer' })).toHaveText('hello there');
  // One token in at $1000, one out at $2000 per million.
  await expect(page.getByText(/cost \$0\.0030/)).toBeVisible();
  await expect(page.getByRole('img', { name: /Context: 2 of 8K tokens/ })).toBeVisible();
  await page.getByRole('button', { name: /^Options/ }).click();
  await expect(page.getByLabel('Model')).toHaveValue('my-server/echo');

  await page.goto(`${app.url}/settings`);
  await card.getByRole('button', { name: 'Examine' }).click();
  await expect(card.getByRole('table')).toContainText('Tool calls');
  await card.getByRole('button', { name: 'Edit' }).click();
  await expect(page.getByLabel('API key')).toHaveValue('');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await card.getByRole('button', { name: 'Delete' }).click();
  await card.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('No model is connected yet.')).toBeVisible();
  const { message } = await runToEnd(app, { message: 'hello' });
  expect(textOf(message)).toMatch(/demo/i);
});

test('a key never comes out: not in an answer, a page, an event, a log or a file', async ({
  launch,
  modelServer,
}) => {
  const app = await launch({ env: { OPENAI_API_KEY: 'env-secret-1234567890' } });
  modelServer.configure({ requireKey: undefined });
  // A provider that echoes what it got is the worst case.
  modelServer.script('parrot', () => ({
    status: 400,
    body: { error: { message: `Bad key ${KEY} of ${HEADER} and env-secret-1234567890` } },
  }));
  const created = await post(app, '/api/connections', {
    label: 'Leaky',
    baseUrl: modelServer.url,
    apiKey: KEY,
    headers: { 'x-tenant': HEADER },
  });
  const seen = [await created.text()];
  const { id } = JSON.parse(seen[0] ?? '');
  for (const model of [`${id}/parrot`, 'env/parrot']) {
    const { chatId, chunks } = await runToEnd(app, { message: 'hi', model });
    seen.push(JSON.stringify(chunks), JSON.stringify(await readChat(app, chatId)));
    seen.push(await (await fetch(`${app.url}/c/${chatId}`)).text());
  }
  await post(app, `/api/connections/${id}/doctor`, { model: 'parrot' }).then(async (answer) =>
    seen.push(await answer.text()),
  );
  await patch(app, `/api/connections/${id}`, { label: 'Leaky still' }).then(async (answer) =>
    seen.push(await answer.text()),
  );
  for (const route of [
    '/',
    '/settings',
    '/api/connections',
    '/api/models',
    '/api/health',
    `/api/connections/${id}/models`,
    '/api/chats',
  ]) {
    seen.push(await (await fetch(app.url + route)).text());
  }
  // The key was used all the same.
  const request = modelServer.requests.find((each) => each.model === 'parrot');
  expect(request?.hadKey).toBe(true);
  const secrets = [KEY, HEADER, 'env-secret-1234567890'];
  for (const text of [...seen, app.log()]) {
    for (const secret of secrets) expect(text).not.toContain(secret);
  }
  for (const file of readdirSync(app.dataDir, { recursive: true, encoding: 'utf8' })) {
    const full = path.join(app.dataDir, file);
    if (!statSync(full).isFile()) continue;
    const bytes = readFileSync(full, 'latin1');
    for (const secret of secrets) expect(bytes.includes(secret), file).toBe(false);
  }
  expect(statSync(path.join(app.dataDir, 'secret.key')).mode & 0o777).toBe(0o600);
});

test('a key does not follow its connection to another host, and needs its secret', async ({
  launch,
  modelServer,
}) => {
  const app = await launch({ env: { LOUPE_SECRET: 'the first secret of all' } });
  const body = { label: 'Mine', baseUrl: modelServer.url, apiKey: 'test-key' };
  const { id } = await (await post(app, '/api/connections', body)).json();
  expect(id).toBe('mine');
  const renamed = await (await patch(app, '/api/connections/mine', { label: 'Mine too' })).json();
  expect(renamed).toMatchObject({ hasKey: true, label: 'Mine too' });
  const { message } = await runToEnd(app, { message: 'hello', model: 'mine/echo' });
  expect(textOf(message)).toBe('hello');
  const moved = await (
    await patch(app, '/api/connections/mine', { baseUrl: 'http://127.0.0.1:9/v1' })
  ).json();
  expect(moved).toMatchObject({ hasKey: false });
  await patch(app, '/api/connections/mine', { apiKey: 'test-key' });

  await app.stop();
  const other = await launch({
    dataDir: app.dataDir,
    env: { LOUPE_SECRET: 'another secret entirely' },
  });
  const { connections } = await (await fetch(`${other.url}/api/connections`)).json();
  expect(connections.find((each: { id: string }) => each.id === 'mine')).toMatchObject({
    hasKey: false,
    locked: true,
  });
});

test('what is wrong with a connection is said', async ({ app }) => {
  const bad = async (body: object) =>
    (await (await post(app, '/api/connections', body)).json()).error?.code;
  expect(await bad({ label: 'x', baseUrl: 'ftp://a.test' })).toBe('invalid_url');
  expect(await bad({ label: 'x', baseUrl: 'http://user:pw@a.test' })).toBe('invalid_url');
  expect(await bad({ label: 'x', baseUrl: 'http://169.254.169.254/v1' })).toBe('invalid_url');
  expect(await bad({ label: '', baseUrl: 'http://a.test' })).toBe('invalid_request');
  expect((await patch(app, '/api/connections/env', { label: 'x' })).status).toBe(409);
  expect((await patch(app, '/api/connections/none', { label: 'x' })).status).toBe(404);
  expect((await patch(app, '/api/models', { defaultModel: 'none/x' })).status).toBe(400);
});

test('a model server on this machine is found by itself', async ({ launch, modelServer }) => {
  modelServer.configure({ requireKey: undefined });
  const app = await launch({
    env: {
      OPENAI_BASE_URL: '',
      OPENAI_API_KEY: '',
      OPENAI_MODEL: '',
      LOUPE_LOCAL_MODELS: modelServer.url,
    },
  });
  const { connections } = await (await fetch(`${app.url}/api/connections`)).json();
  expect(connections).toMatchObject([{ origin: 'local', baseUrl: modelServer.url, hasKey: false }]);
  const { models, defaultModel } = await (await fetch(`${app.url}/api/models`)).json();
  expect(defaultModel).toBe('demo/demo');
  const model = models.find((each: { label: string }) => each.label === 'echo').id;
  const { message } = await runToEnd(app, { message: 'hello', model });
  expect(textOf(message)).toBe('hello');
});
