'use client';

import { Brain } from 'lucide-react';
import { useMessages } from '#components/ui/locale';
import { formatDuration } from '#lib/i18n/format';
import { StepRow } from './step-row.tsx';

/** A shorter time says nothing: the whole thought came at once. */
const WORTH_TELLING_MS = 100;

interface Props {
  text: string;
  live: boolean;
  ms: number | undefined;
}

/** What the model thought, or said on its way; open while it comes. Plain text: nothing is parsed while it streams. */
export function ThoughtStep({ text, live, ms }: Props) {
  const { t, locale } = useMessages();
  const done =
    ms === undefined || ms < WORTH_TELLING_MS
      ? t.step.thought
      : t.step.thoughtFor(formatDuration(ms, locale));
  const verb = live ? t.step.thinking : done;
  const preview = text.trim().split('\n')[0] ?? '';
  return (
    <StepRow
      icon={<Brain size={15} strokeWidth={1.75} />}
      tone={live ? 'accent' : undefined}
      verb={verb}
      subject={live ? '' : preview}
      prose
      autoOpen={live}
    >
      <p dir="auto" className="whitespace-pre-wrap break-words pb-1 text-sm/relaxed text-(--fg2)">
        {text.trim()}
      </p>
    </StepRow>
  );
}
