'use client';

import { Plug, Plus, Search, X } from 'lucide-react';
import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { useEffect, useRef, useState } from 'react';
import { AppearanceMenu } from '#components/settings/appearance-menu';
import { IconButton } from '#components/ui/icon-button';
import { useMessages } from '#components/ui/locale';
import { mayChangeServer, usePerson } from '#components/ui/person';
import { deleteChat, patchChat } from '#lib/client/api';
import type { ChatStore } from '#lib/client/chat-store';
import { groupChats, useChatList } from '#lib/client/use-chat-list';
import type { ChatPage } from '#lib/events/api';
import { AccountMenu } from './account-menu.tsx';
import { ChatItem } from './chat-item.tsx';

interface Props {
  initial: ChatPage;
  /** The chat that is open; absent for one that has not begun. */
  current: string | undefined;
  store: ChatStore;
  /** Shown over the page on a narrow screen. */
  drawer: boolean;
  /** Begins a new chat without leaving the page; absent where a link has to lead to one. */
  onNew: (() => void) | undefined;
  onClose(): void;
}

export function Sidebar({ initial, current, store, drawer, onNew, onClose }: Props) {
  const { t } = useMessages();
  const person = usePerson();
  const router = useRouter();
  const drawerRef = useRef<HTMLElement>(null);
  const [query, setQuery] = useState('');
  const [now, setNow] = useState<number>();
  const { page, refresh, loadMore, change } = useChatList(initial, query, store);
  // The reader's midnight is known only in the browser.
  useEffect(() => setNow(Date.now()), []);
  useEffect(() => {
    if (drawer) drawerRef.current?.querySelector('a')?.focus();
  }, [drawer]);

  const rename = async (id: string, title: string) => {
    change(page.chats.map((chat) => (chat.id === id ? { ...chat, title } : chat)));
    await patchChat(id, { title }).catch(() => undefined);
    await refresh();
  };
  const open = async (id: string, team: boolean) => {
    await patchChat(id, { visibility: team ? 'team' : 'private' }).catch(() => undefined);
    await refresh();
  };
  const remove = async (id: string) => {
    change(page.chats.filter((chat) => chat.id !== id));
    await deleteChat(id).catch(() => undefined);
    if (id === current) {
      if (onNew) onNew();
      else router.push('/');
    }
    await refresh();
  };
  const groups = groupChats(page.chats, now ?? page.chats[0]?.updatedAt ?? 0);

  return (
    <>
      {drawer ? (
        <button
          type="button"
          aria-label={t.sidebar.close}
          className="fixed inset-0 z-10 bg-black/30 md:hidden"
          onClick={onClose}
        />
      ) : null}
      <nav
        ref={drawerRef}
        aria-label={t.sidebar.label}
        className={`flex min-h-0 flex-col border-r border-(--line) bg-(--panel) p-2.5 text-[13px] max-md:fixed max-md:inset-y-0 max-md:left-0 max-md:z-20 max-md:w-[min(300px,86vw)] ${drawer ? '' : 'max-md:hidden'}`}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onClose();
        }}
      >
        <div className="flex items-center gap-1">
          <Link
            href="/"
            className="flex min-h-9 flex-1 items-center gap-2 rounded-lg border border-(--line) bg-(--card) px-2.5 hover:border-(--line2) max-md:min-h-10"
            onClick={(event) => {
              if (onNew) {
                event.preventDefault();
                onNew();
              }
              onClose();
            }}
          >
            <Plus size={15} aria-hidden />
            {t.sidebar.newChat}
          </Link>
          <IconButton label={t.sidebar.close} onClick={onClose} className="md:hidden">
            <X size={16} aria-hidden />
          </IconButton>
        </div>
        <label className="mt-2 flex min-h-8 items-center gap-2 rounded-lg px-2 text-(--fg2) focus-within:bg-(--hover) max-md:min-h-10">
          <Search size={15} aria-hidden />
          <input
            type="search"
            value={query}
            aria-label={t.sidebar.search}
            placeholder={t.sidebar.search}
            className="w-full bg-transparent outline-none placeholder:text-(--fg3)"
            onChange={(event) => setQuery(event.target.value)}
          />
        </label>
        <div className="min-h-0 flex-1 overflow-y-auto pt-1">
          {page.chats.length === 0 ? (
            <p className="px-2 py-3 text-(--fg3)">{query ? t.sidebar.noMatch : t.sidebar.empty}</p>
          ) : null}
          {groups.map((group) => (
            <section key={group.key}>
              <h3 className="mx-2 mt-3.5 mb-1 text-[11px] font-medium text-(--fg3)">
                {t.sidebar[group.key]}
              </h3>
              <ul>
                {group.chats.map((chat) => (
                  <ChatItem
                    key={chat.id}
                    chat={chat}
                    open={chat.id === current}
                    onOpen={onClose}
                    onRename={(title) => void rename(chat.id, title)}
                    onTeam={(team) => void open(chat.id, team)}
                    onDelete={() => void remove(chat.id)}
                  />
                ))}
              </ul>
            </section>
          ))}
          {page.nextCursor ? (
            <button
              type="button"
              className="mt-2 w-full rounded-lg px-2 py-1.5 text-left text-(--fg2) hover:bg-(--hover)"
              onClick={() => void loadMore()}
            >
              {t.sidebar.more}
            </button>
          ) : null}
        </div>
        <div className="mt-2 grid">
          {mayChangeServer(person) ? (
            <Link
              href="/settings"
              className="flex min-h-8 items-center gap-2 rounded-lg px-2 text-(--fg2) hover:bg-(--hover) max-md:min-h-10"
            >
              <Plug size={15} aria-hidden />
              {t.connections.link}
            </Link>
          ) : null}
          <AppearanceMenu />
          {person ? <AccountMenu person={person} /> : null}
        </div>
      </nav>
    </>
  );
}
