import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { answerOf, endOf, post, readChat, startRun, toolParts } from './api.ts';
import type { App } from './app.ts';
import { expect, test } from './fixtures.ts';
import { startMcpServer } from './mcp-server.ts';
import { positionOf } from './model-server/request.ts';
import { call, slowly } from './model-server.ts';

const fileOf = (app: App, chatId: string, name: string) =>
  path.join(app.dataDir, 'workspaces', chatId, name);

test('a person steers a run, queues, edits, reorders and deletes while it is on', async ({
  chat,
  app,
  modelServer,
}) => {
  const gate = Promise.withResolvers<void>();
  modelServer.script('echo', async function* (request) {
    const { turn, lastUserText, users } = positionOf(request);
    if (users === 1 && turn === 1) {
      yield* slowly('I begin. ', 10);
      await gate.promise;
      yield call('calc', { expression: '1+1' });
    } else yield `Heard: ${lastUserText}`;
  });
  await chat.open();
  await chat.send('Begin');
  const { page } = chat;
  const queue = page.getByRole('region', { name: 'Waiting messages' });
  for (const text of ['first', 'second', 'third']) {
    await chat.composer.fill(text);
    await page.keyboard.press('Enter');
    await expect(queue.getByText(text, { exact: true })).toBeVisible();
  }
  await queue.getByRole('button', { name: 'Move up: third' }).click();
  await expect(queue.getByRole('listitem')).toContainText(['first', 'third', 'second']);
  await queue.getByRole('button', { name: 'Delete: first' }).click();
  await queue.getByRole('button', { name: 'Edit: third' }).click();
  await queue.getByRole('textbox', { name: 'Edit' }).fill('third, but better');
  await page.keyboard.press('Enter');
  await expect(queue.getByRole('listitem')).toContainText(['third, but better', 'second']);
  await page.getByText('Steer now').click();
  await chat.composer.fill('Say it in French');
  await page.getByRole('button', { name: 'Steer now' }).click();
  await expect(queue.getByText('for the next step')).toBeVisible();
  // All of it is the server's, not the page's.
  await page.reload();
  await expect(queue.getByRole('listitem')).toHaveCount(3);
  gate.resolve();
  await expect(chat.assistantMessages).toHaveCount(3);
  await chat.waitForEnd();
  await expect(queue).toBeHidden();
  const { messages } = await readChat(app, chat.chatId());
  expect(messages.map((message) => (message.role === 'user' ? 'user' : answerOf(message)))).toEqual(
    [
      'user',
      'Heard: Say it in French',
      'user',
      'Heard: third, but better',
      'user',
      'Heard: second',
    ],
  );
  expect(messages[1]?.parts).toContainEqual(
    expect.objectContaining({ type: 'data-steer', data: { text: 'Say it in French', step: 2 } }),
  );
});

test('an approval outlives a reload and the server, and allows one run (b22)', async ({
  launch,
  chatAt,
}) => {
  const app = await launch();
  const model = 'b22-approval-after-refresh';
  const { chatId, runId } = await startRun(app, { message: 'go', model, approval: 'changes' });
  const chat = chatAt(app);
  await chat.open(chatId);
  const allow = chat.page.getByRole('button', { name: 'Allow', exact: true });
  await expect(allow).toBeVisible();
  await expect(chat.page.getByText('echo done > approved.txt').last()).toBeVisible();
  await chat.page.reload();
  await expect(allow).toBeVisible();
  await app.stop('SIGKILL');
  await app.restart();
  await expect(allow).toBeVisible();
  expect(existsSync(fileOf(app, chatId, 'approved.txt'))).toBe(false);
  await allow.click();
  await chat.waitForEnd();
  const message = (await readChat(app, chatId)).messages.at(-1);
  expect(message && answerOf(message)).toMatch(/^OK:/);
  expect(readFileSync(fileOf(app, chatId, 'approved.txt'), 'utf8')).toBe('done\n');
  const [part] = message ? toolParts(message) : [];
  const late = { callId: part?.toolCallId, approved: true };
  const again = await post(app, `/api/runs/${runId}/approve`, late);
  expect(again.status).toBe(409);
});

test('what a person does not allow is not done, and the model reads why', async ({
  chat,
  app,
  modelServer,
}) => {
  modelServer.script('echo', (request) => {
    const { turn, lastResult } = positionOf(request);
    return turn === 1 ? [call('bash', { command: 'touch x' })] : [`I read: ${lastResult}`];
  });
  const { chatId } = await startRun(app, { message: 'go', approval: 'changes' });
  await chat.open(chatId);
  await chat.page.getByRole('button', { name: 'Do not allow' }).click();
  await chat.page.getByRole('textbox', { name: /^Reason/ }).fill('Not today.');
  await chat.page.keyboard.press('Enter');
  await expect(chat.answer()).toContainText('Not today.');
  expect(existsSync(fileOf(app, chatId, 'x'))).toBe(false);
});

test('a call with effects outside that a crash cut is never run again unless a person says so', async ({
  launch,
  chatAt,
  modelServer,
}) => {
  const slow = Promise.withResolvers<void>();
  const world = await startMcpServer({
    tools: [
      {
        name: 'send',
        inputSchema: { type: 'object', properties: { to: { type: 'string' } } },
        run: async () => {
          if (world.calls.length === 1) await slow.promise;
          return 'sent';
        },
      },
    ],
  });
  modelServer.script('echo', (request) => {
    const { lastResult, users } = positionOf(request);
    if (users === 1) return [call('post__send', { to: 'anna' })];
    return [`It ended: ${lastResult}`];
  });
  const env = { LOUPE_MCP_SERVERS: JSON.stringify({ post: { url: world.url } }) };
  const app = await launch({ env });
  const { chatId } = await startRun(app, { message: 'send it', approval: 'never' });
  await world.waitForCall((each) => each.tool === 'send');
  await app.stop('SIGKILL');
  await app.restart();
  const chat = chatAt(app);
  await chat.open(chatId);
  for (const name of ['Run again', 'It worked', /^Continue without/, 'Leave it stopped']) {
    await expect(chat.page.getByRole('button', { name })).toBeVisible();
  }
  const stored = (await readChat(app, chatId)).messages.at(-1);
  expect(stored && endOf(stored)).toBe('interrupted');
  expect(world.calls).toHaveLength(1);
  await chat.page.getByRole('button', { name: 'Run again' }).click();
  await expect(chat.assistantMessages).toHaveCount(2);
  await expect(chat.answer()).toHaveText(/^It ended: .*sent/);
  expect(world.calls).toHaveLength(2);
  slow.resolve();
  await world.close();
});

test('stop kills the command at once, and its receipt stays (c03)', async ({
  chat,
  app,
  modelServer,
}) => {
  const model = 'c03-stop-kills-the-tool';
  const { chatId, runId } = await startRun(app, { message: 'go', model });
  await chat.open(chatId);
  await expect(chat.page.getByText('Running', { exact: true }).first()).toBeVisible();
  await sleep(1500);
  await chat.stop();
  const receipt = chat.page.getByText('May have had effects: bash.');
  await expect(receipt).toBeVisible();
  await chat.page.reload();
  await expect(receipt).toBeVisible();
  await sleep(9000);
  expect(existsSync(fileOf(app, chatId, 'late.txt'))).toBe(false);
  expect(modelServer.requests).toHaveLength(1);
  await expect(chat.page.getByText('Running', { exact: true })).toHaveCount(0);
  expect(await (await fetch(`${app.url}/api/runs/${runId}`)).json()).toMatchObject({
    status: 'ended',
    reason: 'stopped',
  });
});

test('of fifty stops in all states nineteen in twenty are done within a second', async ({
  app,
  modelServer,
}) => {
  const states: ((n: number) => AsyncIterable<never> | Iterable<unknown>)[] = [
    () => slowly('word '.repeat(500), 20),
    function* () {
      for (;;) {
        yield { reasoning: 'hm ' };
        yield { waitMs: 20 };
      }
    },
    function* () {
      yield { waitMs: 60_000 };
    },
    () => [call('bash', { command: 'sleep 60' })],
    () => [call('bash', { command: 'while true; do x=1; done' })],
  ];
  modelServer.script('stopped', (request) => {
    const n = Number(positionOf(request).lastUserText);
    return states[n % states.length]?.(n) as Iterable<never>;
  });
  const took: number[] = [];
  for (let n = 0; n < 50; n += 5) {
    const runs = await Promise.all(
      states.map((_, i) => startRun(app, { message: `${n + i}`, model: 'stopped' })),
    );
    await sleep(300 + (n % 7) * 150);
    for (const { runId } of runs) {
      const asked = Date.now();
      const answer = await post(app, `/api/runs/${runId}/stop`);
      took.push(Date.now() - asked);
      expect(await answer.json()).toMatchObject({ status: 'ended' });
    }
  }
  const sorted = took.toSorted((a, b) => a - b);
  test.info().annotations.push({ type: 'stop ms', description: sorted.join(' ') });
  expect(sorted[Math.floor(sorted.length * 0.95) - 1]).toBeLessThanOrEqual(1000);
  // Whatever was stopped asks its provider for nothing any more.
  await expect.poll(() => modelServer.requests.some((each) => each.state === 'open')).toBe(false);
});
