'use client';

import { CircleAlert, Info } from 'lucide-react';
import { useMessages } from '#components/ui/locale';
import type { NoticeData } from '#lib/events/types';

const TONES = {
  info: 'border-(--line) bg-(--card)',
  warn: 'border-(--warn-line) bg-(--warn-bg)',
  error: 'border-(--err-line) bg-(--err-bg)',
};

/** What a person must read about the run: what happened and what to do, then the provider's own words. */
export function Notice({ notice }: { notice: NoticeData }) {
  const { t } = useMessages();
  const Icon = notice.level === 'info' ? Info : CircleAlert;
  const known = t.errors[notice.code];
  return (
    <div
      className={`my-2 flex gap-2.5 rounded-[10px] border px-3 py-2 text-[13.5px] ${TONES[notice.level]}`}
    >
      <Icon
        size={16}
        aria-hidden
        className={`mt-1 shrink-0 ${notice.level === 'error' ? 'text-(--err)' : 'text-(--warn)'}`}
      />
      <div className="min-w-0">
        <p>{known ?? (notice.message || t.errors.internal)}</p>
        {known && notice.message ? (
          <p dir="auto" className="break-words font-mono text-[12.5px] text-(--fg2)">
            {notice.message}
          </p>
        ) : (
          <p>{notice.hint}</p>
        )}
      </div>
    </div>
  );
}
