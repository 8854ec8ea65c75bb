'use client';

import { SlidersHorizontal } from 'lucide-react';
import Link from 'next/link';
import { useId } from 'react';
import { useMessages } from '#components/ui/locale';
import { mayChangeServer, usePerson } from '#components/ui/person';
import {
  type Approval,
  type ChatSettings,
  DEFAULT_MAX_STEPS,
  type Engine,
  type ModelInfo,
  type ModelList,
} from '#lib/events/api';

const ENGINES: readonly Engine[] = ['auto', 'native', 'text-react'];
const APPROVALS: readonly Approval[] = ['outside', 'changes', 'never'];

interface Props {
  settings: ChatSettings;
  models: ModelList;
  onChange(changed: ChatSettings): void;
  /** The menu opens: what can be chosen may have changed. */
  onOpen(): void;
}

/** What the next run will use, as the page shows it: a model that is no longer there is not sent. */
export function effectiveSettings(
  settings: ChatSettings,
  models: ModelList,
): Required<ChatSettings> {
  const known = models.models.some((model) => model.id === settings.model);
  return {
    model: known && settings.model ? settings.model : models.defaultModel,
    maxSteps: settings.maxSteps ?? DEFAULT_MAX_STEPS,
    engine: settings.engine ?? 'auto',
    approval: settings.approval ?? 'outside',
  };
}

/** The model and the step limit of the next run. */
export function ComposerOptions({ settings, models, onChange, onOpen }: Props) {
  const { t } = useMessages();
  const mayConnect = mayChangeServer(usePerson());
  const id = useId();
  const { model, maxSteps, engine, approval } = effectiveSettings(settings, models);
  const groups = Map.groupBy(models.models, (each) => each.connection ?? '');
  const nameOf = (each: ModelInfo) => (each.demo ? t.composer.demoModel : each.label);
  const current = models.models.find((each) => each.id === model);
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        className="flex min-w-0 items-center gap-1.5 rounded-lg px-1.5 py-1 [anchor-name:--options] hover:bg-(--hover) max-md:min-h-10"
      >
        <SlidersHorizontal size={15} aria-hidden />
        <span className="sr-only">{t.composer.options}</span>
        <span className="truncate">{current ? nameOf(current) : ''}</span>
        <span className="num whitespace-nowrap text-(--fg3)">≤ {maxSteps}</span>
      </button>
      <div
        id={id}
        popover="auto"
        onToggle={(event) => {
          if (event.newState === 'open') onOpen();
        }}
        className="inset-auto m-0 mb-2 w-72 rounded-xl border border-(--line2) bg-(--card) p-3.5 text-[13px] text-(--fg) shadow-lg [bottom:anchor(top)] [left:anchor(left)] [position-anchor:--options]"
      >
        <label className="grid gap-1">
          <span className="font-medium">{t.composer.model}</span>
          <select
            value={model}
            className="rounded-lg border border-(--fg3) bg-(--bg) px-2 py-1.5"
            onChange={(event) => onChange({ model: event.target.value })}
          >
            {[...groups].map(([connection, members]) => (
              <optgroup key={connection} label={connection || t.empty.demo}>
                {members.map((each) => (
                  <option key={each.id} value={each.id}>
                    {nameOf(each)}
                  </option>
                ))}
              </optgroup>
            ))}
          </select>
        </label>
        {mayConnect ? (
          <Link
            href="/settings"
            className="mt-1.5 inline-block text-xs text-(--accent) hover:underline"
          >
            {t.connections.link}
          </Link>
        ) : null}
        <label className="mt-3 grid gap-1">
          <span className="font-medium">{t.composer.engine}</span>
          <select
            value={engine}
            className="rounded-lg border border-(--fg3) bg-(--bg) px-2 py-1.5"
            onChange={(event) => onChange({ engine: event.target.value as Engine })}
          >
            {ENGINES.map((each) => (
              <option key={each} value={each}>
                {t.composer.engines[each]}
              </option>
            ))}
          </select>
        </label>
        <label className="mt-3 grid gap-1">
          <span className="font-medium">{t.composer.approval}</span>
          <select
            value={approval}
            className="rounded-lg border border-(--fg3) bg-(--bg) px-2 py-1.5"
            onChange={(event) => onChange({ approval: event.target.value as Approval })}
          >
            {APPROVALS.map((each) => (
              <option key={each} value={each}>
                {t.composer.approvals[each]}
              </option>
            ))}
          </select>
        </label>
        <label className="mt-3 grid gap-1">
          <span className="font-medium">{t.composer.maxSteps}</span>
          <input
            type="number"
            min={1}
            max={50}
            value={maxSteps}
            className="num rounded-lg border border-(--fg3) bg-(--bg) px-2 py-1.5"
            onChange={(event) => onChange({ maxSteps: clamp(event.target.valueAsNumber) })}
          />
          <span className="text-xs text-(--fg3)">{t.composer.maxStepsHint}</span>
        </label>
      </div>
    </>
  );
}

function clamp(steps: number): number {
  if (!Number.isFinite(steps)) return DEFAULT_MAX_STEPS;
  return Math.min(50, Math.max(1, Math.round(steps)));
}
