'use client';

import { ArrowDown } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { IconButton } from '#components/ui/icon-button';
import { ScrollerProvider } from '#components/ui/keep-in-place';
import { useMessages } from '#components/ui/locale';
import type { ChatStore } from '#lib/client/chat-store';
import { getModels } from '#lib/client/connections';
import { useChat } from '#lib/client/hooks';
import { useStickToBottom } from '#lib/client/stick-to-bottom';
import type { ChatSettings, ModelList, QueuedMessage } from '#lib/events/api';
import { Announcer } from './announcer.tsx';
import { Composer } from './composer.tsx';
import { effectiveSettings } from './composer-options.tsx';
import { EmptyState } from './empty-state.tsx';
import { ChatMessages } from './message-list.tsx';
import { RunBar } from './run-bar.tsx';

interface Props {
  store: ChatStore;
  models: ModelList;
  /** The address does not name the chat yet. */
  isNew: boolean;
  onMenu(): void;
}

/** One chat: its messages, the run that is on, and where to write. */
export function ChatView({ store, models: initial, isNew, onMenu }: Props) {
  const { t } = useMessages();
  const [models, setModels] = useState(initial);
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const { away, toBottom, letGo, isFollowing } = useStickToBottom(scroller, content);
  const stored = useChat(store, (state) => state.settings);
  const [options, setOptions] = useState<ChatSettings>({});
  const settings = { ...stored, ...options };
  const empty = useChat(store, (state) => state.entries.length === 0);
  useEffect(() => store.open(), [store]);
  const holder = useMemo(
    () => ({ element: () => scroller.current, letGo, isFollowing }),
    [letGo, isFollowing],
  );

  const send = async (text: string, mode?: QueuedMessage['mode']) => {
    toBottom();
    const taken = await store.send(text, effectiveSettings(settings, models), mode);
    // The address names the chat from now on; what is on the page stays as it is.
    if (taken && isNew) window.history.replaceState(null, '', `/c/${store.getState().id}`);
    return taken;
  };
  const composer = (
    <Composer
      store={store}
      models={models}
      onSend={send}
      settings={settings}
      onSettings={(changed) => setOptions({ ...options, ...changed })}
      onModels={() => void getModels().then(setModels, () => undefined)}
    />
  );

  return (
    <main className="relative flex min-h-0 min-w-0 flex-col">
      <RunBar store={store} onMenu={onMenu} />
      <div
        ref={scroller}
        data-testid="conversation"
        className="min-h-0 flex-1 overflow-y-auto px-5 pt-5 [overflow-anchor:none] max-md:px-3"
      >
        <div ref={content} className="mx-auto max-w-[744px]">
          {empty ? (
            <EmptyState models={models} onPick={(text) => void send(text)} />
          ) : (
            <ScrollerProvider value={holder}>
              <ChatMessages store={store} models={models} />
            </ScrollerProvider>
          )}
        </div>
      </div>
      <div className="relative px-5 pb-3.5 max-md:px-3">
        {away ? (
          <IconButton
            label={t.run.toBottom}
            onClick={toBottom}
            className="absolute -top-11 left-1/2 -translate-x-1/2 border border-(--line2) bg-(--card) shadow-sm"
          >
            <ArrowDown size={16} aria-hidden />
          </IconButton>
        ) : null}
        {composer}
      </div>
      <Announcer store={store} />
    </main>
  );
}
