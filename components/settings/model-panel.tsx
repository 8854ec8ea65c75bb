'use client';

import { Stethoscope } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { FIELD } from '#components/ui/field';
import { useMessages } from '#components/ui/locale';
import { getConnectionModels, patchDefaultModel, postDoctor } from '#lib/client/connections';
import type { ConnectionModels, ConnectionView } from '#lib/events/api';
import { DoctorTable } from './doctor-table.tsx';
import { ModelFacts } from './model-facts.tsx';

interface Props {
  connection: ConnectionView;
  defaultModel: string;
  onChanged(): Promise<void>;
}

/** The models of a connection: make one the default, say its size and price, examine it. */
export function ModelPanel({ connection, defaultModel, onChanged }: Props) {
  const { t } = useMessages();
  const list = useId();
  const { id } = connection;
  const [models, setModels] = useState<ConnectionModels>();
  const [typed, setTyped] = useState<string>();
  const [examining, setExamining] = useState(false);
  const [failure, setFailure] = useState(false);
  const load = () => getConnectionModels(id).then(setModels, () => setFailure(true));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list is of this connection as it is now
  useEffect(() => {
    void load();
  }, [id, connection.baseUrl, connection.hasKey]);

  const fallback = defaultModel.startsWith(`${id}/`)
    ? defaultModel.slice(id.length + 1)
    : (connection.defaultModel ?? models?.models[0]?.id ?? '');
  const name = typed ?? fallback;
  const model = models?.models.find((each) => each.id === name);
  const examine = async () => {
    setExamining(true);
    setFailure(false);
    await postDoctor(id, name).then(load, () => setFailure(true));
    setExamining(false);
  };
  const button =
    'flex items-center gap-1.5 rounded-lg border border-(--line2) bg-(--bg) px-3 py-1.5 text-[13px] disabled:opacity-50 max-md:min-h-10';
  return (
    <div className="mt-3 grid grid-cols-[minmax(0,1fr)] gap-3 border-t border-(--line) pt-3">
      <div className="flex flex-wrap items-end gap-2">
        <label className="grid min-w-48 flex-1 gap-1 text-[13px]">
          <span className="font-medium">{t.connections.model}</span>
          <input
            list={list}
            value={name}
            className={FIELD}
            onChange={(event) => setTyped(event.target.value)}
          />
          <datalist id={list}>
            {models?.models.map((each) => (
              <option key={each.id} value={each.id} />
            ))}
          </datalist>
        </label>
        <button
          type="button"
          className={button}
          disabled={!name || defaultModel === `${id}/${name}`}
          onClick={() => void patchDefaultModel(`${id}/${name}`).then(onChanged)}
        >
          {t.connections.makeDefault}
        </button>
        <button
          type="button"
          className={button}
          disabled={!name || examining}
          onClick={() => void examine()}
        >
          <Stethoscope size={15} aria-hidden />
          {examining ? t.connections.examining : t.connections.examine}
        </button>
      </div>
      <p className="text-xs text-(--fg3)">
        {models?.failure
          ? t.connections.notListed(models.failure.message)
          : models
            ? t.connections.listed(models.models.length)
            : t.connections.listing}
      </p>
      {name ? (
        <ModelFacts
          key={`${name} ${models?.models.length}`}
          id={id}
          name={name}
          model={model}
          onSaved={load}
        />
      ) : null}
      {failure ? (
        <p role="alert" className="text-[13.5px] text-(--err)">
          {t.errors.network}
        </p>
      ) : null}
      {model?.report ? <DoctorTable report={model.report} /> : null}
    </div>
  );
}
