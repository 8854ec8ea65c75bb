'use client';

import { useState } from 'react';
import { Field } from '#components/ui/field';
import { useMessages } from '#components/ui/locale';
import { patchModel } from '#lib/client/connections';
import type { ConnectionModel } from '#lib/events/api';

interface Props {
  id: string;
  name: string;
  model: ConnectionModel | undefined;
  onSaved(): Promise<void>;
}

/** Size and price of a model: what the endpoint says, or what a person has put in its place. Empty is unknown. */
export function ModelFacts({ id, name, model, onSaved }: Props) {
  const { t } = useMessages();
  const [size, setSize] = useState(text(model?.contextSize));
  const [input, setInput] = useState(text(model?.price?.input));
  const [output, setOutput] = useState(text(model?.price?.output));
  const changed =
    size !== text(model?.contextSize) ||
    input !== text(model?.price?.input) ||
    output !== text(model?.price?.output);
  const save = async () => {
    const priced = number(input) !== undefined && number(output) !== undefined;
    const cached = model?.price?.cached;
    await patchModel(id, {
      model: name,
      contextSize: Math.round(number(size) ?? 0) || null,
      price: priced
        ? {
            input: number(input) ?? 0,
            output: number(output) ?? 0,
            ...(cached === undefined ? {} : { cached }),
          }
        : null,
    });
    await onSaved();
  };
  return (
    <details className="text-[13px]">
      <summary className="num cursor-pointer text-(--fg2)">
        {t.connections.facts(
          model?.contextSize ? model.contextSize.toLocaleString('en-US') : t.connections.unknown,
          model?.price ? `$${model.price.input} / $${model.price.output}` : t.connections.unknown,
        )}
      </summary>
      <div className="mt-2 flex flex-wrap items-end gap-2">
        <Field
          label={t.connections.contextSize}
          inputMode="numeric"
          value={size}
          onChange={(event) => setSize(event.target.value)}
        />
        <Field
          label={t.connections.priceInput}
          inputMode="decimal"
          value={input}
          onChange={(event) => setInput(event.target.value)}
        />
        <Field
          label={t.connections.priceOutput}
          inputMode="decimal"
          value={output}
          onChange={(event) => setOutput(event.target.value)}
        />
        <button
          type="button"
          disabled={!changed}
          className="rounded-lg border border-(--line2) bg-(--bg) px-3 py-1.5 disabled:opacity-50 max-md:min-h-10"
          onClick={() => void save()}
        >
          {t.connections.save}
        </button>
      </div>
    </details>
  );
}

function text(value: number | undefined): string {
  return value === undefined ? '' : String(value);
}

function number(value: string): number | undefined {
  const parsed = Number(value.replaceAll(',', ''));
  return value.trim() && Number.isFinite(parsed) && parsed >= 0 ? parsed : undefined;
}
