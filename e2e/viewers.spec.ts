import type { Browser } from '@playwright/test';
import { readChat, textOf } from './api.ts';
import { ChatPage } from './chat-page.ts';
import { conversation } from './conversation.ts';
import { expect, test } from './fixtures.ts';
import { call, slowly } from './model-server.ts';

const LONG = Array.from({ length: 60 }, (_, i) => `Line ${i + 1} of the long answer.`).join(' ');

async function newPage(browser: Browser, url: string): Promise<ChatPage> {
  const context = await browser.newContext({ locale: 'en-US' });
  return new ChatPage(await context.newPage(), url);
}

test('two browsers follow one run, one of them joins late, and both end alike', async ({
  browser,
  app,
  chat,
  modelServer,
}) => {
  modelServer.script('echo', function* (_request, turn) {
    if (turn === 1) {
      yield { reasoning: 'First I compute, and I look around.' };
      yield call('calc', { expression: '12*12' });
      yield call('bash', { command: 'sleep 1; echo seen' });
      yield call('list_files', {});
    } else yield* slowly(`The result is **144**. ${LONG.slice(0, 400)}`, 30);
  });
  await chat.open();
  await chat.send('compute and look');
  const second = await newPage(browser, app.url);
  await second.open(chat.chatId());
  await expect(chat.answer()).toContainText('144');
  const late = await newPage(browser, app.url);
  await late.open(chat.chatId());
  const all = [chat, second, late];
  for (const viewer of all) await viewer.waitForEnd();
  for (const viewer of all) await viewer.showSteps();
  const dom = await conversation(chat.page);
  expect(dom).toContain('144');
  expect(await conversation(second.page)).toBe(dom);
  expect(await conversation(late.page)).toBe(dom);
  await late.page.reload();
  await late.showSteps();
  expect(await conversation(late.page)).toBe(dom);
});

test('a reload in mid-run shows every message once, and the run goes on (c01)', async ({
  app,
  page,
  launch: _,
  modelServer,
}) => {
  modelServer.script('first', () => 'A finished turn.');
  const chat = new ChatPage(page, app.url);
  await chat.open();
  modelServer.script('echo', () => 'A finished turn.');
  await chat.send('first');
  await chat.waitForEnd();
  modelServer.script('echo', () => slowly(LONG, 25));
  await chat.send('second');
  await expect(chat.answer()).toContainText('Line 5');
  await page.reload();
  await expect(chat.userMessages).toHaveCount(2);
  await expect(chat.assistantMessages).toHaveCount(2);
  await expect(chat.answer()).toContainText('Line 9');
  await chat.waitForEnd();
  await expect(chat.answer()).toContainText(LONG);
  const ids = (await readChat(app, chat.chatId())).messages.map((message) => message.id);
  expect(new Set(ids).size).toBe(4);
  await page.reload();
  await expect(chat.assistantMessages).toHaveCount(2);
  await expect(chat.answer()).toHaveText(new RegExp(`^\\s*${LONG.replaceAll('.', '\\.')}`));
  expect(modelServer.requests).toHaveLength(2);
});

test('closing the tab is not a stop (c06)', async ({ app, browser, modelServer }) => {
  modelServer.script('echo', () => slowly(LONG, 15));
  const closing = await newPage(browser, app.url);
  await closing.open();
  await closing.send('go');
  await expect(closing.answer()).toContainText('Line 3');
  const id = closing.chatId();
  await closing.page.context().close();
  await expect.poll(async () => (await readChat(app, id)).state, { timeout: 20_000 }).toBe('idle');
  const again = await newPage(browser, app.url);
  await again.open(id);
  await expect(again.answer()).toContainText(LONG);
  expect(modelServer.requests).toHaveLength(1);
  expect(modelServer.requests[0]?.state).toBe('sent');
});

test('each chat shows only its own run (c13)', async ({ chat, app, modelServer }) => {
  modelServer.script('echo', (request) => {
    const asked = JSON.stringify(request.messages.at(-1)?.content);
    return asked.includes('first')
      ? slowly(LONG, 30)
      : slowly('Only the second chat says this.', 60);
  });
  await chat.open();
  await chat.send('the first chat');
  await expect(chat.answer()).toContainText('Line 3');
  const first = chat.chatId();
  await chat.newChat();
  await chat.send('the other chat');
  await chat.waitForEnd();
  await expect(chat.answer()).toHaveText(/^\s*Only the second chat says this\./);
  const second = chat.chatId();
  expect(second).not.toBe(first);
  await chat.openFromList('the first chat');
  await expect(chat.userMessages).toHaveCount(1);
  await chat.waitForEnd();
  await expect(chat.answer()).toContainText(LONG);
  for (const [id, text] of [
    [first, LONG],
    [second, 'Only the second chat says this.'],
  ] as const) {
    const { messages } = await readChat(app, id);
    expect(messages).toHaveLength(2);
    expect(messages[1] && textOf(messages[1])).toBe(text);
  }
});

test('a stop in the second step ends it at once, and the next message works', async ({
  chat,
  app,
  modelServer,
}) => {
  modelServer.script('echo', function* (request, turn) {
    const users = request.messages.filter((message) => message.role === 'user').length;
    if (users > 1) yield 'The next message is answered.';
    else if (turn === 1) yield call('calc', { expression: '1+1' });
    else {
      yield 'I start a long command.';
      yield call('bash', { command: 'echo before; sleep 60; echo after' });
    }
  });
  await chat.open();
  await chat.send('go');
  await expect(chat.row(/sleep 60/)).toBeVisible();
  const pressed = Date.now();
  await chat.stop();
  await chat.waitForEnd();
  expect(Date.now() - pressed).toBeLessThan(20_000);
  await expect(chat.page.getByText(/stopped/i).first()).toBeVisible();
  await chat.page.reload();
  await expect(chat.page.getByText(/stopped/i).first()).toBeVisible();
  await chat.send('and now?');
  await chat.waitForEnd();
  await expect(chat.answer()).toHaveText(/The next message is answered\./);
  const { runs } = await readChat(app, chat.chatId());
  expect(runs.map((run) => run.reason)).toEqual(['stopped', 'answered']);
});
