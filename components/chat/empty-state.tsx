'use client';

import Link from 'next/link';
import { useMessages } from '#components/ui/locale';
import { mayChangeServer, usePerson } from '#components/ui/person';
import type { ModelList } from '#lib/events/api';

interface Props {
  models: ModelList;
  onPick(text: string): void;
}

/** A chat that has not begun: what this is, and examples that run at a click. */
export function EmptyState({ models, onPick }: Props) {
  const { t } = useMessages();
  const mayConnect = mayChangeServer(usePerson());
  const demo = models.models.find((model) => model.id === models.defaultModel)?.demo;
  return (
    <div className="grid gap-4 pt-[14vh] max-md:pt-8">
      <h1 className="text-[26px]/tight font-semibold tracking-tight">{t.empty.title}</h1>
      <p className="text-(--fg2)">{t.empty.lead}</p>
      <ul className="grid gap-2 sm:grid-cols-2">
        {t.empty.examples.map((example) => (
          <li key={example}>
            <button
              type="button"
              className="h-full w-full rounded-[10px] border border-(--line) bg-(--card) px-3.5 py-2.5 text-left text-sm text-(--fg2) hover:border-(--line2) hover:text-(--fg)"
              onClick={() => onPick(example)}
            >
              {example}
            </button>
          </li>
        ))}
      </ul>
      {demo ? (
        <p className="rounded-[10px] border border-(--warn-line) bg-(--warn-bg) px-3.5 py-2.5 text-[13.5px]">
          <strong className="block font-semibold">{t.empty.demo}</strong>
          {t.empty.demoHint}{' '}
          {mayConnect ? (
            <Link href="/settings" className="font-medium text-(--accent) hover:underline">
              {t.empty.connect}
            </Link>
          ) : null}
        </p>
      ) : null}
    </div>
  );
}
