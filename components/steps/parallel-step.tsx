'use client';

import { GitFork } from 'lucide-react';
import { useId, useState } from 'react';
import { CallCard } from '#components/cards/call-card';
import { useKeepInPlace } from '#components/ui/keep-in-place';
import { useMessages } from '#components/ui/locale';
import { Tag } from '#components/ui/tag';
import { type CallRow, callState } from '#lib/client/timeline';
import { isWithheld } from '#lib/events/withheld';
import { formatDuration } from '#lib/i18n/format';
import { CallDecision } from './call-decision.tsx';
import { CallIcon, toneOf } from './call-icon.tsx';
import { StepRow } from './step-row.tsx';
import { useCall } from './use-call.tsx';

interface Props {
  calls: CallRow[];
  runId: string | undefined;
}

/** Calls that ran at the same time: a line for all, and a lane for each with its share of the time. */
export function ParallelStep({ calls, runId }: Props) {
  const { t, locale } = useMessages();
  const states = calls.map((call) => callState(call.part));
  const done = states.filter(
    (state) => !['preparing', 'waiting', 'running'].includes(state),
  ).length;
  const failed = states.filter((state) => state === 'failed').length;
  const busy = done < calls.length;
  const span = spanOf(calls);
  const verb = t.step.parallel(calls.length);
  const time = busy ? '' : formatDuration(span.end - span.start, locale);
  const progress = busy ? t.step.parallelDone(done, calls.length) : '';
  const trouble = failed > 0 ? t.step.parallelFailed(failed) : '';
  return (
    <StepRow
      icon={<GitFork size={15} strokeWidth={1.75} />}
      tone={busy ? 'accent' : undefined}
      verb={verb}
      subject={progress}
      prose
      tag={trouble ? <Tag tone="err">{trouble}</Tag> : undefined}
      meta={time}
      autoOpen
    >
      <ul className="mb-1.5 rounded-[10px] border border-(--line) bg-(--card) px-1.5 py-1">
        {calls.map((call) => (
          <Lane key={call.part.toolCallId} call={call} span={span} runId={runId} />
        ))}
      </ul>
    </StepRow>
  );
}

const TONES = { accent: 'text-(--accent)', warn: 'text-(--warn)', err: 'text-(--err)' };

const LANE =
  'grid min-h-7 w-full grid-cols-[18px_minmax(84px,auto)_minmax(0,1fr)_auto_132px_58px] items-center gap-2 rounded-md px-1.5 text-left text-[13px] text-(--fg2) max-md:min-h-10 max-md:grid-cols-[18px_auto_minmax(0,1fr)_auto_52px]';

interface LaneProps {
  call: CallRow;
  span: Span;
  runId: string | undefined;
}

function Lane({ call, span, runId }: LaneProps) {
  const { tool, state, verb, subject, time, tag } = useCall(call);
  const keepInPlace = useKeepInPlace();
  const [chosen, setChosen] = useState<boolean>();
  const id = useId();
  const open = chosen ?? (state === 'waiting' || state === 'doubt');
  const tone = toneOf(state);
  const colour = tone ? TONES[tone] : 'text-(--fg3)';
  const line = (
    <>
      <span className={colour}>
        <CallIcon tool={tool} state={state} />
      </span>
      <span className="whitespace-nowrap">{verb}</span>
      <span className="truncate font-mono text-xs text-(--fg3)">{subject}</span>
      <span>{tag}</span>
      <Bar call={call} span={span} />
      <span data-clock className="num text-right text-xs text-(--fg3)">
        {time}
      </span>
    </>
  );
  if (isWithheld(call.part)) {
    return (
      <li>
        <div className={LANE}>{line}</div>
      </li>
    );
  }
  return (
    <li>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        className={`${LANE} hover:bg-(--hover)`}
        onClick={(event) => keepInPlace(event.currentTarget, () => setChosen(!open))}
      >
        {line}
      </button>
      <div id={id} hidden={!open} className="px-1.5 pb-1">
        {open ? (
          <>
            <CallDecision part={call.part} />
            <CallCard part={call.part} runId={runId} />
          </>
        ) : null}
      </div>
    </li>
  );
}

/** When the call ran within its group, on one scale for all. */
function Bar({ call, span }: { call: CallRow; span: Span }) {
  const whole = Math.max(1, span.end - span.start);
  const { startedAt = span.start, ms = whole } = call.timing ?? {};
  const left = ((startedAt - span.start) / whole) * 100;
  const width = Math.max(2, Math.min(100 - left, (ms / whole) * 100));
  const running = call.timing?.ms === undefined;
  return (
    <span aria-hidden className="relative h-1 rounded-full bg-(--hover) max-md:hidden">
      <span
        className={`absolute inset-y-0 rounded-full ${running ? 'bg-(--accent)' : 'bg-(--fg3)'}`}
        style={{ left: `${left}%`, width: `${width}%` }}
      />
    </span>
  );
}

interface Span {
  /** ms since the epoch */
  start: number;
  end: number;
}

function spanOf(calls: CallRow[]): Span {
  const timings = calls.flatMap(({ timing }) => timing ?? []);
  const start = Math.min(...timings.map(({ startedAt }) => startedAt));
  const end = Math.max(...timings.map(({ startedAt, ms }) => startedAt + (ms ?? 0)));
  return timings.length > 0 ? { start, end } : { start: 0, end: 0 };
}
