import type { LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { MockLanguageModelV4 } from 'ai/test';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { emptyView, reduce, toMessage } from '#lib/events/reduce';
import type { LoupeMessage } from '#lib/events/types';
import { newId } from '#lib/ids';
import { insertChat } from '#lib/store/chats';
import { insertMessage } from '#lib/store/messages';
import { migrate } from '#lib/store/migrate';
import { insertEvent } from '#lib/store/run-events';
import { insertRun, markRunning } from '#lib/store/runs';
import { changeChat, eraseChat } from './change-chat.ts';
import { stopRun } from './control.ts';
import { follow } from './follow.ts';
import { readChat } from './read.ts';
import { recoverRuns } from './recover.ts';
import { continueRun, regenerate, send } from './start.ts';

const { answer } = vi.hoisted(() => ({ answer: { turn: (): LanguageModelV4StreamPart[] => [] } }));

vi.mock('#lib/models/resolve', () => ({
  isAvailable: () => true,
  resolveModel: async (id = 'test/model') => ({
    id,
    demo: false,
    secrets: [],
    model: new MockLanguageModelV4({
      doStream: async ({ abortSignal }) => {
        const parts = answer.turn();
        const ends = parts.some((part) => part.type === 'finish');
        return {
          stream: new ReadableStream({
            pull(stream) {
              const part = parts.shift();
              if (part) return stream.enqueue(part);
              if (ends) return stream.close();
              // Without a finish it hangs until it is stopped.
              return new Promise((_, reject) =>
                abortSignal?.addEventListener('abort', () => reject(abortSignal.reason)),
              );
            },
          }),
        };
      },
    }),
  }),
}));

const finish: LanguageModelV4StreamPart = {
  type: 'finish',
  finishReason: { unified: 'stop', raw: 'stop' },
  usage: {
    inputTokens: { total: 3, noCache: 3, cacheRead: undefined, cacheWrite: undefined },
    outputTokens: { total: 2, text: 2, reasoning: undefined },
  },
};
const says = (text: string): LanguageModelV4StreamPart[] => [
  { type: 'text-start', id: 't' },
  { type: 'text-delta', id: 't', delta: text },
  { type: 'text-end', id: 't' },
  finish,
];
const calls = (expression: string): LanguageModelV4StreamPart[] => [
  {
    type: 'tool-call',
    toolCallId: newId(),
    toolName: 'calc',
    input: JSON.stringify({ expression }),
  },
  finish,
];

beforeAll(migrate);
beforeEach(() => {
  answer.turn = () => says('Hello.');
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
  answer.turn = () => [];
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
  answer.turn = () => [
    { type: 'text-start', id: 't' },
    { type: 'text-delta', id: 't', delta: 'half of' },
  ];
  const { runId, chatId } = await send({ text: 'go' });
  const seen = watch(runId);
  await vi.waitFor(async () => {
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
  answer.turn = () => calls('1+1');
  const first = await send({ text: 'count', maxSteps: 2 });
  const limited = await watch(first.runId);
  expect(limited.parts.at(-1)).toMatchObject({ data: { reason: 'max-steps', steps: 2 } });
  answer.turn = () => says('Finished.');
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
  answer.turn = () => says('Another answer.');
  const second = await regenerate(first.chatId, first.messageId, {});
  await watch(second.runId);
  const messages = (await readChat(first.chatId))?.messages;
  expect(messages?.map(textOf)).toEqual(['question', 'Another answer.']);
  await expect(regenerate(first.chatId, 'nope', {})).rejects.toMatchObject({
    code: 'unknown_message',
  });
});

it.each([
  ['recovery at the start', () => recoverRuns()],
  ['Stop', (runId: string) => stopRun(runId)],
])('a run that nobody drives is ended by %s, with all that had been shown', async (_, end) => {
  const run = { id: newId(), chatId: newId(), messageId: newId(), now: 1 };
  await insertChat({ id: run.chatId, title: 't', now: 1 });
  const question: LoupeMessage = { id: newId(), role: 'user', parts: [] };
  await insertMessage({ chatId: run.chatId, parentId: null, message: question, now: 1 });
  await insertRun({ ...run, parentId: question.id, input: { model: 'm', maxSteps: 3 } });
  await markRunning(run.id);
  await insertEvent(run.id, {
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
  await end(run.id);
  const chat = await readChat(run.chatId);
  expect(chat?.runs).toMatchObject([{ status: 'ended', reason: 'interrupted' }]);
  expect(chat?.messages[1]).toEqual(await watch(run.id));
  expect(chat?.messages[1]?.parts).toMatchObject([
    { type: 'step-start' },
    { type: 'text', text: 'I had begun', state: 'done' },
    { type: 'tool-bash', state: 'output-error', errorText: expect.stringContaining('unknown') },
    { type: 'data-end', data: { reason: 'interrupted' } },
  ]);
});

it('renames a chat, keeps settings that are not named, and deletes it with its run', async () => {
  answer.turn = () => [];
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
