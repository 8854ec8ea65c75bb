import AxeBuilder from '@axe-core/playwright';
import { post, runToEnd } from './api.ts';
import type { App } from './app.ts';
import { expect, test } from './fixtures.ts';
import { positionOf } from './model-server/request.ts';
import { call } from './model-server.ts';

const THOUGHT = 'The person must not see this thought.';
const PLANTED = `sk-${'planted0123456789abcdef'}`;

interface Link {
  token: string;
  messages: number;
}

async function share(app: App, chatId: string, contents: object = {}): Promise<Link> {
  const response = await post(app, `/api/chat/${chatId}/share`, contents);
  expect(response.status).toBe(200);
  return (await response.json()).share;
}

test.beforeEach(({ modelServer }) => {
  modelServer.script('echo', function* (request) {
    const { turn, users } = positionOf(request);
    if (turn === 1 && users === 1) {
      yield { reasoning: THOUGHT };
      yield call('write_file', { path: 'notes.txt', content: `The key is ${PLANTED}.` });
    } else if (turn === 2 && users === 1) yield call('read_file', { path: 'notes.txt' });
    else yield `Answer ${users}.`;
  });
});

async function chatOfSix(app: App): Promise<string> {
  const { chatId } = await runToEnd(app, { message: 'Keep a note' });
  await runToEnd(app, { id: chatId, message: 'And then?' });
  await runToEnd(app, { id: chatId, message: 'And then?' });
  return chatId;
}

test('a link shows a copy that only an update changes, and nothing once it is taken back (c16)', async ({
  app,
  browser,
}) => {
  const chatId = await chatOfSix(app);
  const link = await share(app, chatId);
  await runToEnd(app, { id: chatId, message: 'And then?' });

  const context = await browser.newContext();
  const stranger = await context.newPage();
  const loaded: Promise<string>[] = [];
  stranger.on('response', (response) => loaded.push(response.text().catch(() => '')));
  const articles = stranger.getByRole('article');
  const opened = await stranger.goto(`${app.url}/s/${link.token}`);
  expect(opened?.status()).toBe(200);
  expect(opened?.headers()['cache-control']).toContain('no-store');
  await expect(articles).toHaveCount(6);
  await expect(stranger.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/);
  // To read, and with nothing to do.
  await expect(stranger.getByRole('textbox')).toHaveCount(0);
  await expect(stranger.getByRole('button', { name: /Send|Stop|Continue|Delete/ })).toHaveCount(0);
  await stranger
    .getByRole('button', { name: /^Worked for/ })
    .first()
    .click();
  await expect(stranger.getByText('Read', { exact: true })).toBeVisible();
  await expect(stranger.getByRole('button', { name: /^Read/ })).toHaveCount(0);
  const bytes = [...(await Promise.all(loaded)), await stranger.content()].join('\n');
  for (const secret of [THOUGHT, PLANTED, 'notes.txt', chatId, 'test-key']) {
    expect(bytes.includes(secret), secret).toBe(false);
  }

  expect((await share(app, chatId)).token).toBe(link.token);
  await stranger.reload();
  await expect(articles).toHaveCount(8);

  await fetch(`${app.url}/api/chat/${chatId}/share`, { method: 'DELETE' });
  expect((await stranger.reload())?.status()).toBe(404);
  await expect(stranger.getByRole('heading')).toHaveText('This link leads nowhere.');
  expect((await fetch(`${app.url}/api/share/${link.token}`)).status).toBe(404);
  await context.close();
});

test('a link shows what was chosen, and never a key', async ({ app, page }) => {
  const chatId = await chatOfSix(app);
  const link = await share(app, chatId, { thoughts: true, details: true });
  await page.goto(`${app.url}/s/${link.token}`);
  await page
    .getByRole('button', { name: /^Worked for/ })
    .first()
    .click();
  await expect(page.getByRole('button', { name: `Thought ${THOUGHT}` })).toBeVisible();
  await page.getByRole('button', { name: /^Read/ }).click();
  await expect(page.getByText('The key is [hidden].')).toBeVisible();
  const api = await fetch(`${app.url}/api/share/${link.token}`);
  expect(api.headers.get('cache-control')).toBe('no-store');
  expect(api.headers.get('x-robots-tag')).toContain('noindex');
  expect(await api.text()).not.toContain(PLANTED);
});

test('a shared chat can be read without scripts', async ({ app, browser }) => {
  const chatId = await chatOfSix(app);
  const link = await share(app, chatId);
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${app.url}/s/${link.token}`);
  await expect(page.getByRole('heading', { name: 'Keep a note' })).toBeVisible();
  await expect(page.getByText('Answer 3.')).toBeVisible();
  await context.close();
});

test('a person shares a chat, updates the link and takes it back', async ({ app, chat, page }) => {
  const chatId = await chatOfSix(app);
  await chat.open(chatId);
  await page.getByRole('button', { name: 'Share' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share a link to this chat' });
  await dialog.getByRole('checkbox', { name: /thoughts/ }).check();
  await dialog.getByRole('button', { name: 'Create a link' }).click();
  const link = dialog.getByRole('textbox', { name: 'Link' });
  await expect(link).toHaveValue(new RegExp(`^${app.url}/s/[\\w-]{16}$`));
  await expect(dialog.getByText('The link shows 6 messages. It is up to date.')).toBeVisible();
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  await dialog.getByRole('checkbox', { name: /tokens/ }).check();
  await dialog.getByRole('button', { name: 'Update the link' }).click();
  await expect(dialog.getByText(/It is up to date/)).toBeVisible();
  const popup = page.waitForEvent('popup');
  await dialog.getByRole('link', { name: 'See it as others do' }).click();
  const shared = await popup;
  await expect(shared.getByRole('article')).toHaveCount(6);
  await shared
    .getByRole('button', { name: /^Worked for/ })
    .first()
    .click();
  await expect(shared.getByRole('button', { name: /^Thought/ })).toBeVisible();
  expect((await new AxeBuilder({ page: shared }).analyze()).violations).toEqual([]);
  await page.bringToFront();
  await dialog.getByRole('button', { name: 'Stop sharing' }).click();
  await expect(link).toBeHidden();
  expect((await shared.reload())?.status()).toBe(404);
});
