import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, it, vi } from 'vitest';
import { env } from '#lib/env';
import { isToolPart } from '#lib/events/reduce';
import type { LoupeChunk, LoupeMessage, StepData } from '#lib/events/types';
import { newId } from '#lib/ids';
import { insertChat } from '#lib/store/chats';
import type { Fence } from '#lib/store/fence';
import { insertMessage } from '#lib/store/messages';
import { insertEvent } from '#lib/store/run-events';
import { claimRun, insertRun } from '#lib/store/runs';
import { endToolCall, startToolCall } from '#lib/store/tool-calls';
import { openWorkspace } from '#lib/workspace/open';
import { drive } from './drive.ts';
import { chatFiles } from './files.ts';
import { readChat } from './read.ts';
import { resolveCall } from './resolve-call.ts';
import { eventually } from './testing/eventually.ts';
import { callsTool, fake, says } from './testing/fake-model.ts';
import { openStore } from './testing/store.ts';

vi.mock('#lib/models/resolve', async () => (await import('./testing/fake-model.ts')).resolveModule);
vi.mock('#lib/tools/registry', async () => {
  const { allTools } =
    await vi.importActual<typeof import('#lib/tools/registry')>('#lib/tools/registry');
  const { z } = await import('zod');
  const { defineTool } = await import('#lib/tools/tool');
  const mail = defineTool({
    name: 'mail',
    description: 'Sends a mail.',
    input: z.object({ to: z.string() }),
    effect: 'outside',
    timeoutMs: 1000,
    execute: async ({ to }) => {
      sent.push(to);
      return { ok: true };
    },
  });
  return { allTools: () => [...allTools(), mail] };
});

const sent: string[] = [];

openStore();
beforeEach(() => {
  fake.turn = () => says('Done.');
  fake.prompts = [];
  sent.length = 0;
});

/** A run whose owner died after it had written these chunks. */
async function deadRun(chunks: LoupeChunk[], recoveries = 1) {
  const run = { id: newId(), chatId: newId(), messageId: newId(), now: Date.now() };
  await insertChat({ id: run.chatId, title: 't', now: run.now });
  const question: LoupeMessage = {
    id: newId(),
    role: 'user',
    parts: [{ type: 'text', text: 'Do it.' }],
  };
  await insertMessage({ chatId: run.chatId, parentId: null, message: question, now: run.now });
  const input = { model: 'test/model', maxSteps: 5, approval: 'never' as const };
  await insertRun({ ...run, parentId: question.id, input });
  let fence: Fence = { runId: run.id, epoch: 0 };
  for (let i = 0; i < recoveries; i++) {
    const claimed = await claimRun(run.id, 'dead', { leaseMs: -1 });
    if (!claimed) throw new Error('not claimed');
    fence = claimed.fence;
  }
  const start: LoupeChunk = {
    type: 'start',
    messageId: run.messageId,
    messageMetadata: { createdAt: run.now, runId: run.id },
  };
  await insertEvent(fence, {
    seq: 1,
    at: run.now,
    chunks: [start, { type: 'start-step' }, ...chunks],
  });
  await openWorkspace(run.chatId, env().dataDir);
  return { ...run, fence };
}

const step = (data: Partial<StepData>): LoupeChunk => ({
  type: 'data-step',
  id: 'step-1',
  data: { n: 1, max: 5, model: 'test/model', startedAt: 1, tries: 1, ...data },
});
const asked = (toolCallId: string, toolName: string, input: object): LoupeChunk => ({
  type: 'tool-input-available',
  toolCallId,
  toolName,
  input,
});
const call = (callId: string, name: string, input: object, effect: string) => ({
  callId,
  name,
  input,
  effect,
  now: Date.now(),
});
const folder = (chatId: string) => path.join(env().dataDir, 'workspaces', chatId);

async function answerOf(chatId: string) {
  const chat = await readChat(chatId);
  const message = chat?.messages.at(-1);
  if (message?.role !== 'assistant') throw new Error('There is no answer.');
  return { message, reason: chat?.runs.at(-1)?.reason, calls: message.parts.filter(isToolPart) };
}

it('asks the model again for a torn step, and keeps what it had said as a draft', async () => {
  const run = await deadRun([
    step({}),
    { type: 'text-start', id: 't' },
    { type: 'text-delta', id: 't', delta: 'I was about to' },
  ]);
  await drive(run.id);
  const { message, reason } = await answerOf(run.chatId);
  expect(reason).toBe('answered');
  expect(message.parts).toMatchObject([
    { type: 'step-start' },
    { type: 'data-step', data: { tries: 2 } },
    { type: 'data-draft', data: { text: 'I was about to', why: 'restarted' } },
    { type: 'text', text: 'Done.' },
    { type: 'data-end' },
  ]);
  expect(fake.prompts).toHaveLength(1);
  expect(fake.prompts[0]).not.toContain('about to');
});

it('runs calls that never began, and asks the model only for what comes after them', async () => {
  const run = await deadRun([
    step({ modelMs: 5 }),
    asked('c1', 'calc', { expression: '1+1' }),
    asked('c2', 'mail', { to: 'eve' }),
  ]);
  await drive(run.id);
  const { calls, reason } = await answerOf(run.chatId);
  expect(reason).toBe('answered');
  expect(calls).toMatchObject([{ output: { ok: true, result: 2 } }, { output: { ok: true } }]);
  expect(sent).toEqual(['eve']);
  expect(fake.prompts).toHaveLength(1);
});

it('shows a stored result and does not run its call again', async () => {
  const run = await deadRun([step({ modelMs: 5 }), asked('c1', 'mail', { to: 'eve' })]);
  await startToolCall(run.fence, call('c1', 'mail', { to: 'eve' }, 'outside'));
  const output = { ok: true, id: 7 };
  await endToolCall(run.fence, { callId: 'c1', state: 'done', output, now: 1 });
  await drive(run.id);
  const { calls, reason } = await answerOf(run.chatId);
  expect(reason).toBe('answered');
  expect(calls).toMatchObject([{ output }]);
  expect(sent).toEqual([]);
});

it('runs a reading call again, and says so', async () => {
  const run = await deadRun([step({ modelMs: 5 }), asked('c1', 'calc', { expression: '2+2' })]);
  await startToolCall(run.fence, call('c1', 'calc', { expression: '2+2' }, 'none'));
  await drive(run.id);
  const { message } = await answerOf(run.chatId);
  expect(message.parts).toContainEqual(
    expect.objectContaining({
      type: 'data-step',
      data: expect.objectContaining({ calls: { c1: expect.objectContaining({ attempt: 2 }) } }),
    }),
  );
});

it('puts the files back before it runs a call again that changes them', async () => {
  const input = { command: 'echo again >> log.txt' };
  const run = await deadRun([step({ modelMs: 5 }), asked('c1', 'bash', input)]);
  const file = path.join(folder(run.chatId), 'log.txt');
  writeFileSync(file, 'before\n');
  const snapshotId = await chatFiles(run.chatId).take(run.fence);
  await startToolCall(run.fence, { ...call('c1', 'bash', input, 'workspace'), snapshotId });
  writeFileSync(file, 'before\nhalf of what it did');
  writeFileSync(path.join(folder(run.chatId), 'stray.txt'), 'x');
  await drive(run.id);
  expect(readFileSync(file, 'utf8')).toBe('before\nagain\n');
  expect(existsSync(path.join(folder(run.chatId), 'stray.txt'))).toBe(false);
});

it('does not take back what ended beside a call that was cut', async () => {
  const cut = { command: 'echo b > b.txt' };
  const run = await deadRun([
    step({ modelMs: 5 }),
    asked('c1', 'bash', { command: 'echo a > a.txt' }),
    asked('c2', 'bash', cut),
  ]);
  const snapshotId = await chatFiles(run.chatId).take(run.fence);
  await startToolCall(run.fence, { ...call('c2', 'bash', cut, 'workspace'), snapshotId });
  await startToolCall(run.fence, call('c1', 'bash', {}, 'workspace'));
  writeFileSync(path.join(folder(run.chatId), 'a.txt'), 'a\n');
  const end = { callId: 'c1', state: 'done' as const, output: { ok: true } };
  await endToolCall(run.fence, { ...end, now: Date.now() });
  await drive(run.id);
  expect(readFileSync(path.join(folder(run.chatId), 'a.txt'), 'utf8')).toBe('a\n');
  expect(readFileSync(path.join(folder(run.chatId), 'b.txt'), 'utf8')).toBe('b\n');
});

async function inDoubt() {
  const run = await deadRun([step({ modelMs: 5 }), asked('c1', 'mail', { to: 'eve' })]);
  await startToolCall(run.fence, call('c1', 'mail', { to: 'eve' }, 'outside'));
  await drive(run.id);
  const { calls, reason } = await answerOf(run.chatId);
  expect(reason).toBe('interrupted');
  expect(calls).toMatchObject([{ output: { ok: false, error: { code: 'in_doubt' } } }]);
  expect(sent).toEqual([]);
  expect(fake.prompts).toEqual([]);
  return run;
}

it('never runs a call with effects outside again by itself; a person may say so', async () => {
  const run = await inDoubt();
  const started = await resolveCall(run.id, 'c1', 'run-again');
  await eventually(async () => expect((await answerOf(run.chatId)).reason).toBe('answered'));
  expect(sent).toEqual(['eve']);
  const { message, calls } = await answerOf(run.chatId);
  expect(message.metadata).toMatchObject({ runId: started?.runId, continues: run.messageId });
  expect(calls).toMatchObject([{ type: 'tool-mail', input: { to: 'eve' }, output: { ok: true } }]);
  expect(fake.prompts).toHaveLength(1);
  await expect(resolveCall(run.id, 'c1', 'worked')).rejects.toMatchObject({ code: 'not_in_doubt' });
});

it.each([
  ['worked', 'took effect', { ok: true, resolved: 'worked' }],
  ['continue', 'is unknown', { ok: false, resolved: 'continue' }],
] as const)('goes on when a person says: %s', async (resolution, told, output) => {
  const run = await inDoubt();
  await resolveCall(run.id, 'c1', resolution);
  await eventually(async () => expect((await answerOf(run.chatId)).reason).toBe('answered'));
  expect(sent).toEqual([]);
  expect(fake.prompts[0]).toContain(told);
  const first = (await readChat(run.chatId))?.messages.find(({ id }) => id === run.messageId);
  expect(first?.parts.filter(isToolPart)).toMatchObject([{ output }]);
});

it('leaves a call in doubt when a person says so', async () => {
  const run = await inDoubt();
  expect(await resolveCall(run.id, 'c1', 'stop')).toBeUndefined();
  expect(sent).toEqual([]);
  expect(fake.prompts).toEqual([]);
});

it('ends a run that takes its server down again and again', async () => {
  const run = await deadRun([step({})], 4);
  await drive(run.id);
  expect((await answerOf(run.chatId)).reason).toBe('interrupted');
  expect(fake.prompts).toEqual([]);
});

it('goes on with later steps as if nothing had been', async () => {
  const turns = [callsTool('calc', { expression: '3+3' }), says('Six.')];
  fake.turn = () => turns.shift() ?? says('?');
  const run = await deadRun([
    step({ modelMs: 5, ms: 9 }),
    asked('c1', 'calc', { expression: '1+1' }),
    { type: 'tool-output-available', toolCallId: 'c1', output: { ok: true, result: '2' } },
    { type: 'finish-step' },
  ]);
  await drive(run.id);
  const { message, calls } = await answerOf(run.chatId);
  expect(calls).toHaveLength(2);
  expect(message.parts.at(-1)).toMatchObject({ data: { reason: 'answered', steps: 3 } });
});
