import { afterAll, beforeAll, expect, it } from 'vitest';
import type { LoupeMessage } from '#lib/events/types';
import { newId } from '#lib/ids';
import { deleteChat, insertChat, updateChat } from '#lib/store/chats';
import { closeDatabase } from '#lib/store/db';
import { insertMessage } from '#lib/store/messages';
import { migrate } from '#lib/store/migrate';
import { endShare, findShareLink, readShared, shareChat } from './share.ts';

beforeAll(() => migrate());
afterAll(closeDatabase);

const NOTHING = { thoughts: false, details: false, costs: false };

/** A chat of so many messages, and how to add more. */
async function chatOf(count: number) {
  const chatId = newId();
  await insertChat({ id: chatId, title: 'Shared', now: 1 });
  let parentId: string | null = null;
  let n = 0;
  const add = async (more: number) => {
    for (let i = 0; i < more; i++, n++) {
      const role = n % 2 === 0 ? 'user' : 'assistant';
      const parts: LoupeMessage['parts'] = [{ type: 'text', text: `message ${n}` }];
      const message: LoupeMessage = { id: newId(), role, parts };
      await insertMessage({ chatId, parentId, message, now: n });
      parentId = message.id;
    }
    if (parentId) await updateChat(chatId, { leafId: parentId });
  };
  await add(count);
  return { chatId, add };
}

const shown = async (token: string) => (await readShared(token)).messages.length;

it('is a copy that only an update changes, at the same address, until it is taken back', async () => {
  const { chatId, add } = await chatOf(6);
  const link = await shareChat(chatId, NOTHING);
  expect(link).toMatchObject({ messages: 6, behind: false });
  await add(2);
  expect(await shown(link.token)).toBe(6);
  expect(await findShareLink(chatId)).toMatchObject({ messages: 6, behind: true });
  const updated = await shareChat(chatId, { ...NOTHING, costs: true });
  expect(updated).toMatchObject({ token: link.token, messages: 8, behind: false });
  expect(updated.contents.costs).toBe(true);
  expect(await shown(link.token)).toBe(8);
  await endShare(chatId);
  await expect(readShared(link.token)).rejects.toMatchObject({ code: 'unknown_share' });
  expect(await findShareLink(chatId)).toBeUndefined();
  const again = await shareChat(chatId, NOTHING);
  expect(again.token).not.toBe(link.token);
  await expect(readShared(link.token)).rejects.toMatchObject({ code: 'unknown_share' });
});

it('is one link, also when two people make it at once', async () => {
  const { chatId } = await chatOf(2);
  const links = await Promise.all([1, 2, 3].map(() => shareChat(chatId, NOTHING)));
  expect(new Set(links.map((link) => link.token)).size).toBe(1);
});

it('goes with its chat', async () => {
  const { chatId } = await chatOf(2);
  const { token } = await shareChat(chatId, NOTHING);
  await deleteChat(chatId);
  await expect(readShared(token)).rejects.toMatchObject({ code: 'unknown_share' });
});

it('needs something to show', async () => {
  const { chatId } = await chatOf(1);
  await expect(shareChat(chatId, NOTHING)).rejects.toMatchObject({ code: 'nothing_to_share' });
  await expect(shareChat(newId(), NOTHING)).rejects.toMatchObject({ code: 'unknown_chat' });
});
