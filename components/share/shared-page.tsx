'use client';

import { Eye } from 'lucide-react';
import { MessageList } from '#components/chat/message-list';
import { useMessages } from '#components/ui/locale';
import { toEntry } from '#lib/client/entries';
import type { ModelList, SharedChat } from '#lib/events/api';
import { formatDate } from '#lib/i18n/format';

/** A stranger is not told which models there are. */
const NO_MODELS: ModelList = { models: [], defaultModel: '' };

/** What a share link shows: a chat to read, with nothing to do in it. */
export function SharedPage({ shared }: { shared: SharedChat }) {
  const { t, locale } = useMessages();
  return (
    <main className="mx-auto min-h-dvh max-w-[784px] px-5 pb-10 max-md:px-3">
      <header className="mb-5 border-b border-(--line) py-3.5">
        <h1 className="text-lg/snug font-semibold tracking-tight [overflow-wrap:anywhere]">
          {shared.title}
        </h1>
        {/* The server's clock may be in another zone than the reader's. */}
        <p
          className="num mt-1 flex items-center gap-1.5 text-[13px] text-(--fg2)"
          suppressHydrationWarning
        >
          <Eye size={14} aria-hidden />
          {t.share.copyOf(formatDate(shared.sharedAt, locale))}
        </p>
      </header>
      <MessageList entries={shared.messages.map(toEntry)} busy={false} models={NO_MODELS} />
    </main>
  );
}
