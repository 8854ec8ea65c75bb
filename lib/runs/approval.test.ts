import { existsSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, it, vi } from 'vitest';
import { env } from '#lib/env';
import { isToolPart } from '#lib/events/reduce';
import { newId } from '#lib/ids';
import { selectToolCalls } from '#lib/store/tool-calls';
import { decideCall, stopRun } from './control.ts';
import { drive } from './drive.ts';
import { readChat } from './read.ts';
import { send } from './start.ts';
import { eventually } from './testing/eventually.ts';
import { callsTool, fake, says } from './testing/fake-model.ts';
import { openStore } from './testing/store.ts';

vi.mock('#lib/models/resolve', async () => (await import('./testing/fake-model.ts')).resolveModule);

openStore();

/** A run that wants to write a file, in a chat where every change is asked for. */
async function waiting(name = 'ok.txt') {
  const turns = [callsTool('write_file', { path: name, content: 'x' }), says('Finished.')];
  fake.turn = () => turns.shift() ?? says('?');
  const chatId = newId();
  const { runId } = await send({ chatId, text: 'write', approval: 'changes' });
  await eventually(async () => expect((await readChat(chatId))?.state).toBe('waiting'));
  const [call] = await selectToolCalls(runId);
  expect(call?.state).toBe('pending');
  return { chatId, runId, callId: call?.callId ?? '' };
}

const file = (chatId: string, name = 'ok.txt') =>
  path.join(env().dataDir, 'workspaces', chatId, name);

async function callOf(chatId: string) {
  await eventually(async () => expect((await readChat(chatId))?.state).toBe('idle'));
  const chat = await readChat(chatId);
  return chat?.messages.at(-1)?.parts.find(isToolPart);
}

beforeEach(() => {
  fake.prompts = [];
});

it('waits for a person, runs what they allow once, and refuses a second word', async () => {
  const { chatId, runId, callId } = await waiting();
  // Nobody drives it meanwhile, and nothing makes it go on but the word.
  expect(await drive(runId)).toBeUndefined();
  expect(existsSync(file(chatId))).toBe(false);
  const words = await Promise.allSettled([
    decideCall(runId, callId, { approved: true }),
    decideCall(runId, callId, { approved: true }),
  ]);
  expect(words.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(await callOf(chatId)).toMatchObject({ state: 'output-available', output: { ok: true } });
  expect(existsSync(file(chatId))).toBe(true);
  expect(await selectToolCalls(runId)).toMatchObject([{ state: 'done', attempt: 1 }]);
});

it('tells the model what a person did not allow, and why', async () => {
  const { chatId, runId, callId } = await waiting();
  await decideCall(runId, callId, { approved: false, reason: 'Not in this folder.' });
  expect(await callOf(chatId)).toMatchObject({ output: { ok: false, error: { code: 'denied' } } });
  expect(existsSync(file(chatId))).toBe(false);
  expect(fake.prompts.at(-1)).toContain('Not in this folder.');
});

it('is stopped while it waits', async () => {
  const { chatId, runId, callId } = await waiting();
  await stopRun(runId);
  const chat = await readChat(chatId);
  expect(chat?.runs.at(-1)).toMatchObject({ status: 'ended', reason: 'stopped' });
  expect(chat?.messages.at(-1)?.parts.find(isToolPart)).toMatchObject({ state: 'output-error' });
  const late = decideCall(runId, callId, { approved: true });
  await expect(late).rejects.toMatchObject({ code: 'not_pending' });
  expect(existsSync(file(chatId))).toBe(false);
});
