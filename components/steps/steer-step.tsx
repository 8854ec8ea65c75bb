'use client';

import { CornerDownRight } from 'lucide-react';
import { useMessages } from '#components/ui/locale';
import type { SteerData } from '#lib/events/types';
import { StepRow } from './step-row.tsx';

/** What a person said to the run, where the model read it. */
export function SteerStep({ steer }: { steer: SteerData }) {
  const { t } = useMessages();
  return (
    <StepRow
      icon={<CornerDownRight size={15} strokeWidth={1.75} />}
      tone="accent"
      verb={t.step.steered}
      subject={steer.text.split('\n')[0] ?? ''}
      prose
      meta={t.step.deliveredBefore(steer.step)}
    >
      <p dir="auto" className="whitespace-pre-wrap break-words pb-1 text-sm">
        {steer.text}
      </p>
    </StepRow>
  );
}
