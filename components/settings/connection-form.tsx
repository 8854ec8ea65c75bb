'use client';

import { type FormEvent, useState } from 'react';
import { FIELD, Field } from '#components/ui/field';
import { useMessages } from '#components/ui/locale';
import { type ConnectionDraft, putConnection } from '#lib/client/connections';
import { failureWords } from '#lib/client/failure-words';
import type { ConnectionView, Preset } from '#lib/events/api';

interface Props {
  /** Absent to add one. */
  connection?: ConnectionView;
  presets: Preset[];
  onSaved(): void;
  onCancel(): void;
}

/** Where a model is served and with which key. The key goes to the server and never comes back. */
export function ConnectionForm({ connection, presets, onSaved, onCancel }: Props) {
  const { t } = useMessages();
  const [label, setLabel] = useState(connection?.label ?? '');
  const [baseUrl, setBaseUrl] = useState(connection?.baseUrl ?? '');
  const [apiKey, setApiKey] = useState('');
  const [model, setModel] = useState(connection?.defaultModel ?? '');
  const [headers, setHeaders] = useState('');
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);

  const choose = (id: string) => {
    const preset = presets.find((each) => each.id === id);
    if (!preset) return;
    setLabel(preset.label);
    setBaseUrl(preset.baseUrl);
  };
  const save = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setFailure(undefined);
    const draft: ConnectionDraft = {
      label,
      baseUrl,
      ...(apiKey ? { apiKey } : {}),
      ...(headers.trim() ? { headers: parseHeaders(headers) } : {}),
      defaultModel: model || null,
    };
    try {
      await putConnection(connection?.id, draft);
      onSaved();
    } catch (error) {
      setFailure(failureWords(error, t));
      setBusy(false);
    }
  };

  return (
    <form
      aria-label={connection ? t.connections.edit : t.connections.add}
      className="mt-4 grid gap-3 rounded-xl border border-(--line2) bg-(--panel) p-4"
      onSubmit={save}
    >
      {connection ? null : (
        <label className="grid gap-1 text-[13px]">
          <span className="font-medium">{t.connections.preset}</span>
          <select
            defaultValue=""
            className={FIELD}
            onChange={(event) => choose(event.target.value)}
          >
            <option value="">{t.connections.otherServer}</option>
            {presets.map((preset) => (
              <option key={preset.id} value={preset.id}>
                {preset.label}
              </option>
            ))}
          </select>
        </label>
      )}
      <div className="grid gap-3 sm:grid-cols-2">
        <Field
          label={t.connections.name}
          value={label}
          required
          maxLength={80}
          onChange={(event) => setLabel(event.target.value)}
        />
        <Field
          label={t.connections.address}
          type="url"
          value={baseUrl}
          required
          placeholder="https://…/v1"
          onChange={(event) => setBaseUrl(event.target.value)}
        />
        <Field
          label={t.connections.key}
          type="password"
          autoComplete="off"
          value={apiKey}
          placeholder={connection?.hasKey ? t.connections.keyKept : ''}
          hint={t.connections.keyHint}
          onChange={(event) => setApiKey(event.target.value)}
        />
        <Field
          label={t.connections.model}
          value={model}
          placeholder="gpt-5-mini"
          hint={t.connections.modelHint}
          onChange={(event) => setModel(event.target.value)}
        />
      </div>
      <details>
        <summary className="cursor-pointer text-[13px] text-(--fg2)">
          {t.connections.moreHeaders}
        </summary>
        <textarea
          aria-label={t.connections.moreHeaders}
          value={headers}
          rows={2}
          placeholder="X-Title: Loupe"
          className={`${FIELD} mt-2 font-mono`}
          onChange={(event) => setHeaders(event.target.value)}
        />
      </details>
      {failure ? (
        <p
          role="alert"
          className="rounded-[10px] border border-(--err-line) bg-(--err-bg) px-3 py-2 text-[13.5px]"
        >
          {failure}
        </p>
      ) : null}
      <div className="flex gap-2">
        <button
          type="submit"
          disabled={busy}
          className="rounded-lg bg-(--fg) px-3.5 py-1.5 text-[13px] font-medium text-(--bg) disabled:opacity-50 max-md:min-h-10"
        >
          {t.connections.save}
        </button>
        <button
          type="button"
          className="rounded-lg px-3 py-1.5 text-[13px] text-(--fg2) hover:bg-(--hover) max-md:min-h-10"
          onClick={onCancel}
        >
          {t.connections.cancel}
        </button>
      </div>
    </form>
  );
}

/** One `Name: value` per line. */
function parseHeaders(text: string): Record<string, string> {
  const lines = text.split('\n').flatMap((line) => {
    const colon = line.indexOf(':');
    return colon > 0 ? [[line.slice(0, colon).trim(), line.slice(colon + 1).trim()]] : [];
  });
  return Object.fromEntries(lines);
}
