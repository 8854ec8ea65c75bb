import { post, readChat, runToEnd, startRun, textOf } from './api.ts';
import { startBalancer } from './balancer.ts';
import { ChatPage } from './chat-page.ts';
import { conversation } from './conversation.ts';
import { expect, test } from './fixtures.ts';
import { call, slowly } from './model-server.ts';

const CUTS = 50;

test('a page whose connection breaks fifty times shows the same as one that kept it', async ({
  browser,
  app,
  modelServer,
}) => {
  let over = false;
  modelServer.script('echo', async function* (_request, turn) {
    if (turn < 8) {
      yield { reasoning: `I look for the ${turn}. time. ` };
      yield* slowly('There may be more to see here, so I go on and look once more. ', 40);
      yield call('calc', { expression: `${turn}*${turn}` });
    } else {
      for (let n = 1; !over; n++) yield* slowly(`Line ${n} of the **answer**. `, 40);
    }
  });
  const balancer = await startBalancer([app.url]);
  const { chatId } = await startRun(app, { message: 'go' });
  const whole = new ChatPage(await browser.newPage(), app.url);
  const cut = new ChatPage(await browser.newPage(), balancer.url);
  await whole.open(chatId);
  await cut.open(chatId);
  let state = 11;
  for (let i = 0; i < CUTS; i++) {
    state = (state * 48_271) % 2_147_483_647;
    await cut.page.waitForTimeout(60 + (state % 300));
    balancer.cut();
  }
  over = true;
  for (const page of [whole, cut]) {
    await page.waitForEnd();
    await page.showSteps();
  }
  expect(await conversation(cut.page)).toBe(await conversation(whole.page));
  await cut.page.reload();
  await cut.showSteps();
  expect(await conversation(cut.page)).toBe(await conversation(whole.page));
  await expect(cut.page.getByText('Reconnecting')).toBeHidden();
  await balancer.close();
});

test('while the server is away the page says so quietly, and goes on by itself (c10)', async ({
  launch,
  chatAt,
  modelServer,
}) => {
  const app = await launch();
  modelServer.script('echo', () =>
    slowly('One two three four five six seven eight nine ten.', 300),
  );
  const chat = chatAt(app);
  await chat.open();
  await chat.send('count');
  await expect(chat.answer()).toContainText('three');
  await app.stop('SIGKILL');
  await expect(chat.page.getByText('Reconnecting… the run goes on')).toBeVisible();
  await expect(chat.page.getByRole('button', { name: 'Try now' })).toBeVisible();
  await expect(chat.answer()).toContainText('three');
  await app.restart();
  await chat.page.evaluate(() => window.dispatchEvent(new Event('online')));
  await chat.waitForEnd();
  await expect(chat.answer()).toHaveText('One two three four five six seven eight nine ten.');
  await expect(chat.page.getByRole('main').getByRole('alert')).toHaveCount(0);
});

test('an open page shows a run that somebody else begins, and how many look', async ({
  browser,
  app,
}) => {
  const { chatId } = await runToEnd(app, { message: 'first' });
  const [mine, theirs] = [await browser.newPage(), await browser.newPage()].map(
    (page) => new ChatPage(page, app.url),
  ) as [ChatPage, ChatPage];
  await mine.open(chatId);
  await theirs.open(chatId);
  await expect(mine.page.getByText('2 are looking at this chat')).toBeAttached();
  await theirs.send('second');
  await expect(mine.userMessages).toHaveCount(2);
  await expect(mine.answer()).toContainText('second');
  await theirs.page.close();
  await expect(mine.page.getByText('are looking at this chat')).toHaveCount(0);
});

test('the list shows what other chats do, without being asked again', async ({
  browser,
  app,
  modelServer,
}) => {
  modelServer.script('held', async function* () {
    yield 'Working';
    yield { waitMs: 60_000 };
  });
  const page = await browser.newPage();
  const chat = new ChatPage(page, app.url);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await chat.open();
  await expect.poll(() => asked.filter((path) => path === '/api/chats').length).toBeGreaterThan(0);
  await page.waitForTimeout(1000);
  asked.length = 0;
  const { runId } = await startRun(app, { message: 'A far run', model: 'held' });
  const item = page.getByRole('navigation').getByRole('listitem').filter({ hasText: 'A far run' });
  await expect(item.getByRole('img', { name: 'Running' })).toBeVisible();
  await post(app, `/api/runs/${runId}/stop`);
  await expect(item.getByRole('img')).toHaveCount(0);
  expect(asked).toEqual([]);
});

test('a second tab that sends meanwhile waits in the queue, and both show the same (c12)', async ({
  browser,
  app,
  modelServer,
}) => {
  const queued = Promise.withResolvers<void>();
  modelServer.script('long', async function* () {
    yield* slowly('The answer begins. ', 20);
    await queued.promise;
    yield 'It is over.';
  });
  const { chatId } = await startRun(app, { message: 'one', model: 'long' });
  const direct = await post(app, '/api/chat?wait=none', { id: chatId, message: 'by a program' });
  expect(direct.status).toBe(409);
  expect(await direct.json()).toMatchObject({ error: { code: 'run_active' } });
  const [first, second] = [await browser.newPage(), await browser.newPage()].map(
    (page) => new ChatPage(page, app.url),
  ) as [ChatPage, ChatPage];
  await first.open(chatId);
  await second.open(chatId);
  await second.composer.fill('two');
  await second.page.keyboard.press('Enter');
  for (const tab of [first, second]) {
    await expect(tab.page.getByRole('region', { name: 'Waiting messages' })).toContainText('two');
  }
  queued.resolve();
  for (const tab of [first, second]) {
    await expect(tab.assistantMessages).toHaveCount(2);
    await tab.waitForEnd();
  }
  expect(await conversation(first.page)).toBe(await conversation(second.page));
  expect((await readChat(app, chatId)).messages).toHaveLength(4);
});

test('every byte is the same live, resumed and stored (c18)', async ({ app }) => {
  const { chatId, message } = await runToEnd(app, { message: 'go', model: 'c18-chunk-fidelity' });
  const text = '天地玄黄宇宙洪荒🀄👨‍👩‍👧‍👦';
  expect(textOf(message)).toMatch(new RegExp(`^(${text})+$`, 'u'));
  expect(textOf(message)).not.toContain('\uFFFD');
  const stored = (await readChat(app, chatId)).messages.at(-1);
  expect(stored && textOf(stored)).toBe(textOf(message));
});

test('a stream comes through proxies as it is made (c08)', async ({ app, modelServer }) => {
  modelServer.script('late', async function* () {
    yield { waitMs: 2000 };
    yield 'Now.';
  });
  const response = await fetch(`${app.url}/api/chat`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'accept-encoding': 'gzip, br' },
    body: JSON.stringify({ message: 'go', model: 'late' }),
  });
  expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/);
  expect(response.headers.get('cache-control')).toContain('no-transform');
  expect(response.headers.get('x-accel-buffering')).toBe('no');
  expect(response.headers.get('content-encoding')).toBeNull();
  const reader = response.body?.getReader();
  await reader?.read();
  // The first bytes come before the model has said anything.
  expect(modelServer.requests.at(-1)?.state ?? 'open').toBe('open');
  await reader?.cancel();
  for (const [id, status] of [
    ['no-such-chat', 204],
    [response.headers.get('x-chat-id'), 200],
  ] as const) {
    const stream = await fetch(`${app.url}/api/chat/${id}/stream`);
    expect(stream.status).toBe(status);
    await stream.body?.cancel();
  }
});
