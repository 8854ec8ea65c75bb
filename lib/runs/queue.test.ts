import { beforeEach, expect, it, vi } from 'vitest';
import type { LoupeMessage } from '#lib/events/types';
import { stopRun } from './control.ts';
import { changeQueued, removeQueued, reorderQueue } from './queue.ts';
import { readChat } from './read.ts';
import { send, sendLater, sendQueued } from './start.ts';
import { eventually } from './testing/eventually.ts';
import { begins, callsTool, fake, filtered, says } from './testing/fake-model.ts';
import { openStore } from './testing/store.ts';

vi.mock('#lib/models/resolve', async () => (await import('./testing/fake-model.ts')).resolveModule);

openStore();
beforeEach(() => {
  fake.turn = () => says('Fine.');
  fake.prompts = [];
});

const textOf = (message: LoupeMessage | undefined) =>
  message?.parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
const texts = async (chatId: string) => (await readChat(chatId))?.messages.map(textOf);
const waiting = async (chatId: string) => (await readChat(chatId))?.queue.map((each) => each.text);

/** A run that is on until it is stopped. */
async function endless() {
  fake.turn = () => begins('Working');
  const started = await send({ text: 'begin' });
  await eventually(() => expect(fake.prompts).toHaveLength(1));
  fake.turn = () => says('Fine.');
  return started;
}

it('keeps messages in order, and makes each the next turn when the one before has ended', async () => {
  const { chatId, runId } = await endless();
  for (const text of ['one', 'two', 'three', 'four']) await sendLater(chatId, text, 'queue');
  const ids = (await readChat(chatId))?.queue.map((each) => each.id) ?? [];
  await changeQueued(chatId, ids[0] ?? '', { text: 'ONE' });
  await removeQueued(chatId, ids[1] ?? '');
  await reorderQueue(chatId, [ids[3] ?? '', ids[0] ?? '']);
  expect(await waiting(chatId)).toEqual(['four', 'ONE', 'three']);
  await expect(removeQueued(chatId, ids[1] ?? '')).rejects.toMatchObject({ code: 'not_queued' });
  await stopRun(runId);
  await eventually(async () => expect(await texts(chatId)).toHaveLength(8));
  expect(await texts(chatId)).toEqual([
    ...['begin', 'Working', 'four', 'Fine.', 'ONE', 'Fine.', 'three', 'Fine.'],
  ]);
  expect(await waiting(chatId)).toEqual([]);
});

it('gives the model what steers it with the next step', async () => {
  const gate = Promise.withResolvers<void>();
  let asked = 0;
  fake.turn = () => (++asked === 1 ? callsTool('calc', { expression: '1+1' }) : says('Fine.'));
  const { chatId } = await send({ text: 'begin' });
  const queued = await sendLater(chatId, 'In French, please', 'steer');
  gate.resolve();
  await eventually(async () => expect((await readChat(chatId))?.state).toBe('idle'));
  expect(await waiting(chatId)).toEqual([]);
  const chat = await readChat(chatId);
  const steer = chat?.messages[1]?.parts.find((part) => part.type === 'data-steer');
  if (!('queued' in queued) || !steer) {
    // It came too late for this run: then it is the next turn.
    expect(chat?.messages.map(textOf)).toContain('In French, please');
    return;
  }
  expect(steer).toMatchObject({ id: queued.queued.id, data: { text: 'In French, please' } });
  const prompt = JSON.parse(fake.prompts.at(-1) ?? '[]') as { role: string; content: unknown }[];
  expect(prompt.findLast((message) => message.role === 'user')).toMatchObject({
    content: [{ text: 'In French, please' }],
  });
});

it('makes what could not steer the run that ended the next turn, before the queue', async () => {
  const { chatId, runId } = await endless();
  await sendLater(chatId, 'later', 'queue');
  await sendLater(chatId, 'now', 'steer');
  await stopRun(runId);
  await eventually(async () => expect(await texts(chatId)).toHaveLength(6));
  expect(await texts(chatId)).toEqual(['begin', 'Working', 'now', 'Fine.', 'later', 'Fine.']);
});

it('holds the queue when a run failed, until a person sends it', async () => {
  const { chatId, runId } = await endless();
  fake.turn = filtered;
  await sendLater(chatId, 'fails', 'queue');
  await sendLater(chatId, 'waits', 'queue');
  await stopRun(runId);
  await eventually(async () => expect((await readChat(chatId))?.state).toBe('failed'));
  expect(await waiting(chatId)).toEqual(['waits']);
  fake.turn = () => says('Fine.');
  await sendQueued(chatId);
  await eventually(async () => expect((await readChat(chatId))?.state).toBe('idle'));
  expect((await texts(chatId))?.slice(-2)).toEqual(['waits', 'Fine.']);
});

it('sends at once when nothing is on', async () => {
  const { chatId } = await send({ text: 'begin' });
  await eventually(async () => expect((await readChat(chatId))?.state).toBe('idle'));
  expect(await sendLater(chatId, 'more', 'queue')).toMatchObject({ started: { chatId } });
  await expect(sendLater('nope', 'x', 'queue')).rejects.toMatchObject({ code: 'unknown_chat' });
});
