import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LoupeMessage } from '#lib/events/types';
import { newId } from '#lib/ids';
import { deleteChat, findChat, insertChat, selectChats, updateChat } from './chats.ts';
import { closeDatabase, db, transact } from './db.ts';
import { LostRun } from './fence.ts';
import { insertMessage, selectBranch } from './messages.ts';
import { migrate } from './migrate.ts';
import { claimRun, endRun, insertRun, releaseRun, renewLeases, selectOrphans } from './runs.ts';

beforeAll(() => Promise.all([migrate(), migrate(), migrate()]).then(() => {}));
afterAll(closeDatabase);

const user = (text: string): LoupeMessage => ({
  id: newId(),
  role: 'user',
  parts: [{ type: 'text', text }],
  metadata: { createdAt: 1 },
});

async function chat(title: string, now: number): Promise<string> {
  const id = newId();
  await insertChat({ id, title, now });
  return id;
}

describe('transact', () => {
  it('lets store calls inside take part, and takes all of it back on an error', async () => {
    const id = newId();
    const work = transact(async () => {
      await insertChat({ id, title: 'x', now: 1 });
      expect(await findChat(id)).toBeDefined();
      throw new Error('no');
    });
    await expect(work).rejects.toThrow('no');
    expect(await findChat(id)).toBeUndefined();
  });

  it('does not hang when it is nested', async () => {
    const id = await transact(() => transact(() => chat('nested', 1)));
    expect((await findChat(id))?.title).toBe('nested');
  });
});

describe('messages', () => {
  it('answers the branch of a leaf, oldest first, without its siblings', async () => {
    const chatId = await chat('tree', 1);
    const [a, b, c, d] = [user('a'), user('b'), user('c'), user('d')];
    const add = (message: LoupeMessage, parentId: string | null) =>
      insertMessage({ chatId, parentId, message, now: 1 });
    await add(a, null);
    await add(b, a.id);
    await add(c, a.id);
    await add(d, c.id);
    expect(await selectBranch(d.id)).toEqual([a, c, d]);
    expect(await selectBranch(b.id)).toEqual([a, b]);
    expect(await selectBranch(null)).toEqual([]);
  });
});

describe('runs', () => {
  it('allows one run per chat that has not ended', async () => {
    const chatId = await chat('runs', 1);
    const run = (id: string) =>
      insertRun({
        id,
        chatId,
        messageId: newId(),
        parentId: 'p',
        input: { model: 'm', maxSteps: 1 },
        now: 1,
      });
    await run('run-1');
    await expect(run('run-2')).rejects.toThrow(/unique/i);
    await endRun({ runId: 'run-1', epoch: 0 }, { reason: 'answered', now: 2 });
    await run('run-3');
    await endRun({ runId: 'run-3', epoch: 0 }, { reason: 'answered', now: 2 });
  });

  it('gives a run to one owner, and to another only when the first is gone', async () => {
    const id = newId();
    const chatId = await chat('owners', 1);
    const input = { model: 'm', maxSteps: 1 };
    await insertRun({ id, chatId, messageId: newId(), parentId: 'p', input, now: 1 });
    const claims = await Promise.all(
      ['a', 'b', 'c'].map((owner) => claimRun(id, owner, { leaseMs: 200 })),
    );
    const first = claims.find((claim) => claim !== undefined);
    expect(claims.filter(Boolean)).toHaveLength(1);
    expect(first).toMatchObject({ fence: { epoch: 1 } });
    expect(first?.run.recoveries).toBeUndefined();
    expect(await selectOrphans()).not.toContainEqual({ id, epoch: 1 });
    await setTimeout(250);
    expect(await selectOrphans()).toContainEqual({ id, epoch: 1 });
    const second = await claimRun(id, 'd', { leaseMs: 60_000 });
    expect(second).toMatchObject({ fence: { epoch: 2 }, run: { recoveries: 1 } });
    expect(await renewLeases('d', [id, 'other'], 60_000)).toEqual([{ id, epoch: 2, stop: false }]);
    if (!second) throw new Error('not claimed');
    await releaseRun(second.fence);
    // Given back in good order: that is no recovery.
    expect(await claimRun(id, 'e', { leaseMs: 60_000 })).toMatchObject({
      fence: { epoch: 4 },
      run: { recoveries: 1 },
    });
    await expect(endRun(second.fence, { reason: 'answered', now: 2 })).rejects.toThrow(LostRun);
  });
});

describe('the chat list', () => {
  it('pages through everything once, newest first', async () => {
    await db().deleteFrom('chat').execute();
    for (let i = 0; i < 120; i++) await chat(`chat ${i}`, 1000 + Math.floor(i / 3));
    const titles: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await selectChats({ cursor });
      titles.push(...page.chats.map((entry) => entry.title));
      cursor = page.nextCursor;
    } while (cursor);
    expect(titles).toHaveLength(120);
    expect(new Set(titles).size).toBe(120);
    expect(titles[0]).toMatch(/chat 11[789]/);
  });

  it('finds by title and by text, taking wildcards literally', async () => {
    await db().deleteFrom('chat').execute();
    const a = await chat('数据报告 100%', 2);
    const b = await chat('Other', 1);
    await insertMessage({ chatId: b, parentId: null, message: user('Find the NEEDLE'), now: 1 });
    const ids = async (q: string) => (await selectChats({ q })).chats.map((entry) => entry.id);
    expect(await ids('数据')).toEqual([a]);
    expect(await ids('needle')).toEqual([b]);
    expect(await ids('100%')).toEqual([a]);
    expect(await ids('%')).toEqual([a]);
    expect(await ids('_')).toEqual([]);
  });

  it('forgets a deleted chat with all that belongs to it', async () => {
    const id = await chat('gone', 1);
    await insertMessage({ chatId: id, parentId: null, message: user('x'), now: 1 });
    await updateChat(id, { title: 'still there' });
    await deleteChat(id);
    expect(await findChat(id)).toBeUndefined();
    const left = await db().selectFrom('message').where('chat_id', '=', id).select('id').execute();
    expect(left).toEqual([]);
  });
});
