import {
  apiRoutes,
  ask,
  becomeMember,
  becomeOwner,
  codeOf,
  PASSWORD,
  setupPath,
  type Visitor,
  visit,
} from './accounts.ts';
import { expect, test } from './fixtures.ts';
import { call, slowly } from './model-server.ts';

const ACCOUNTS = { env: { LOUPE_ACCESS: 'accounts' } };
/** An answer that is on until somebody stops it. */
function* endless() {
  for (let n = 1; ; n++) yield* slowly(`Line ${n} of the long answer. `, 25);
}

/** What needs no session, besides pages; anything else on disk does. */
const PUBLIC = [
  'GET /api/health',
  'POST /api/access/sign-in',
  'POST /api/access/setup',
  'POST /api/access/join',
  'GET /api/share/[token]',
];

const fill = (path: string, ids: Record<string, string> = {}) =>
  path.replace(/\[(\w+)\]/g, (_, name) => ids[name] ?? 'some-id');

async function startRun(who: Visitor, data: object) {
  const response = await who.request.post('/api/chat?wait=none', { data });
  expect(response.status(), await response.text()).toBe(202);
  return (await response.json()) as { chatId: string; runId: string };
}

const state = async (who: Visitor, chatId: string) =>
  (await (await who.request.get(`/api/chat/${chatId}`)).json()).state;

/** Reads a stream until the server ends it. */
async function readToEnd(app: { url: string }, path: string, who: Visitor): Promise<void> {
  const cookies = await who.page.context().cookies();
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const response = await fetch(app.url + path, { headers: { cookie } });
  expect(response.status).toBe(200);
  for await (const _ of response.body ?? []) {
    // Only its end matters.
  }
}

test('the owner sets up and invites; a chat is private until it is opened to the team', async ({
  browser,
  launch,
  modelServer,
}) => {
  const app = await launch(ACCOUNTS);
  const ada = await visit(browser, app);
  await ada.page.goto('/c/somewhere');
  await expect(ada.page).toHaveURL(`${app.url}/setup`);
  await expect(ada.page.getByText(/printed a link/)).toBeVisible();
  await ada.page.goto(setupPath(app));
  await ada.page.getByLabel('Name').fill('Ada');
  await ada.page.getByLabel('Password').fill(PASSWORD);
  await ada.page.getByRole('button', { name: /owner’s account/ }).click();
  await expect(ada.chat.composer).toBeVisible();
  await ada.page.goto(setupPath(app));
  await expect(ada.page.getByRole('heading', { name: /not valid/ })).toBeVisible();

  await ada.page.goto('/settings');
  await ada.page.getByRole('button', { name: 'Invite somebody' }).click();
  const link = await ada.page.getByLabel('Invitation link').inputValue();
  const mei = await visit(browser, app);
  await mei.page.goto(link);
  await mei.page.getByLabel('Name').fill('Mei');
  await mei.page.getByLabel('Password').fill(PASSWORD);
  await mei.page.getByRole('button', { name: 'Make the account' }).click();
  await expect(mei.chat.composer).toBeVisible();
  await expect(mei.page.getByRole('link', { name: 'Connections' })).toHaveCount(0);
  await mei.page.goto('/settings');
  await expect(mei.page).toHaveURL(`${app.url}/`);
  const late = await visit(browser, app);
  await late.page.goto(link);
  await expect(late.page.getByRole('heading', { name: /not valid/ })).toBeVisible();
  await ada.page.reload();
  await expect(ada.page.getByText('Mei', { exact: true })).toBeVisible();

  modelServer.script('echo', endless);
  await ada.chat.open();
  await ada.chat.send('the private plan');
  await expect(ada.chat.answer()).toContainText('Line 3');
  const id = ada.chat.chatId();
  await mei.chat.open();
  await expect(mei.page.getByRole('link', { name: 'the private plan' })).toHaveCount(0);
  await mei.page.getByRole('searchbox').fill('private');
  await expect(mei.page.getByText('Nothing found')).toBeVisible();
  await mei.page.getByRole('searchbox').fill('');
  expect((await mei.page.goto(`/c/${id}`))?.status()).toBe(404);
  await expect(mei.page.getByRole('heading', { name: /does not exist/ })).toBeVisible();

  await mei.chat.open();
  const mine = ada.page.getByRole('navigation').getByRole('link', { name: 'the private plan' });
  await mine.hover();
  await ada.page.getByRole('button', { name: 'Open to the team: the private plan' }).click();
  await expect(mei.page.getByRole('link', { name: 'the private plan' })).toBeVisible();
  await mei.chat.openFromList('the private plan');
  await expect(mei.page.getByRole('img', { name: 'Open to the team by Ada' })).toBeVisible();
  await mei.page.getByRole('navigation').getByRole('link', { name: 'the private plan' }).hover();
  await expect(mei.page.getByRole('button', { name: /^(Rename|Delete): the priv/ })).toHaveCount(0);
  await expect(mei.chat.answer()).toContainText('Line 5');
  await expect(ada.page.getByText('2 are looking at this chat')).toBeVisible();
  await mei.chat.stop();
  await ada.chat.waitForEnd();
  await mei.chat.waitForEnd();
  expect(await codeOf(await mei.request.delete(`/api/chat/${id}`))).toBe('not_yours');
  const rename = await mei.request.patch(`/api/chat/${id}`, { data: { title: 'mine' } });
  expect(await codeOf(rename)).toBe('not_yours');

  await mine.hover();
  await ada.page.getByRole('button', { name: 'Close to the team: the private plan' }).click();
  // The page of who lost the chat finds out by itself.
  await expect(mei.page.getByRole('heading', { name: /does not exist/ })).toBeVisible();
  expect(app.log().match(/code=/g)).toHaveLength(1);
  expect(app.log()).not.toContain(PASSWORD);
});

test('without a session every route on disk answers 401, but those that are meant for all', async ({
  browser,
  launch,
}) => {
  const app = await launch(ACCOUNTS);
  const nobody = await visit(browser, app);
  const routes = apiRoutes();
  expect(routes.length).toBeGreaterThan(30);
  for (const owned of [false, true]) {
    if (owned) await becomeOwner(browser, app);
    for (const route of routes) {
      const name = `${route.method} ${route.path}`;
      const response = await ask(nobody.request, { ...route, path: fill(route.path) });
      if (PUBLIC.includes(name)) expect(await codeOf(response), name).not.toBe('sign_in_required');
      else {
        expect(response.status(), name).toBe(401);
        expect(await codeOf(response), name).toBe('sign_in_required');
      }
    }
  }
  const forged = await nobody.request.get('/api/chats', {
    headers: {
      cookie: `loupe_session=${'x'.repeat(43)}`,
      'x-middleware-subrequest': 'proxy:proxy:proxy:proxy:proxy',
      'x-loupe-person': 'Ada',
    },
  });
  expect(forged.status()).toBe(401);
  for (const path of ['/', '/c/some-id', '/settings', '/nothing', '/c/some-id.rsc', '/?a=1']) {
    const response = await nobody.request.get(path, { maxRedirects: 0 });
    expect(response.status(), path).toBe(307);
    expect(response.headers().location, path).toMatch(/^\/sign-in(\?next=%2F[\w%.-]+)?$/);
  }
});

test('a chat of somebody else is on every route like one that is not there', async ({
  browser,
  launch,
  modelServer,
}) => {
  const app = await launch(ACCOUNTS);
  const ada = await becomeOwner(browser, app);
  const mei = await becomeMember(browser, app, ada, 'Mei');
  modelServer.script('echo', () => [call('bash', { command: 'touch a' })]);
  const { chatId, runId } = await startRun(ada, { message: 'mine', approval: 'changes' });
  await expect.poll(() => state(ada, chatId)).toBe('waiting');
  const named = apiRoutes().filter(({ path }) => /^\/api\/(chat|runs)\/\[id\]/.test(path));
  expect(named.length).toBeGreaterThan(15);
  for (const route of named) {
    const name = `${route.method} ${route.path}`;
    const id = route.path.startsWith('/api/chat/') ? chatId : runId;
    const hidden = await ask(mei.request, { ...route, path: fill(route.path, { id }) });
    expect(hidden.status(), name).toBe(404);
    // The page of a chat that has not begun listens already.
    if (name !== 'GET /api/chat/[id]/feed') {
      const none = await ask(mei.request, { ...route, path: fill(route.path) });
      expect(await hidden.text(), name).toBe((await none.text()).replace('some-id', id));
    }
    const bad = await ask(mei.request, { ...route, path: fill(route.path, { id: 'a.b' }) });
    expect(bad.status(), name).toBe(400);
  }
  for (const body of [
    { id: chatId, message: 'me too' },
    { id: chatId, trigger: 'regenerate-message' },
  ]) {
    const response = await mei.request.post('/api/chat', { data: body });
    expect(await codeOf(response)).toBe('unknown_chat');
  }
  expect(await state(ada, chatId)).toBe('waiting');
  const own = await startRun(mei, { id: 'my-own-id', message: 'hello' });
  expect(own.chatId).toBe('my-own-id');
  const other = await ada.request.post('/api/chat', { data: { id: 'my-own-id', message: 'hi' } });
  expect(await codeOf(other)).toBe('unknown_chat');
  const forMember = await ask(mei.request, { method: 'GET', path: '/api/connections' });
  expect(await codeOf(forMember)).toBe('owner_only');
  await ada.request.post(`/api/runs/${runId}/stop`);
  await mei.request.post(`/api/runs/${own.runId}/stop`);
});

test('the resume endpoint asks who asks', async ({ browser, launch, modelServer }) => {
  const app = await launch(ACCOUNTS);
  const ada = await becomeOwner(browser, app);
  const mei = await becomeMember(browser, app, ada, 'Mei');
  const nobody = await visit(browser, app);
  modelServer.script('echo', () => 'done');
  const { chatId } = await startRun(ada, { message: 'short' });
  await expect.poll(() => state(ada, chatId)).toBe('idle');
  const status = async (who: Visitor, id: string) =>
    (await who.request.get(`/api/chat/${id}/stream`)).status();
  expect(await status(ada, 'no.id')).toBe(400);
  expect(await status(ada, 'x'.repeat(65))).toBe(400);
  expect(await status(ada, '%61')).toBe(400);
  expect(await status(nobody, chatId)).toBe(401);
  expect(await status(mei, chatId)).toBe(404);
  expect(await status(ada, 'unknown')).toBe(404);
  expect(await status(ada, chatId)).toBe(204);
});

test('open streams end with the session, everywhere, and with the account', async ({
  browser,
  launch,
  modelServer,
}) => {
  const app = await launch(ACCOUNTS);
  const ada = await becomeOwner(browser, app);
  const mei = await becomeMember(browser, app, ada, 'Mei');
  modelServer.script('echo', endless);
  const { chatId, runId } = await startRun(mei, { message: 'what Mei asked' });
  const second = await visit(browser, app);
  await second.page.goto(`/c/${chatId}`);
  await second.page.getByLabel('Name').fill('mei');
  await second.page.getByLabel('Password').fill(PASSWORD);
  await second.page.getByRole('button', { name: 'Sign in' }).click();
  await expect(second.page).toHaveURL(`${app.url}/c/${chatId}`);
  await expect(second.chat.answer()).toContainText('Line 2');
  const streams = ['stream', 'feed'].map((each) =>
    readToEnd(app, `/api/chat/${chatId}/${each}`, mei),
  );
  await second.page.getByRole('button', { name: 'Account of Mei' }).click();
  await second.page.getByRole('button', { name: 'Sign out everywhere' }).click();
  await expect(second.page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await Promise.all(streams);
  expect((await mei.request.get('/api/chats')).status()).toBe(401);

  const back = { name: 'Mei', password: PASSWORD };
  await mei.request.post('/api/access/sign-in', { data: back });
  const feed = readToEnd(app, `/api/chat/${chatId}/feed`, mei);
  await ada.page.goto('/settings');
  await ada.page.getByRole('button', { name: 'Remove Mei' }).click();
  await ada.page.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(ada.page.getByText('Mei', { exact: true })).toHaveCount(0);
  await feed;
  expect((await mei.request.get('/api/chats')).status()).toBe(401);
  const gone = await mei.request.post('/api/access/sign-in', { data: back });
  expect(await codeOf(gone)).toBe('wrong_credentials');
  await ada.chat.open(chatId);
  await expect(ada.chat.userMessages).toContainText('what Mei asked');
  await ada.request.post(`/api/runs/${runId}/stop`);
});

test('signing in: a wrong password, a foreign address to go to, and too many attempts', async ({
  browser,
  launch,
}) => {
  const app = await launch(ACCOUNTS);
  const ada = await becomeOwner(browser, app);
  const { page, request } = await visit(browser, app);
  await page.goto('/sign-in?next=//example.org/x');
  await page.getByLabel('Name').fill('Ada');
  await page.getByLabel('Password').fill('not the password');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('The name or the password is wrong.')).toBeVisible();
  await page.getByLabel('Password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${app.url}/`);
  const [cookie] = await page.context().cookies();
  expect(cookie).toMatchObject({ name: 'loupe_session', httpOnly: true, sameSite: 'Lax' });
  expect(await page.evaluate(() => document.cookie)).not.toContain('loupe_session');

  const data = { name: 'Ada', password: 'guess' };
  for (let n = 0; n < 10; n++) await request.post('/api/access/sign-in', { data });
  const refused = await request.post('/api/access/sign-in', { data });
  expect(refused.status()).toBe(429);
  expect((await refused.json()).error).toMatchObject({
    code: 'too_many_attempts',
    hint: expect.stringContaining('minutes'),
  });
  await app.restart();
  const still = { name: 'ADA', password: PASSWORD };
  expect((await request.post('/api/access/sign-in', { data: still })).status()).toBe(429);
  // Who is signed in stays so, over a restart as well.
  expect((await ada.request.get('/api/chats')).status()).toBe(200);
});

test('chats from before belong to the owner; without accounts there is nothing of this', async ({
  browser,
  launch,
  modelServer,
}) => {
  const open = await launch();
  modelServer.script('echo', () => 'done');
  const before = await visit(browser, open);
  await before.chat.open();
  await before.chat.send('from before');
  await before.chat.waitForEnd();
  await expect(before.page.getByRole('button', { name: /team|Account/ })).toHaveCount(0);
  expect((await before.page.goto('/sign-in'))?.status()).toBe(404);
  expect(await codeOf(await before.request.post('/api/access/sign-in'))).toBe('accounts_off');
  await open.stop();
  const app = await launch({ ...ACCOUNTS, dataDir: open.dataDir });
  const ada = await becomeOwner(browser, app);
  await ada.chat.open();
  await ada.chat.openFromList('from before');
  await expect(ada.chat.answer()).toContainText('done');
});
