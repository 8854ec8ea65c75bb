import { beforeAll, expect, it } from 'vitest';
import { emptyView, reduce, toMessage } from '#lib/events/reduce';
import type { LoupeChunk, RunEvent } from '#lib/events/types';
import { newId } from '#lib/ids';
import { insertChat } from '#lib/store/chats';
import { migrate } from '#lib/store/migrate';
import { selectEvents } from '#lib/store/run-events';
import { insertRun } from '#lib/store/runs';
import { follow } from './follow.ts';
import { addLive, removeLive } from './live.ts';
import { RunLog } from './log.ts';

beforeAll(migrate);

const delta = (text: string): LoupeChunk => ({ type: 'text-delta', id: 't', delta: text });

async function newLog() {
  const now = Date.now();
  const run = { id: newId(), chatId: newId(), messageId: newId(), parentId: 'p', now };
  await insertChat({ id: run.chatId, title: 't', now });
  await insertRun({ ...run, input: { model: 'demo/demo', maxSteps: 3 } });
  const log = new RunLog(run.id, { view: emptyView(run.messageId), seq: 0 });
  addLive({ ...run, log, controller: new AbortController(), done: Promise.resolve() });
  return { run, log };
}

async function collect(runId: string, after = 0, signal = new AbortController().signal) {
  const events: RunEvent[] = [];
  for await (const event of follow(runId, after, signal)) events.push(event);
  return events;
}

const textOf = (events: RunEvent[]) =>
  events
    .flatMap((event) => event.chunks)
    .map((chunk) => (chunk.type === 'text-delta' ? chunk.delta : ''))
    .join('');

it('commits before it shows, merging a burst into one event', async () => {
  const { run, log } = await newLog();
  const seen: Promise<RunEvent[]>[] = [];
  log.subscribe({ event: () => seen.push(selectEvents(run.id, 0, 10)), end: () => {} });
  log.append({ type: 'start-step' });
  log.append({ type: 'text-start', id: 't' });
  for (const letter of 'burst') log.append(delta(letter));
  await log.flush();
  const [stored] = await Promise.all(seen);
  expect(stored).toHaveLength(1);
  expect(stored?.[0]?.chunks).toEqual([
    { type: 'start-step' },
    { type: 'text-start', id: 't' },
    delta('burst'),
  ]);
});

it('gives every viewer the same events, whenever it joins', async () => {
  const { run, log } = await newLog();
  const viewers = [collect(run.id)];
  log.append({ type: 'start-step' });
  log.append({ type: 'text-start', id: 't' });
  for (let i = 0; i < 400; i++) {
    log.append(delta(`${i},`));
    if (i % 7 === 0) await log.flush();
    if (i % 40 === 0) viewers.push(collect(run.id));
  }
  let committed = false;
  await log.end([{ type: 'finish' }], async () => {
    committed = true;
  });
  removeLive(run.id);
  viewers.push(collect(run.id));
  expect(committed).toBe(true);
  const all = await Promise.all(viewers);
  for (const events of all) expect(events).toEqual(all[0]);
  expect(all[0]?.map((event) => event.seq)).toEqual(all[0]?.map((_, i) => i + 1));
  expect(textOf(all[0] ?? [])).toBe(Array.from({ length: 400 }, (_, i) => `${i},`).join(''));
  const folded = (all[0] ?? [])
    .flatMap((event) => event.chunks)
    .reduce(reduce, emptyView(run.messageId));
  expect(toMessage(folded)).toEqual(toMessage(log.view));
});

it('goes on after any event without gap or duplicate', async () => {
  const { run, log } = await newLog();
  for (let i = 0; i < 20; i++) {
    log.append(delta(String(i)));
    await log.flush();
  }
  await log.end([{ type: 'finish' }], async () => {});
  const whole = await collect(run.id);
  for (const event of whole) {
    expect(await collect(run.id, event.seq)).toEqual(whole.slice(event.seq));
  }
});

it('lets a slow viewer read on from the store', async () => {
  const { run, log } = await newLog();
  const events = follow(run.id, 0, new AbortController().signal);
  log.append(delta('first'));
  await log.flush();
  await events.next();
  for (let i = 0; i < 600; i++) {
    log.append(delta(String(i)));
    await log.flush();
  }
  await log.end([], async () => {});
  let last = 1;
  for await (const event of events) expect(event.seq).toBe(++last);
  expect(last).toBe(601);
});

it('ends a viewer that leaves, and only that one', async () => {
  const { run, log } = await newLog();
  const leaving = new AbortController();
  const left = collect(run.id, 0, leaving.signal);
  const stays = collect(run.id);
  log.append(delta('a'));
  await log.flush();
  leaving.abort();
  expect(textOf(await left)).toMatch(/^a?$/);
  log.append(delta('b'));
  await log.end([], async () => {});
  expect(textOf(await stays)).toBe('ab');
});

it('stops a run whose log cannot be written', async () => {
  const log = new RunLog('no-such-run', { view: emptyView('m'), seq: 0 });
  log.append(delta('x'));
  await expect(log.flush()).rejects.toThrow(/constraint/i);
  expect(() => log.append(delta('y'))).toThrow(/constraint/i);
});
