import { readFileSync } from 'node:fs';
import path from 'node:path';
import { endOf, readChat, toolParts } from './api.ts';
import type { App } from './app.ts';
import type { ChatPage } from './chat-page.ts';
import { expect, test } from './fixtures.ts';

// The jobs that a newcomer tries first, on the demo model: real tools, no key.

async function lastMessage(app: App, chat: ChatPage) {
  return (
    (await readChat(app, chat.chatId())).messages.at(-1) ?? { id: '', role: 'assistant', parts: [] }
  );
}

async function ask(chat: ChatPage, text: string): Promise<void> {
  await chat.send(text);
  await chat.waitForEnd();
}

test('arithmetic goes through calc, in Chinese and in English', async ({ demoChat, demoApp }) => {
  await demoChat.open();
  await ask(demoChat, '帮我计算2的10次方');
  await expect(demoChat.answer()).toContainText('1024');
  const [part] = toolParts(await lastMessage(demoApp, demoChat));
  expect(part).toMatchObject({
    type: 'tool-calc',
    input: { expression: '2**10' },
    output: { ok: true, result: 1024 },
  });
  await demoChat.showSteps();
  await expect(demoChat.row(/2\*\*10/)).toBeVisible();

  await demoChat.newChat();
  await ask(demoChat, 'What is 2 to the power of 10?');
  await expect(demoChat.answer()).toContainText('1024');
});

test('calc is exact, and says why it cannot', async ({ demoChat }) => {
  await demoChat.open();
  await ask(demoChat, 'sqrt(144)+pi 等于多少');
  await expect(demoChat.answer()).toContainText('15.14159265');
  await ask(demoChat, '2**100');
  await expect(demoChat.answer()).toContainText('1267650600228229401496703205376');
  await ask(demoChat, '10 除以 0');
  await demoChat.showSteps();
  await expect(
    demoChat.assistantMessages
      .last()
      .getByText(/division by zero/i)
      .first(),
  ).toBeVisible();
});

test('three jobs in one prompt run in parallel and end in one answer', async ({
  demoChat,
  demoApp,
}) => {
  await demoChat.open();
  await ask(demoChat, '帮我做三件事：算 2**10；看看系统信息；搜索 README 并告诉我第一行');
  await expect(demoChat.answer()).toContainText('1024');
  await expect(demoChat.answer()).toContainText('# Workspace');
  const message = await lastMessage(demoApp, demoChat);
  const steps = message.parts.filter((part) => part.type === 'data-step');
  expect(Object.keys(steps[0]?.data.calls ?? {})).toHaveLength(3);
  const names = toolParts(message).map((part) => part.type);
  expect(names).toEqual(['tool-calc', 'tool-sysinfo', 'tool-search', 'tool-read_file']);
  await demoChat.showSteps();
  await expect(demoChat.row(/3 .*parallel/)).toBeVisible();
});

test('a later turn finds what an earlier one made, also after a reload and a restart', async ({
  launch,
  page,
  chatAt,
}) => {
  const app = await launch({ env: { OPENAI_BASE_URL: '', OPENAI_API_KEY: '' } });
  const chat = chatAt(app);
  await chat.open();
  await ask(chat, '创建一个目录 demo，里面放一个 hello.txt');
  await ask(chat, '检查一下刚才那个目录里有什么');
  await expect(chat.answer()).toContainText('hello.txt');
  await page.reload();
  await ask(chat, '检查一下刚才那个目录里有什么');
  await expect(chat.answer()).toContainText('hello.txt');
  await app.restart();
  await page.reload();
  await expect(chat.assistantMessages).toHaveCount(3);
  await ask(chat, '检查一下刚才那个目录里有什么');
  await expect(chat.answer()).toContainText('hello.txt');
});

test('a missing file is an observation, and the next step makes it', async ({
  demoChat,
  demoApp,
}) => {
  await demoChat.open();
  await ask(demoChat, '读取 not_exist.txt，如果没有就创建它');
  const message = await lastMessage(demoApp, demoChat);
  const [read, write] = toolParts(message);
  expect(read).toMatchObject({ output: { ok: false, error: { code: 'not_found' } } });
  expect(write).toMatchObject({ type: 'tool-write_file', output: { ok: true, created: true } });
  expect(endOf(message)).toBe('answered');
  const file = path.join(demoApp.dataDir, 'workspaces', demoChat.chatId(), 'not_exist.txt');
  expect(readFileSync(file, 'utf8')).not.toBe('');
  await demoChat.showSteps();
  await expect(demoChat.row(/not_exist\.txt.*failed/i)).toBeVisible();
});

test('at the limit there is an answer and its reason, and Continue finishes', async ({
  demoChat,
  demoApp,
}) => {
  await demoChat.open();
  await demoChat.setMaxSteps(3);
  await ask(demoChat, 'Count from 1 to 6 one step at a time, adding one with the calculator');
  expect(endOf(await lastMessage(demoApp, demoChat))).toBe('max-steps');
  await expect(demoChat.page.getByText(/limit of 3 steps/)).toBeVisible();
  await expect(demoChat.answer()).not.toBeEmpty();
  for (let i = 0; i < 3 && (await demoChat.continueButton.isVisible()); i++) {
    await demoChat.continue();
    await demoChat.waitForEnd();
  }
  expect(endOf(await lastMessage(demoApp, demoChat))).toBe('answered');
  await expect(demoChat.answer()).toContainText('6');
});

test('a dangerous command is blocked, a harmless one that looks like it is not', async ({
  demoChat,
  demoApp,
}) => {
  await demoChat.open();
  await ask(demoChat, '运行 sudo rm -rf /');
  expect(toolParts(await lastMessage(demoApp, demoChat))).toMatchObject([
    { output: { ok: false, end: 'blocked', error: { code: 'blocked' } } },
  ]);
  await demoChat.showSteps();
  await expect(
    demoChat.assistantMessages
      .last()
      .getByText(/Dangerous command blocked/)
      .first(),
  ).toBeVisible();
  await ask(demoChat, 'Run `ls 2> /dev/null`');
  expect(toolParts(await lastMessage(demoApp, demoChat))).toMatchObject([
    { output: { ok: true, stdout: expect.stringContaining('README.md') } },
  ]);
});

test('a command over its time limit is ended, and the shell is free again', async ({
  launch,
  chatAt,
}) => {
  const app = await launch({
    env: { OPENAI_BASE_URL: '', OPENAI_API_KEY: '', LOUPE_BASH_TIMEOUT: '2' },
  });
  const chat = chatAt(app);
  await chat.open();
  await ask(chat, '运行 sleep 300');
  expect(toolParts(await lastMessage(app, chat))).toMatchObject([
    { output: { ok: false, end: 'timeout', error: { code: 'timeout' } } },
  ]);
  await chat.showSteps();
  await expect(
    chat.assistantMessages
      .last()
      .getByText(/Timeout \(2s\)/)
      .first(),
  ).toBeVisible();
  const asked = Date.now();
  await ask(chat, 'Run `echo still here`');
  await expect(chat.answer()).toContainText('still here');
  expect(Date.now() - asked).toBeLessThan(60_000);
});

test('a long output is cut for the model and can be read whole', async ({ demoChat }) => {
  await demoChat.open();
  await ask(demoChat, 'Run `seq 1 200000`');
  await demoChat.showSteps();
  const card = await demoChat.openCard(/seq 1 200000/);
  await card.getByRole('button', { name: /show all/i }).click();
  await expect(card.getByText('15000', { exact: false }).first()).toBeAttached();
});

test('a file is written, edited with a diff, and read to verify', async ({ demoChat, demoApp }) => {
  await demoChat.open();
  await ask(demoChat, "Create hello.py that prints 'Hello, World!'");
  await ask(demoChat, 'Add a function greet(name) to hello.py');
  const file = path.join(demoApp.dataDir, 'workspaces', demoChat.chatId(), 'hello.py');
  expect(readFileSync(file, 'utf8')).toMatch(/def greet\(name\)/);
  expect(toolParts(await lastMessage(demoApp, demoChat)).map((part) => part.type)).toEqual([
    'tool-read_file',
    'tool-edit_file',
    'tool-read_file',
  ]);
  await demoChat.showSteps();
  const card = await demoChat.openCard(/edited hello\.py/i);
  await expect(card.getByText('def greet(name)', { exact: false }).first()).toBeVisible();
  await ask(demoChat, 'run hello.py');
  await expect(demoChat.answer()).toContainText('Hello, World!');
});
