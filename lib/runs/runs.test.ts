import { beforeEach, expect, it, vi } from 'vitest';
import { emptyView, reduce, toMessage } from '#lib/events/reduce';
import type { LoupeMessage } from '#lib/events/types';
import { newId } from '#lib/ids';
import { insertChat } from '#lib/store/chats';
import { insertMessage } from '#lib/store/messages';
import { insertEvent } from '#lib/store/run-events';
import { claimRun, insertRun } from '#lib/store/runs';
import { changeChat, eraseChat } from './change-chat.ts';
import { stopRun } from './control.ts';
import { follow } from './follow.ts';
import { readChat } from './read.ts';
import { continueRun, regenerate, send } from './start.ts';
import { eventually } from './testing/eventually.ts';
import { begins, callsTool, fake, says } from './testing/fake-model.ts';
import { openStore } from './testing/store.ts';

vi.mock('#lib/models/resolve', async () => (await import('./testing/fake-model.ts')).resolveModule);

openStore();
beforeEach(() => {
  fake.turn = () => says('Hello.');
});

/** The message of a run, as a viewer folds it, once the run has ended. */
async function watch(runId: string): Promise<LoupeMessage> {
  let view = emptyView('');
  for await (const event of follow(runId, 0, new AbortController().signal)) {
    view = event.chunks.reduce(reduce, view);
  }
  return toMessage(view);
}

const textOf = (message: LoupeMessage | undefined) =>
  message?.parts.map((part) => (part.type === 'text' ? part.text : '')).join('');

it('stores the message that the viewers saw, and frees the chat before they hear of the end', async () => {
  const started = await send({ text: 'Say hello' });
  const seen = await watch(started.runId);
  const chat = await readChat(started.chatId);
  expect(chat).toMatchObject({ title: 'Say hello', state: 'idle' });
  expect(chat?.messages.map((message) => message.role)).toEqual(['user', 'assistant']);
  expect(chat?.messages[1]).toEqual(seen);
  expect(chat?.runs).toMatchObject([
    {
      reason: 'answered',
      model: 'test/model',
      maxSteps: 10,
      usage: { inputTokens: 3, outputTokens: 2 },
    },
  ]);
  await send({ chatId: started.chatId, text: 'again' }).then(({ runId }) => watch(runId));
  expect((await readChat(started.chatId))?.messages).toHaveLength(4);
});

it('refuses a second run in a chat, also when both come at once', async () => {
  fake.turn = () => [];
  const chatId = newId();
  const results = await Promise.allSettled([
    send({ chatId, text: 'one' }),
    send({ chatId, text: 'two' }),
  ]);
  const refused = results.find((result) => result.status === 'rejected');
  expect(refused?.reason).toMatchObject({ code: 'run_active' });
  const run = results.find((result) => result.status === 'fulfilled');
  expect((await readChat(chatId))?.messages).toHaveLength(1);
  await stopRun(run?.value.runId ?? '');
});

it('stops a run from anywhere, keeps what was shown, and a second stop is no error', async () => {
  fake.turn = () => begins('half of');
  const { runId, chatId } = await send({ text: 'go' });
  const seen = watch(runId);
  await eventually(async () => {
    let view = emptyView('');
    for await (const event of follow(runId, 0, AbortSignal.timeout(20))) {
      view = event.chunks.reduce(reduce, view);
    }
    expect(textOf(toMessage(view))).toBe('half of');
  });
  await stopRun(runId);
  await stopRun(runId);
  expect(textOf(await seen)).toBe('half of');
  expect((await readChat(chatId))?.runs).toMatchObject([{ reason: 'stopped' }]);
  await expect(stopRun('nope')).rejects.toMatchObject({ code: 'unknown_run' });
});

it('goes on after a limit with a new budget, and only then', async () => {
  fake.turn = () => callsTool('calc', { expression: '1+1' });
  const first = await send({ text: 'count', maxSteps: 2 });
  const limited = await watch(first.runId);
  expect(limited.parts.at(-1)).toMatchObject({ data: { reason: 'max-steps', steps: 2 } });
  fake.turn = () => says('Finished.');
  const second = await continueRun(first.runId, {});
  const message = await watch(second.runId);
  expect(message.metadata).toMatchObject({ continues: first.messageId, runId: second.runId });
  expect((await readChat(first.chatId))?.messages.map((each) => each.id)).toEqual([
    expect.any(String),
    first.messageId,
    second.messageId,
  ]);
  for (const run of [first.runId, second.runId]) {
    await expect(continueRun(run, {})).rejects.toMatchObject({ code: 'cannot_continue' });
  }
});

it('answers a message anew beside its old answer', async () => {
  const first = await send({ text: 'question' });
  await watch(first.runId);
  fake.turn = () => says('Another answer.');
  const second = await regenerate(first.chatId, first.messageId, {});
  await watch(second.runId);
  const messages = (await readChat(first.chatId))?.messages;
  expect(messages?.map(textOf)).toEqual(['question', 'Another answer.']);
  await expect(regenerate(first.chatId, 'nope', {})).rejects.toMatchObject({
    code: 'unknown_message',
  });
});

it('a run whose owner is gone is ended by Stop, with all that had been shown', async () => {
  const run = { id: newId(), chatId: newId(), messageId: newId(), now: 1 };
  await insertChat({ id: run.chatId, title: 't', now: 1 });
  const question: LoupeMessage = { id: newId(), role: 'user', parts: [] };
  await insertMessage({ chatId: run.chatId, parentId: null, message: question, now: 1 });
  await insertRun({ ...run, parentId: question.id, input: { model: 'm', maxSteps: 3 } });
  const claimed = await claimRun(run.id, 'gone', { leaseMs: 60_000 });
  if (!claimed) throw new Error('not claimed');
  await insertEvent(claimed.fence, {
    seq: 1,
    at: 1,
    chunks: [
      { type: 'start', messageId: run.messageId, messageMetadata: { createdAt: 1 } },
      { type: 'start-step' },
      { type: 'text-start', id: 't' },
      { type: 'text-delta', id: 't', delta: 'I had begun' },
      { type: 'tool-input-available', toolCallId: 'c', toolName: 'bash', input: { command: 'x' } },
    ],
  });
  await stopRun(run.id);
  const chat = await readChat(run.chatId);
  expect(chat?.runs).toMatchObject([{ status: 'ended', reason: 'stopped' }]);
  expect(chat?.messages[1]).toEqual(await watch(run.id));
  expect(chat?.messages[1]?.parts).toMatchObject([
    { type: 'step-start' },
    { type: 'text', text: 'I had begun', state: 'done' },
    { type: 'tool-bash', state: 'output-error', errorText: expect.stringContaining('Stopped') },
    { type: 'data-end', data: { reason: 'stopped', receipt: { finished: 0, cut: [] } } },
  ]);
});

it('renames a chat, keeps settings that are not named, and deletes it with its run', async () => {
  fake.turn = () => [];
  const { chatId } = await send({ text: 'long', maxSteps: 7 });
  await changeChat(chatId, { title: 'New title', settings: { model: 'x/y' } });
  expect(await readChat(chatId)).toMatchObject({
    title: 'New title',
    settings: { maxSteps: 7, model: 'x/y' },
  });
  await eraseChat(chatId);
  expect(await readChat(chatId)).toBeUndefined();
  await expect(eraseChat(chatId)).rejects.toMatchObject({ code: 'unknown_chat' });
});
