import type { ChatPage } from './chat-page.ts';
import { expect, test } from './fixtures.ts';
import { call, type ReplyPart } from './model-server.ts';

/** Lines without end, until the model server is told that it is enough. */
function* lines(enough: () => boolean): Generator<ReplyPart> {
  for (let i = 1; !enough(); i++) {
    yield `Line ${i} of a long answer.\n\n`;
    yield { waitMs: 50 };
  }
}

/** The part of the page that scrolls the conversation. */
const scroller = (chat: ChatPage) => chat.page.getByTestId('conversation');
const scrollTop = (chat: ChatPage) => scroller(chat).evaluate((element) => element.scrollTop);
const gap = (chat: ChatPage) =>
  scroller(chat).evaluate((e) => e.scrollHeight - e.clientHeight - e.scrollTop);

test('the page follows an answer until the reader scrolls away, and again at the bottom (d23)', async ({
  chat,
  modelServer,
}) => {
  let enough = false;
  modelServer.script('echo', () => lines(() => enough));
  await chat.open();
  await chat.send('a long answer');
  await expect(chat.answer()).toContainText('Line 60 of');
  await expect.poll(() => gap(chat)).toBeLessThan(40);

  await scroller(chat).hover();
  await chat.page.mouse.wheel(0, -400);
  await expect(chat.page.getByRole('button', { name: 'To the bottom' })).toBeVisible();
  await chat.page.waitForTimeout(300);
  const before = await scrollTop(chat);
  const seen = await chat.answer().textContent();
  await expect.poll(() => chat.answer().textContent()).not.toBe(seen);
  await chat.page.waitForTimeout(1000);
  expect(Math.abs((await scrollTop(chat)) - before)).toBeLessThanOrEqual(2);

  await chat.page.getByRole('button', { name: 'To the bottom' }).click();
  await expect.poll(() => gap(chat)).toBeLessThan(40);
  const followed = await scrollTop(chat);
  await expect.poll(() => scrollTop(chat)).toBeGreaterThan(followed);
  await expect.poll(() => gap(chat)).toBeLessThan(40);
  enough = true;
  await chat.waitForEnd();
});

test('a card that opens or closes stays under the pointer (d24)', async ({ chat, modelServer }) => {
  let enough = false;
  modelServer.script('echo', function* (_request, turn) {
    if (turn === 1) yield call('bash', { command: 'seq 1 40' });
    else if (turn === 2) yield call('bash', { command: 'seq 41 80' });
    else yield* lines(() => enough);
  });
  await chat.open();
  await chat.send('work');
  await expect(chat.answer()).toContainText('Line 30 of');
  const row = chat.row(/seq 1 40/);
  await row.scrollIntoViewIfNeeded();
  const top = async () => (await row.boundingBox())?.y ?? Number.NaN;
  for (const expanded of ['true', 'false', 'true']) {
    const before = await top();
    await row.click();
    await expect(row).toHaveAttribute('aria-expanded', expanded);
    expect(Math.abs((await top()) - before)).toBeLessThanOrEqual(4);
    await chat.page.waitForTimeout(400);
    expect(Math.abs((await top()) - before)).toBeLessThanOrEqual(4);
  }
  enough = true;
  await chat.waitForEnd();
});

test('nothing that the reader opened closes itself when the run ends', async ({
  chat,
  modelServer,
}) => {
  const opened = Promise.withResolvers<void>();
  modelServer.script('echo', async function* (request, turn) {
    const asked = JSON.stringify(request.messages.findLast((message) => message.role === 'user'));
    if (turn === 1) yield call('bash', { command: 'seq 1 5' });
    else if (asked.includes('watched')) {
      await opened.promise;
      yield 'An answer.';
    } else yield 'Done.';
  });
  await chat.open();
  await chat.send('watched');
  const row = chat.row(/seq 1 5/);
  await row.click();
  opened.resolve();
  await expect(chat.answer()).toContainText('An answer.');
  await chat.waitForEnd();
  await expect(row).toHaveAttribute('aria-expanded', 'true');
  await expect(chat.row(/^Worked for/)).toHaveAttribute('aria-expanded', 'true');

  await chat.send('not looked at');
  await chat.waitForEnd();
  await expect(chat.row(/^Worked for/)).toHaveAttribute('aria-expanded', 'false');
});
