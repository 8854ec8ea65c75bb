'use client';

import { RotateCw } from 'lucide-react';
import { useMessages } from '#components/ui/locale';
import type { DraftData } from '#lib/events/types';
import { StepRow } from './step-row.tsx';

/** What a torn try had said; the step was taken again. */
export function DraftStep({ draft }: { draft: DraftData }) {
  const { t } = useMessages();
  return (
    <StepRow
      icon={<RotateCw size={15} strokeWidth={1.75} />}
      verb={t.step.draft}
      subject={draft.why === 'restarted' ? t.step.draftRestarted : draft.why}
      prose
    >
      <p dir="auto" className="whitespace-pre-wrap break-words text-sm text-(--fg2)">
        {[draft.reasoning, draft.text].filter(Boolean).join('\n\n')}
      </p>
    </StepRow>
  );
}
