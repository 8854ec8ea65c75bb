import { post, startRun } from './api.ts';
import { ChatPage } from './chat-page.ts';
import { expectAccessible, expectNoSidewaysScroll, looks } from './expect-look.ts';
import { expect, test } from './fixtures.ts';
import { call, slowly } from './model-server.ts';

for (const { name, use } of looks) {
  test(`every state is accessible and fits: ${name}`, async ({ browser, app, modelServer }) => {
    modelServer.script('echo', function* (request, turn) {
      const users = request.messages.filter((message) => message.role === 'user').length;
      if (users > 1) {
        yield* slowly('An answer with **marks**, `code` and **half', 20);
        yield { waitMs: 60_000 };
      } else if (turn === 1) {
        yield { reasoning: 'I try two things at once.' };
        yield call('calc', { expression: '2**0.5' });
        yield call('bash', { command: `echo ${'averylongword'.repeat(20)}; exit 3` });
      } else if (turn === 2)
        yield call('edit_file', { path: 'none.txt', old_text: 'a', new_text: 'b' });
      else {
        yield '# Done\n\n| a | b | c | d | e | f |\n|-|-|-|-|-|-|\n| 1 | 2 | 3 | 4 | 5 | 6 |\n\n';
        yield '```ts\nconst x = 1;\n```\n\n- one\n- two\n\n![remote](http://127.0.0.1:1/pixel.png) <b>not bold</b>';
      }
    });
    const context = await browser.newContext(use);
    const page = await context.newPage();
    const foreign: string[] = [];
    page.on('request', (request) => {
      if (new URL(request.url()).origin !== app.url) foreign.push(request.url());
    });
    await page.goto(app.url);
    await expect(page.getByRole('textbox')).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);

    await page.getByRole('textbox').fill('work');
    await page.keyboard.press('Enter');
    const summary = page.getByRole('button', { name: /^(Worked for|用时)/ });
    await expect(summary).toBeVisible({ timeout: 20_000 });
    await summary.click();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);

    await page.getByRole('textbox').fill('go on');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: /^(Stop|停止)$/ })).toBeEnabled();
    await expectAccessible(page);
    await page
      .getByRole('textbox')
      .fill('a message that waits, and that is too long for one line of a phone');
    await page.keyboard.press('Enter');
    const waiting = page.getByRole('region', { name: /^(Waiting messages|等待中的消息)$/ });
    await expect(waiting).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await waiting.getByRole('button', { name: /^(Delete|删除)/ }).click();
    await expect(waiting).toBeHidden();
    await page.getByRole('button', { name: /^(Stop|停止)$/ }).click();
    await expect(page.getByText(/^(Stopped\.|已停止。)/)).toBeVisible();
    modelServer.script('asks', () => [call('bash', { command: 'touch a' })]);
    const asking = await startRun(app, { message: 'ask', model: 'asks', approval: 'changes' });
    await page.goto(`${app.url}/c/${asking.chatId}`);
    await expect(page.getByRole('button', { name: /^(Allow|允许)$/ })).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await post(app, `/api/runs/${asking.runId}/stop`);
    await page.goto(`${app.url}/settings`);
    await page.getByRole('button', { name: /^(Examine|检查)$/ }).click();
    await expect(page.getByRole('table')).toBeVisible({ timeout: 60_000 });
    await page.getByRole('button', { name: /^(Add a connection|添加连接)$/ }).click();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    expect(foreign, 'requests to anywhere else').toEqual([]);
    await context.close();
  });
}

test('theme and language apply at once and outlive a reload', async ({ chat, page }) => {
  await chat.open();
  await page.getByRole('button', { name: 'Appearance' }).click();
  await page.getByRole('radio', { name: 'Dark' }).check({ force: true });
  await expect(page.locator('html')).toHaveClass('dark');
  await page.getByRole('radio', { name: '中文' }).check({ force: true });
  await expect(page.getByRole('textbox', { name: '消息' })).toBeVisible();
  await page.reload();
  await expect(page.locator('html')).toHaveClass('dark');
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
  await expect(
    new ChatPage(page, chat.url).page.getByRole('textbox', { name: '消息' }),
  ).toBeVisible();
});

test('a chat that does not exist says so', async ({ app, page }) => {
  const response = await page.goto(`${app.url}/c/no-such-chat`);
  expect(response?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'This chat does not exist.' })).toBeVisible();
  await page.getByRole('link', { name: 'Start a new chat' }).click();
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible();
});
