'use client';

import { useMessages } from '#components/ui/locale';
import type { StepData } from '#lib/events/types';
import { formatCost, formatCount, formatDuration } from '#lib/i18n/format';

/** What a finished step took, by the server's clock. Quiet: it stands out only when one looks for it. */
export function StepMeta({ data }: { data: StepData }) {
  const { t, locale } = useMessages();
  if (data.ms === undefined) return null;
  const { inputTokens, outputTokens, estimated } = data.usage ?? {};
  const about = estimated ? '≈ ' : '';
  const parts = [
    t.run.stepOf(data.n, data.max),
    formatDuration(data.ms, locale),
    inputTokens !== undefined && outputTokens !== undefined
      ? about + t.run.tokens(formatCount(inputTokens, locale), formatCount(outputTokens, locale))
      : undefined,
    data.cost === undefined ? undefined : about + formatCost(data.cost),
    data.firstTokenMs === undefined
      ? undefined
      : t.step.firstToken(formatDuration(data.firstTokenMs, locale)),
    data.tries > 1 ? t.step.tries(data.tries) : undefined,
  ];
  return (
    <p className="num mb-1 pl-[30px] text-xs text-(--fg3) max-md:pl-[26px]">
      {parts.filter(Boolean).join(' · ')}
    </p>
  );
}
