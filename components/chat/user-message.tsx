'use client';

import { memo, useId } from 'react';
import { useMessages } from '#components/ui/locale';
import type { LoupeMessage } from '#lib/events/types';
import { formatTime } from '#lib/i18n/format';

export const UserMessage = memo(function UserMessage({ message }: { message: LoupeMessage }) {
  const { t, locale } = useMessages();
  const id = useId();
  const at = message.metadata?.createdAt;
  const text = message.parts.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
  return (
    <article
      aria-labelledby={id}
      className="ml-auto max-w-[80%] rounded-[14px_14px_4px_14px] bg-(--hover) px-3.5 py-2"
    >
      {/* The server's clock may be in another zone than the reader's. */}
      <h2 id={id} className="sr-only" suppressHydrationWarning>
        {t.message.you(at ? formatTime(at, locale) : '')}
      </h2>
      <p dir="auto" className="whitespace-pre-wrap break-words [overflow-wrap:anywhere]">
        {text}
      </p>
    </article>
  );
});
