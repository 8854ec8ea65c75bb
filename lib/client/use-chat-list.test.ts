import { expect, it } from 'vitest';
import type { ChatSummary } from '#lib/events/api';
import { groupChats, withOlder } from './use-chat-list.ts';

const chat = (id: string, updatedAt: number): ChatSummary => ({
  id,
  title: id,
  createdAt: 0,
  updatedAt,
  state: 'idle',
});

it('keeps the older chats that were loaded when the first page is fetched again', () => {
  const shown = { chats: [chat('c', 3), chat('b', 2), chat('a', 1)], nextCursor: 'after-a' };
  const fresh = { chats: [chat('new', 9), chat('c', 3)], nextCursor: 'after-c' };
  expect(withOlder(fresh, shown)).toEqual({
    chats: [chat('new', 9), chat('c', 3), chat('b', 2), chat('a', 1)],
    nextCursor: 'after-a',
  });
});

it('takes a page that is the whole list as it is: what is missing from it was deleted', () => {
  const shown = { chats: [chat('b', 2), chat('a', 1)] };
  expect(withOlder({ chats: [chat('b', 2)] }, shown)).toEqual({ chats: [chat('b', 2)] });
});

it('groups by days of the reader, not by spans of 24 hours', () => {
  const now = new Date(2026, 0, 15, 0, 30).getTime();
  const minutesAgo = (minutes: number) => now - minutes * 60_000;
  const groups = groupChats(
    [
      chat('a', minutesAgo(10)),
      chat('b', minutesAgo(40)),
      chat('c', minutesAgo(3 * 1440)),
      chat('d', minutesAgo(20 * 1440)),
    ],
    now,
  );
  expect(groups.map(({ key, chats }) => [key, chats[0]?.id])).toEqual([
    ['today', 'a'],
    ['yesterday', 'b'],
    ['week', 'c'],
    ['older', 'd'],
  ]);
});
