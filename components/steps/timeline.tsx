'use client';

import { memo, useState } from 'react';
import { useMessages } from '#components/ui/locale';
import type { Row, StepRows } from '#lib/client/timeline';
import { CallStep } from './call-step.tsx';
import { DraftStep } from './draft-step.tsx';
import { ParallelStep } from './parallel-step.tsx';
import { PolicyStep } from './policy-step.tsx';
import { RetryStep } from './retry-step.tsx';
import { SteerStep } from './steer-step.tsx';
import { StepMeta } from './step-meta.tsx';
import { ThoughtStep } from './thought-step.tsx';

/** A long run shows its last steps first; the others are a click away. */
const SHOWN_STEPS = 12;

interface Props {
  /** What stands before the first step. */
  head: Row[];
  steps: StepRows[];
  runId: string | undefined;
}

/** The steps of a run, one line each, on a quiet spine. */
export function Timeline({ head, steps, runId }: Props) {
  const { t } = useMessages();
  const [all, setAll] = useState(false);
  const hidden = all ? 0 : Math.max(0, steps.length - SHOWN_STEPS);
  const shown = steps.map((step, index) => ({ step, index })).slice(hidden);
  return (
    <>
      {hidden > 0 ? (
        <button
          type="button"
          className="ml-7 rounded-lg px-2 py-1 text-[13px] text-(--fg2) hover:bg-(--hover)"
          onClick={() => setAll(true)}
        >
          {t.run.earlier(hidden)}
        </button>
      ) : null}
      <ol
        aria-label={t.step.list}
        className="relative mb-3 before:absolute before:top-3 before:bottom-3 before:left-[9px] before:w-px before:bg-(--line)"
      >
        {hidden === 0 && head.length > 0 ? (
          <li>
            {head.map((row) => (
              <RowView key={row.key} row={row} runId={runId} />
            ))}
          </li>
        ) : null}
        {shown.map(({ step, index }) => (
          <Step key={index} step={step} runId={runId} />
        ))}
      </ol>
    </>
  );
}

const Step = memo(function Step({ step, runId }: { step: StepRows; runId: string | undefined }) {
  if (step.rows.length === 0) return null;
  return (
    <li>
      {step.rows.map((row) => (
        <RowView key={row.key} row={row} runId={runId} />
      ))}
      {step.data ? <StepMeta data={step.data} /> : null}
    </li>
  );
});

function RowView({ row, runId }: { row: Row; runId: string | undefined }) {
  switch (row.kind) {
    case 'thought':
      return <ThoughtStep text={row.text} live={row.live} ms={row.ms} />;
    case 'call':
      return <CallStep call={row.call} runId={runId} />;
    case 'parallel':
      return <ParallelStep calls={row.calls} runId={runId} />;
    case 'policy':
      return <PolicyStep />;
    case 'draft':
      return <DraftStep draft={row.draft} />;
    case 'steer':
      return <SteerStep steer={row.steer} />;
    case 'retry':
      return <RetryStep notice={row.notice} />;
  }
}
