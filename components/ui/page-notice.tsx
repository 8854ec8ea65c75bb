'use client';

import Link from 'next/link';
import { useMessages } from './locale.tsx';

interface Props {
  title: string;
  text?: string;
  action?: { label: string; run: () => void };
}

/** A page that has nothing else to show: what happened and where to go. */
export function PageNotice({ title, text, action }: Props) {
  const { t } = useMessages();
  const button = 'rounded-lg border border-(--line2) bg-(--card) px-3 py-1.5 text-sm font-medium';
  return (
    <main className="grid min-h-dvh place-items-center p-6 text-center">
      <div className="grid gap-3">
        <h1 className="text-lg font-medium">{title}</h1>
        {text ? <p className="text-(--fg2)">{text}</p> : null}
        <p className="flex justify-center gap-2">
          {action ? (
            <button type="button" className={button} onClick={action.run}>
              {action.label}
            </button>
          ) : null}
          <Link className={button} href="/">
            {t.app.home}
          </Link>
        </p>
      </div>
    </main>
  );
}
