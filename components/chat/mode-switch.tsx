'use client';

import { useId } from 'react';
import { useMessages } from '#components/ui/locale';
import type { QueuedMessage } from '#lib/events/api';

const MODES = ['queue', 'steer'] as const;

interface Props {
  mode: QueuedMessage['mode'];
  onChange(mode: QueuedMessage['mode']): void;
}

/** Whether what is written waits for the end of the run, or is told to it at its next step. */
export function ModeSwitch({ mode, onChange }: Props) {
  const { t } = useMessages();
  const name = useId();
  return (
    <fieldset className="flex rounded-[9px] border border-(--line2) p-0.5">
      <legend className="sr-only">{t.composer.mode}</legend>
      {MODES.map((each) => (
        <label
          key={each}
          title={t.composer.modeHints[each]}
          className="flex cursor-pointer items-center whitespace-nowrap rounded-[7px] px-2 py-0.5 has-checked:bg-(--hover) has-checked:text-(--fg) has-focus-visible:outline-2 max-md:min-h-9"
        >
          <input
            type="radio"
            name={name}
            checked={mode === each}
            className="sr-only"
            onChange={() => onChange(each)}
          />
          {t.composer.modes[each]}
        </label>
      ))}
    </fieldset>
  );
}
