'use client';

import { ArrowDown, ArrowUp, CornerDownRight, ListEnd, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '#components/ui/icon-button';
import { useMessages } from '#components/ui/locale';
import { deleteQueued, patchQueued, patchQueueOrder, postSendQueued } from '#lib/client/api';
import type { ChatStore } from '#lib/client/chat-store';
import { useChat } from '#lib/client/hooks';
import type { QueuedMessage } from '#lib/events/api';

/** The messages that wait for the run that is on, in the order in which they will be sent. */
export function Queue({ store }: { store: ChatStore }) {
  const { t } = useMessages();
  const id = useChat(store, (state) => state.id);
  const queue = useChat(store, (state) => state.queue);
  const idle = useChat(store, (state) => state.phase === 'idle');
  if (queue.length === 0) return null;
  const ids = queue.map((message) => message.id);
  const move = (from: number, by: 1 | -1) => {
    const order = ids.toSpliced(from, 1).toSpliced(from + by, 0, ids[from] ?? '');
    void store.attempt(() => patchQueueOrder(id, order));
  };
  return (
    <section
      aria-label={t.queue.label}
      className="mx-3 max-h-[30dvh] overflow-y-auto rounded-t-[12px] border border-(--line2) border-b-0 bg-(--panel) px-2 py-1 text-[13px]"
    >
      {idle ? (
        <p className="flex items-center gap-2 px-1 py-0.5 text-(--fg2)">
          <span className="flex-1">{t.queue.held}</span>
          <button
            type="button"
            className="rounded-[7px] border border-(--line2) bg-(--card) px-2.5 py-0.5 font-medium max-md:min-h-10"
            onClick={() => void store.attempt(() => postSendQueued(id))}
          >
            {t.queue.sendNow}
          </button>
        </p>
      ) : null}
      <ol>
        {queue.map((message, index) => (
          <QueueItem
            key={message.id}
            message={message}
            store={store}
            onUp={index > 0 ? () => move(index, -1) : undefined}
            onDown={index < queue.length - 1 ? () => move(index, 1) : undefined}
          />
        ))}
      </ol>
    </section>
  );
}

interface ItemProps {
  message: QueuedMessage;
  store: ChatStore;
  onUp: (() => void) | undefined;
  onDown: (() => void) | undefined;
}

function QueueItem({ message, store, onUp, onDown }: ItemProps) {
  const { t } = useMessages();
  const chatId = useChat(store, (state) => state.id);
  const [draft, setDraft] = useState<string>();
  const { id, mode, text } = message;
  const change = (body: Parameters<typeof patchQueued>[2]) =>
    store.attempt(() => patchQueued(chatId, id, body));
  const other = mode === 'steer' ? 'queue' : 'steer';
  const Icon = mode === 'steer' ? CornerDownRight : ListEnd;
  const save = async () => {
    const changed = draft?.trim();
    if (changed && changed !== text) await change({ message: changed });
    setDraft(undefined);
  };
  return (
    <li className="flex min-h-8 items-center gap-2 px-1 max-md:flex-wrap max-md:justify-end max-md:gap-y-0 max-md:py-1">
      <Icon size={14} aria-hidden className="shrink-0 text-(--fg3)" />
      {draft === undefined ? (
        <span dir="auto" className="min-w-0 flex-1 truncate max-md:basis-[calc(100%-22px)]">
          {text}
        </span>
      ) : (
        <input
          // biome-ignore lint/a11y/noAutofocus: the person has just asked to edit it
          autoFocus
          value={draft}
          aria-label={t.queue.edit}
          className="min-w-0 flex-1 rounded-md border border-(--fg3) bg-(--bg) px-1.5"
          onChange={(event) => setDraft(event.target.value)}
          onBlur={() => void save()}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing || event.keyCode === 229) return;
            if (event.key === 'Escape') setDraft(undefined);
            if (event.key === 'Enter') {
              event.preventDefault();
              void save();
            }
          }}
        />
      )}
      <button
        type="button"
        title={t.queue.changeTo[other]}
        className="shrink-0 rounded-md px-1.5 text-xs text-(--fg3) hover:bg-(--hover) max-md:min-h-10"
        onClick={() => void change({ mode: other })}
      >
        {t.queue.states[mode]}
        <span className="sr-only">. {t.queue.changeTo[other]}</span>
      </button>
      <span className="flex shrink-0">
        {onUp ? (
          <IconButton label={`${t.queue.up}: ${text}`} className="size-7" onClick={onUp}>
            <ArrowUp size={13} aria-hidden />
          </IconButton>
        ) : null}
        {onDown ? (
          <IconButton label={`${t.queue.down}: ${text}`} className="size-7" onClick={onDown}>
            <ArrowDown size={13} aria-hidden />
          </IconButton>
        ) : null}
        <IconButton
          label={`${t.queue.edit}: ${text}`}
          className="size-7"
          onClick={() => setDraft(text)}
        >
          <Pencil size={13} aria-hidden />
        </IconButton>
        <IconButton
          label={`${t.queue.delete}: ${text}`}
          className="size-7"
          onClick={() => void store.attempt(() => deleteQueued(chatId, id))}
        >
          <Trash2 size={13} aria-hidden />
        </IconButton>
      </span>
    </li>
  );
}
