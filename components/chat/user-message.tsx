'use client';

import { memo, useId, useState } from 'react';
import { useMessages } from '#components/ui/locale';
import type { LoupeMessage } from '#lib/events/types';
import { formatTime } from '#lib/i18n/format';

/** More of a long text is shown when it is asked for: it may be a whole file. */
const SHOWN_CHARS = 4000;

export const UserMessage = memo(function UserMessage({ message }: { message: LoupeMessage }) {
  const { t, locale } = useMessages();
  const id = useId();
  const [whole, setWhole] = useState(false);
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
        {whole ? text : text.slice(0, SHOWN_CHARS)}
      </p>
      {!whole && text.length > SHOWN_CHARS ? (
        <button
          type="button"
          className="text-[13px] font-medium text-(--accent)"
          onClick={() => setWhole(true)}
        >
          {t.step.showAll}
        </button>
      ) : null}
    </article>
  );
});
