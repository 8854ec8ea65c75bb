'use client';

import { ExternalLink } from 'lucide-react';
import { CopyButton } from '#components/ui/copy-button';
import { FIELD } from '#components/ui/field';
import { useMessages } from '#components/ui/locale';

/** A link to hand on: to copy, and to see what the other one will see. */
export function LinkField({ path }: { path: string }) {
  const { t } = useMessages();
  const url = new URL(path, window.location.href).href;
  return (
    <p className="flex items-center gap-1">
      <input
        readOnly
        value={url}
        aria-label={t.share.link}
        className={FIELD}
        onFocus={(event) => event.currentTarget.select()}
      />
      <CopyButton text={url} />
      <a
        href={path}
        target="_blank"
        rel="noreferrer"
        aria-label={t.share.open}
        title={t.share.open}
        className="grid size-8 shrink-0 place-items-center rounded-lg text-(--fg3) hover:bg-(--hover) hover:text-(--fg) max-md:size-10"
      >
        <ExternalLink size={15} aria-hidden />
      </a>
    </p>
  );
}
