import { expect, it } from 'vitest';
import { emptyView, reduce, toMessage } from '#lib/events/reduce';
import type { LoupeChunk, RunEvent } from '#lib/events/types';
import { newId } from '#lib/ids';
import { wake } from '#lib/store/bus';
import { insertChat } from '#lib/store/chats';
import { LostRun } from '#lib/store/fence';
import { selectEvents } from '#lib/store/run-events';
import { claimRun, endRun, insertRun } from '#lib/store/runs';
import { follow } from './follow.ts';
import { addLive, type LiveRun, removeLive } from './live.ts';
import { RunLog } from './log.ts';
import { openStore } from './testing/store.ts';

openStore();

const delta = (text: string): LoupeChunk => ({ type: 'text-delta', id: 't', delta: text });

async function newLog() {
  const now = Date.now();
  const run = { id: newId(), chatId: newId(), messageId: newId(), parentId: 'p', now };
  await insertChat({ id: run.chatId, title: 't', now });
  await insertRun({ ...run, input: { model: 'demo/demo', maxSteps: 3 } });
  const claimed = await claimRun(run.id, 'me', { leaseMs: 60_000 });
  if (!claimed) throw new Error('not claimed');
  const { fence } = claimed;
  const log = new RunLog(fence, { view: emptyView(run.messageId), seq: 0 });
  const controller = new AbortController();
  const live: LiveRun = {
    chatId: run.chatId,
    fence,
    log,
    controller,
    leaving: false,
    done: Promise.resolve(),
  };
  addLive(live);
  const end = async (chunks: LoupeChunk[]) => {
    await log.commit(async () => {
      await endRun(fence, { reason: 'answered', now: Date.now() });
      return chunks;
    });
    log.close();
    removeLive(live);
    wake(`run:${run.id}`);
  };
  return { run, log, fence, end };
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
  log.subscribe({ event: () => seen.push(selectEvents(run.id, 0, 10)), closed: () => {} });
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
  const { run, log, end } = await newLog();
  const viewers = [collect(run.id)];
  log.append({ type: 'start-step' });
  log.append({ type: 'text-start', id: 't' });
  for (let i = 0; i < 400; i++) {
    log.append(delta(`${i},`));
    if (i % 7 === 0) await log.flush();
    if (i % 40 === 0) viewers.push(collect(run.id));
  }
  await end([{ type: 'finish' }]);
  viewers.push(collect(run.id));
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
  const { run, log, end } = await newLog();
  for (let i = 0; i < 20; i++) {
    log.append(delta(String(i)));
    await log.flush();
  }
  await end([{ type: 'finish' }]);
  const whole = await collect(run.id);
  for (const event of whole) {
    expect(await collect(run.id, event.seq)).toEqual(whole.slice(event.seq));
  }
});

it('lets a slow viewer read on from the store', async () => {
  const { run, log, end } = await newLog();
  const events = follow(run.id, 0, new AbortController().signal);
  log.append(delta('first'));
  await log.flush();
  await events.next();
  for (let i = 0; i < 600; i++) {
    log.append(delta(String(i)));
    await log.flush();
  }
  await end([]);
  let last = 1;
  for await (const event of events) expect(event.seq).toBe(++last);
  expect(last).toBe(601);
});

it('ends a viewer that leaves, and only that one', async () => {
  const { run, log, end } = await newLog();
  const leaving = new AbortController();
  const left = collect(run.id, 0, leaving.signal);
  const stays = collect(run.id);
  log.append(delta('a'));
  await log.flush();
  leaving.abort();
  expect(textOf(await left)).toMatch(/^a?$/);
  log.append(delta('b'));
  await end([]);
  expect(textOf(await stays)).toBe('ab');
});

it('stops a run whose log cannot be written', async () => {
  const log = new RunLog({ runId: 'gone', epoch: 1 }, { view: emptyView('m'), seq: 0 });
  log.append(delta('x'));
  await expect(log.flush()).rejects.toThrow(LostRun);
  expect(() => log.append(delta('y'))).toThrow(LostRun);
});

it('writes nothing more once another owner has the run', async () => {
  const { run, log, fence } = await newLog();
  log.append(delta('mine'));
  await log.flush();
  const taken = await claimRun(run.id, 'other', { leaseMs: 60_000, force: true });
  expect(taken?.fence.epoch).toBe(fence.epoch + 1);
  log.append(delta('late'));
  await expect(log.flush()).rejects.toThrow(LostRun);
  await expect(endRun(fence, { reason: 'answered', now: 1 })).rejects.toThrow(LostRun);
  expect(textOf(await selectEvents(run.id, 0, 10))).toBe('mine');
});
