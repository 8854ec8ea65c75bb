'use client';

import { ArrowLeft, Plus } from 'lucide-react';
import Link from 'next/link';
import { useState } from 'react';
import { useMessages } from '#components/ui/locale';
import { usePerson } from '#components/ui/person';
import { getConnections } from '#lib/client/connections';
import type { ConnectionList } from '#lib/events/api';
import { ConnectionCard } from './connection-card.tsx';
import { ConnectionForm } from './connection-form.tsx';
import { People } from './people.tsx';

/** The connections to models: which there are, what they can do, and which one is the default. */
export function SettingsPage({ initial }: { initial: ConnectionList }) {
  const { t } = useMessages();
  const person = usePerson();
  const [list, setList] = useState(initial);
  const [adding, setAdding] = useState(false);
  const refresh = async () => setList(await getConnections());
  return (
    <main className="mx-auto max-w-[800px] px-5 pt-6 pb-20 max-md:px-3">
      <Link
        href="/"
        className="-ml-2 inline-flex min-h-8 items-center gap-1.5 rounded-lg px-2 text-[13px] text-(--fg2) hover:bg-(--hover) max-md:min-h-10"
      >
        <ArrowLeft size={15} aria-hidden />
        {t.connections.back}
      </Link>
      <div className="mt-3 flex flex-wrap items-center gap-3">
        <h1 className="flex-1 text-[22px]/tight font-semibold tracking-tight">
          {t.connections.title}
        </h1>
        {adding ? null : (
          <button
            type="button"
            className="flex items-center gap-1.5 rounded-lg bg-(--fg) px-3 py-1.5 text-[13px] font-medium text-(--bg) max-md:min-h-10"
            onClick={() => setAdding(true)}
          >
            <Plus size={15} aria-hidden />
            {t.connections.add}
          </button>
        )}
      </div>
      <p className="mt-1.5 text-sm text-(--fg2)">{t.connections.lead}</p>
      {adding ? (
        <ConnectionForm
          presets={list.presets}
          onSaved={() => {
            setAdding(false);
            void refresh();
          }}
          onCancel={() => setAdding(false)}
        />
      ) : null}
      {list.connections.length === 0 && !adding ? (
        <p className="mt-6 rounded-[10px] border border-(--line) bg-(--card) px-4 py-3 text-sm text-(--fg2)">
          {t.connections.none}
        </p>
      ) : null}
      <ul className="mt-5 grid gap-3">
        {list.connections.map((connection) => (
          <li key={connection.id}>
            <ConnectionCard
              connection={connection}
              presets={list.presets}
              defaultModel={list.defaultModel}
              onChanged={refresh}
            />
          </li>
        ))}
      </ul>
      {person ? <People /> : null}
    </main>
  );
}
