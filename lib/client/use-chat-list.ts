import { useCallback, useEffect, useRef, useState } from 'react';
import type { ChatPage, ChatSummary, FeedMessage } from '#lib/events/api';
import { getChats } from './api.ts';
import type { ChatStore } from './chat-store.ts';

const TYPING_MS = 200;

type ListChange = Pick<Extract<FeedMessage, { type: 'list' }>, 'chats' | 'deleted'>;

/** The list of chats: what the server rendered, kept fresh by what the feed of the open chat tells. */
export function useChatList(initial: ChatPage, query: string, store: ChatStore) {
  const [{ page, of }, setShown] = useState({ page: initial, of: '' });
  const asked = useRef(0);

  const refresh = useCallback(async () => {
    const turn = ++asked.current;
    const next = await getChats({ q: query }).catch(() => undefined);
    // An answer that was overtaken by a later question says nothing any more.
    if (!next || turn !== asked.current) return;
    setShown((shown) => ({
      page: shown.of === query ? withOlder(next, shown.page) : next,
      of: query,
    }));
  }, [query]);

  const loadMore = useCallback(async () => {
    const next = await getChats({ q: query, cursor: page.nextCursor }).catch(() => undefined);
    if (next && of === query)
      setShown({ page: { ...next, chats: [...page.chats, ...next.chats] }, of });
  }, [query, page, of]);

  useEffect(() => {
    const timer = setTimeout(() => void refresh(), TYPING_MS);
    return () => clearTimeout(timer);
  }, [refresh]);

  useEffect(
    () =>
      store.onList((message) => {
        if (message.type === 'list-open') void refresh();
        else {
          setShown((shown) => ({
            ...shown,
            page: withChanges(shown.page, message, shown.of !== ''),
          }));
        }
      }),
    [store, refresh],
  );

  const change = (chats: ChatSummary[]) => {
    asked.current++;
    setShown({ page: { ...page, chats }, of });
  };

  return { page, refresh, loadMore, change };
}

/** A list with what the feed told of it; one that shows what was searched for gets no further chats. */
export function withChanges(page: ChatPage, change: ListChange, searched: boolean): ChatPage {
  const changed = new Map(change.chats.map((chat) => [chat.id, chat]));
  const kept = page.chats
    .filter((chat) => !change.deleted.includes(chat.id))
    .map((chat) => changed.get(chat.id) ?? chat);
  const known = new Set(kept.map((chat) => chat.id));
  const added = searched ? [] : change.chats.filter((chat) => !known.has(chat.id));
  const chats = [...added, ...kept].toSorted((a, b) => b.updatedAt - a.updatedAt);
  return { ...page, chats };
}

/** A fresh first page, with the older chats that were already loaded after it. */
export function withOlder(fresh: ChatPage, shown: ChatPage): ChatPage {
  const last = fresh.chats.at(-1);
  if (!fresh.nextCursor || !last) return fresh;
  const known = new Set(fresh.chats.map((chat) => chat.id));
  const older = shown.chats.filter(
    (chat) => !known.has(chat.id) && chat.updatedAt <= last.updatedAt,
  );
  if (older.length === 0) return fresh;
  return { chats: [...fresh.chats, ...older], nextCursor: shown.nextCursor };
}

export interface ChatGroup {
  key: 'today' | 'yesterday' | 'week' | 'older';
  chats: ChatSummary[];
}

const DAY_MS = 86_400_000;

/** Chats by the day of their last change, in the reader's time zone. */
export function groupChats(chats: ChatSummary[], now: number): ChatGroup[] {
  const midnight = new Date(now).setHours(0, 0, 0, 0);
  const keyOf = ({ updatedAt }: ChatSummary): ChatGroup['key'] => {
    if (updatedAt >= midnight) return 'today';
    if (updatedAt >= midnight - DAY_MS) return 'yesterday';
    return updatedAt >= midnight - 7 * DAY_MS ? 'week' : 'older';
  };
  const keys = ['today', 'yesterday', 'week', 'older'] as const;
  return keys
    .map((key) => ({ key, chats: chats.filter((chat) => keyOf(chat) === key) }))
    .filter((group) => group.chats.length > 0);
}
