import { Chat } from '@ai-sdk/react';
import { DefaultChatTransport } from 'ai';
import type { LoupeMessage } from '#lib/events/types';
import { answerOf, endOf, readChat, textOf } from './api.ts';
import type { App } from './app.ts';
import { expect, test } from './fixtures.ts';
import { call, slowly } from './model-server.ts';

function clientOf(app: App, id: string, messages: LoupeMessage[] = []): Chat<LoupeMessage> {
  const transport = new DefaultChatTransport<LoupeMessage>({
    api: `${app.url}/api/chat`,
    body: { model: 'sdk', maxSteps: 4 },
  });
  return new Chat<LoupeMessage>({ id, messages, transport });
}

test("the AI SDK's own client sends, follows, resumes and regenerates", async ({
  app,
  modelServer,
}) => {
  let asked = 0;
  const joined = Promise.withResolvers<void>();
  modelServer.script('sdk', async function* (_request, turn) {
    if (turn === 1) yield call('calc', { expression: '6*7' });
    else {
      yield* slowly(`Answer ${++asked}: it is forty-two, `, 20);
      await joined.promise;
      yield* slowly('and here are some more words.', 20);
    }
  });

  const chat = clientOf(app, 'sdk-client-chat');
  const sending = chat.sendMessage({ text: 'six times seven' });
  await expect.poll(() => textOf(chat.lastMessage ?? emptyMessage)).toContain('Answer 1');

  const late = clientOf(app, 'sdk-client-chat', (await readChat(app, 'sdk-client-chat')).messages);
  const resuming = late.resumeStream();
  await expect.poll(() => textOf(late.lastMessage ?? emptyMessage)).toContain('Answer 1');
  joined.resolve();
  await Promise.all([resuming, sending]);
  expect(chat.status).toBe('ready');
  expect(late.status).toBe('ready');
  expect(late.lastMessage).toEqual(chat.lastMessage);
  expect(chat.lastMessage && answerOf(chat.lastMessage)).toMatch(/^Answer 1: .* more words\.$/);
  expect(chat.lastMessage && endOf(chat.lastMessage)).toBe('answered');

  const stored = (await readChat(app, 'sdk-client-chat')).messages;
  expect(stored).toHaveLength(2);
  expect(stored[1]?.parts.map((part) => part.type)).toEqual(
    chat.lastMessage?.parts.map((part) => part.type),
  );

  await chat.regenerate();
  expect(chat.lastMessage && answerOf(chat.lastMessage)).toMatch(/^Answer 2:/);
  expect((await readChat(app, 'sdk-client-chat')).messages).toHaveLength(2);

  await chat.sendMessage({ text: 'again' });
  const last = modelServer.requests.at(-1)?.body.messages ?? [];
  expect(last.filter((message) => message.role === 'user')).toHaveLength(2);
  expect(JSON.stringify(last)).not.toContain('Answer 1');
});

test('a resume when nothing runs changes nothing', async ({ app, modelServer }) => {
  modelServer.script('sdk', () => 'Done.');
  const chat = clientOf(app, 'sdk-client-idle');
  await chat.sendMessage({ text: 'hello' });
  await chat.resumeStream();
  expect(chat.status).toBe('ready');
  expect(chat.messages).toHaveLength(2);
});

const emptyMessage: LoupeMessage = { id: '', role: 'assistant', parts: [] };
