'use client';

import { useEffect, useState } from 'react';
import { Sidebar } from '#components/sidebar/sidebar';
import { useMessages } from '#components/ui/locale';
import { chatStore } from '#lib/client/chat-store';
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
  const [store] = useState(() => chatStore(chatId, detail));
  const [drawer, setDrawer] = useState(false);
  useEffect(() => {
    if (detail) store.refresh(detail);
  }, [store, detail]);
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
        current={detail ? chatId : undefined}
        store={store}
        drawer={drawer}
        onClose={() => setDrawer(false)}
      />
      <ChatView store={store} models={models} isNew={!detail} onMenu={() => setDrawer(true)} />
    </div>
  );
}
