'use client';

import { usePathname } from 'next/navigation';
import { useEffect, useState } from 'react';
import { Sidebar } from '#components/sidebar/sidebar';
import { useMessages } from '#components/ui/locale';
import { chatStore } from '#lib/client/chat-store';
import { newChatId } from '#lib/client/new-id';
import type { ChatDetail, ChatPage, ModelList } from '#lib/events/api';
import { ChatView } from './chat-view.tsx';

interface Props {
  chatId: string;
  /** Absent for a chat that has not begun. */
  detail?: ChatDetail;
  chats: ChatPage;
  models: ModelList;
}

/** The page: the list of chats, and one of them. */
export function ChatApp({ chatId, detail, chats, models }: Props) {
  const { t } = useMessages();
  const pathname = usePathname();
  const [id, setId] = useState(chatId);
  const [drawer, setDrawer] = useState(false);
  const store = chatStore(id, id === chatId ? detail : undefined);
  useEffect(() => {
    if (detail) chatStore(chatId).refresh(detail);
  }, [chatId, detail]);
  useEffect(() => {
    // Back and forward between chats that began on this page.
    const onPopState = () => {
      const shown = /^\/c\/([\w-]+)$/.exec(window.location.pathname)?.[1];
      if (shown && !detail) setId(shown);
    };
    window.addEventListener('popstate', onPopState);
    return () => window.removeEventListener('popstate', onPopState);
  }, [detail]);
  // A chat that began on this page took its address without a navigation: so does the next one.
  const startNew = () => {
    window.history.pushState(null, '', '/');
    setId(newChatId());
  };
  return (
    <div className="grid h-dvh grid-cols-[260px_minmax(0,1fr)] overflow-hidden max-md:grid-cols-1">
      <a
        href="#composer"
        className="sr-only focus:not-sr-only focus:absolute focus:z-20 focus:bg-(--card) focus:p-2"
      >
        {t.app.skipToComposer}
      </a>
      <Sidebar
        initial={chats}
        current={pathname === `/c/${id}` ? id : undefined}
        store={store}
        drawer={drawer}
        onNew={detail ? undefined : startNew}
        onClose={() => setDrawer(false)}
      />
      <ChatView
        key={id}
        store={store}
        models={models}
        isNew={!detail}
        onMenu={() => setDrawer(true)}
      />
    </div>
  );
}
