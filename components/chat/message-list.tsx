'use client';

import { useState } from 'react';
import { useMessages } from '#components/ui/locale';
import type { ChatStore, Entry } from '#lib/client/chat-store';
import { useChat } from '#lib/client/hooks';
import type { ModelList } from '#lib/events/api';
import { AssistantMessage } from './assistant-message.tsx';
import { UserMessage } from './user-message.tsx';

/** The end of a long conversation is shown at once; what was before is a click away. */
const SHOWN = 60;

/** The messages of a chat as they come. */
export function ChatMessages({ store, models }: { store: ChatStore; models: ModelList }) {
  const entries = useChat(store, (state) => state.entries);
  const busy = useChat(store, (state) => state.phase !== 'idle');
  return <MessageList entries={entries} busy={busy} store={store} models={models} />;
}

interface Props {
  entries: readonly Entry[];
  busy: boolean;
  /** Absent where one can only read. */
  store?: ChatStore;
  models: ModelList;
}

export function MessageList({ entries, busy, store, models }: Props) {
  const { t } = useMessages();
  const [shown, setShown] = useState(SHOWN);
  const hidden = Math.max(0, entries.length - shown);
  return (
    <div aria-busy={busy} className="grid grid-cols-[minmax(0,1fr)] gap-5 pb-6">
      {hidden > 0 ? (
        <button
          type="button"
          className="justify-self-center rounded-lg px-3 py-1 text-[13px] text-(--fg2) hover:bg-(--hover)"
          onClick={() => setShown(shown + SHOWN)}
        >
          {t.run.earlierMessages}
        </button>
      ) : null}
      {entries
        .slice(hidden)
        .map((entry, index, visible) =>
          entry.role === 'user' ? (
            <UserMessage key={entry.id} message={entry.message} />
          ) : (
            <AssistantMessage
              key={entry.id}
              view={entry.view}
              live={busy && index === visible.length - 1}
              newest={index === visible.length - 1}
              store={store}
              models={models}
            />
          ),
        )}
    </div>
  );
}
