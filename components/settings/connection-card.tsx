'use client';

import { useState } from 'react';
import { useMessages } from '#components/ui/locale';
import { Tag } from '#components/ui/tag';
import { deleteConnection } from '#lib/client/connections';
import type { ConnectionView, Preset } from '#lib/events/api';
import { ConnectionForm } from './connection-form.tsx';
import { ModelPanel } from './model-panel.tsx';

interface Props {
  connection: ConnectionView;
  presets: Preset[];
  /** `connection/model` */
  defaultModel: string;
  onChanged(): Promise<void>;
}

/** One connection: where it leads, whether it has a key, and its models. */
export function ConnectionCard({ connection, presets, defaultModel, onChanged }: Props) {
  const { t } = useMessages();
  const [mode, setMode] = useState<'view' | 'edit' | 'delete'>('view');
  const { id, label, baseUrl, origin, hasKey, headerNames, locked } = connection;
  const facts = [
    hasKey ? t.connections.hasKey : t.connections.noKey,
    headerNames.length > 0 ? t.connections.headers(headerNames.join(', ')) : '',
  ];
  const button =
    'rounded-lg px-2.5 py-1 text-[13px] text-(--fg2) hover:bg-(--hover) hover:text-(--fg) max-md:min-h-10';
  return (
    <section
      aria-label={label}
      className="rounded-xl border border-(--line) bg-(--card) px-4 py-3.5"
    >
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <h2 className="font-semibold">{label}</h2>
        {origin === 'saved' ? null : <Tag tone="mute">{t.connections.origins[origin]}</Tag>}
        {defaultModel.startsWith(`${id}/`) ? <Tag tone="run">{t.connections.isDefault}</Tag> : null}
        <span className="flex-1" />
        {origin === 'saved' && mode === 'view' ? (
          <>
            <button type="button" className={button} onClick={() => setMode('edit')}>
              {t.connections.edit}
            </button>
            <button type="button" className={button} onClick={() => setMode('delete')}>
              {t.connections.delete}
            </button>
          </>
        ) : null}
      </div>
      <p className="mt-0.5 break-all font-mono text-[12.5px] text-(--fg2)">{baseUrl}</p>
      <p className="text-[13px] text-(--fg3)">{facts.filter(Boolean).join(' · ')}</p>
      {locked ? <p className="mt-1 text-[13.5px] text-(--err)">{t.connections.locked}</p> : null}
      {mode === 'edit' ? (
        <ConnectionForm
          connection={connection}
          presets={presets}
          onSaved={() => {
            setMode('view');
            void onChanged();
          }}
          onCancel={() => setMode('view')}
        />
      ) : null}
      {mode === 'delete' ? (
        <p className="mt-2 flex flex-wrap items-center gap-2 text-[13.5px]">
          {t.connections.confirmDelete(label)}
          <button
            type="button"
            className="rounded-lg border border-(--err-line) bg-(--err-bg) px-2.5 py-1 text-[13px] text-(--err) max-md:min-h-10"
            onClick={() => void deleteConnection(id).then(onChanged, onChanged)}
          >
            {t.connections.delete}
          </button>
          <button type="button" className={button} onClick={() => setMode('view')}>
            {t.connections.cancel}
          </button>
        </p>
      ) : null}
      {mode === 'view' ? (
        <ModelPanel connection={connection} defaultModel={defaultModel} onChanged={onChanged} />
      ) : null}
    </section>
  );
}
