'use client';

import { Play } from 'lucide-react';
import { CopyButton } from '#components/ui/copy-button';
import { useMessages } from '#components/ui/locale';
import type { StepRows } from '#lib/client/timeline';
import type { ModelList } from '#lib/events/api';
import type { EndData } from '#lib/events/types';
import { formatCost, formatCount, formatDuration } from '#lib/i18n/format';
import { Receipt } from './receipt.tsx';

interface Props {
  end: EndData;
  answer: string;
  steps: StepRows[];
  /** Set when this run can go on. */
  onContinue: (() => void) | undefined;
  models: ModelList;
}

/** Under the answer: why the run ended, the way on, and what it took. */
export function RunFooter({ end, answer, steps, onContinue, models }: Props) {
  const { t, locale } = useMessages();
  const step = steps.findLast((each) => each.data)?.data;
  const reason =
    end.reason === 'max-steps' && step ? t.limitReached(step.max) : t.reasons[end.reason];
  const { inputTokens = 0, outputTokens = 0, estimated } = end.usage ?? {};
  const tokens = inputTokens + outputTokens;
  const about = estimated ? '≈ ' : '';
  const meta = [
    t.run.meta(end.steps, formatDuration(end.ms, locale)),
    tokens > 0 ? about + t.run.totalTokens(formatCount(tokens, locale)) : '',
    tokens > 0 ? t.run.cost((end.cost === undefined ? '' : about) + formatCost(end.cost)) : '',
    models.models.find((model) => model.id === step?.model)?.demo
      ? t.empty.demo
      : (step?.model.replace(/^[^/]+\//, '') ?? ''),
  ];
  return (
    <footer className="mt-2">
      {reason ? (
        <p
          className={`mb-1 flex flex-wrap items-center gap-2.5 text-[13.5px] ${end.reason === 'failed' ? 'text-(--err)' : 'text-(--warn)'}`}
        >
          {reason}
          {onContinue ? (
            <button
              type="button"
              className="flex items-center gap-1.5 rounded-[7px] border border-(--line2) bg-(--card) px-2.5 py-0.5 text-[13px] font-medium text-(--fg) max-md:min-h-10"
              onClick={onContinue}
            >
              <Play size={12} aria-hidden />
              {t.run.continue}
            </button>
          ) : null}
        </p>
      ) : null}
      {end.receipt ? <Receipt receipt={end.receipt} /> : null}
      <p className="num -ml-2 flex flex-wrap items-center gap-1 text-xs text-(--fg3)">
        {answer ? <CopyButton text={answer} /> : <span className="w-2" />}
        {meta.filter(Boolean).join(' · ')}
      </p>
    </footer>
  );
}
