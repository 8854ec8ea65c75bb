'use client';

import { TimerReset } from 'lucide-react';
import { useMessages } from '#components/ui/locale';
import { useNow } from '#lib/client/hooks';
import type { NoticeData } from '#lib/events/types';
import { StepRow } from './step-row.tsx';

/** The provider failed and is asked again: when, the how manieth time, and what it had said. */
export function RetryStep({ notice }: { notice: NoticeData }) {
  const { t } = useMessages();
  const { code, message, retry = { n: 1, of: 1, at: 0 } } = notice;
  const waiting = code === 'retrying';
  const now = useNow(waiting, 250);
  const seconds = now === undefined ? undefined : Math.max(0, Math.ceil((retry.at - now) / 1000));
  const verb = waiting
    ? t.step.retrying(seconds, retry.n, retry.of)
    : code === 'retried'
      ? t.step.retried(retry.n, retry.of)
      : t.step.retryStopped;
  return (
    <StepRow
      icon={<TimerReset size={15} strokeWidth={1.75} />}
      tone={waiting ? 'warn' : undefined}
      verb={verb}
      subject={message}
      prose
    >
      <p dir="auto" className="break-words pb-1 font-mono text-[12.5px] text-(--fg2)">
        {message}
      </p>
    </StepRow>
  );
}
