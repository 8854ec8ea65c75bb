'use client';

import { ChevronDown, ChevronRight } from 'lucide-react';
import { memo, type ReactNode, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { Markdown } from '#components/markdown/markdown';
import { RunControlProvider } from '#components/steps/run-control';
import { Timeline } from '#components/steps/timeline';
import { useIsFollowing, useKeepInPlace } from '#components/ui/keep-in-place';
import { useMessages } from '#components/ui/locale';
import { postApproval, postResolution } from '#lib/client/api';
import type { ChatStore } from '#lib/client/chat-store';
import { callState, failureOf, type StepRows, timelineOf } from '#lib/client/timeline';
import type { ModelList, Resolution } from '#lib/events/api';
import type { MessageView } from '#lib/events/reduce';
import type { StopReason } from '#lib/events/types';
import { formatDuration } from '#lib/i18n/format';
import { Notice } from './notice.tsx';
import { RunFooter } from './run-footer.tsx';

/** Ends after which the steps stay open: the reader will want to see where it stopped. */
const NEEDS_A_LOOK: ReadonlySet<StopReason> = new Set(['failed', 'stopped', 'interrupted']);

interface Props {
  view: MessageView;
  live: boolean;
  /** The last message of the chat: only its run can go on. */
  newest: boolean;
  /** Absent where one can only read. */
  store: ChatStore | undefined;
  models: ModelList;
}

/** A run: its steps, its answer, and why it ended. */
export const AssistantMessage = memo(function AssistantMessage(props: Props) {
  const { view, live, newest, store, models } = props;
  const { t } = useMessages();
  const id = useId();
  const { head, steps, answer, answering, notices, end } = timelineOf(view);
  const runId = view.metadata?.runId;
  const hasRows = head.length > 0 || steps.some((step) => step.rows.length > 0);
  const control = useMemo(() => {
    if (!runId || !newest || !store) return undefined;
    return {
      decide: (callId: string, approved: boolean, reason?: string) =>
        store.attempt(() =>
          postApproval(runId, { callId, approved, ...(reason ? { reason } : {}) }),
        ),
      resolve: (callId: string, resolution: Resolution) =>
        store.attempt(() => postResolution(runId, { callId, resolution })),
    };
  }, [runId, newest, store]);
  return (
    <article aria-labelledby={id}>
      <h2 id={id} className="sr-only">
        {t.message.assistant(steps.length)}
      </h2>
      {view.metadata?.continues ? (
        <p className="mb-2 flex items-center gap-2.5 text-[12.5px] text-(--fg3) before:h-px before:flex-1 before:bg-(--line) after:h-px after:flex-1 after:bg-(--line)">
          {t.run.continued}
        </p>
      ) : null}
      {hasRows ? (
        <Steps live={live} view={view}>
          <RunControlProvider value={control}>
            <Timeline head={head} steps={steps} runId={runId} />
          </RunControlProvider>
        </Steps>
      ) : null}
      {answer ? (
        <div role="group" aria-label={t.message.answer}>
          <Markdown text={answer} streaming={answering} />
        </div>
      ) : null}
      {notices.map((notice) => (
        <Notice key={`${notice.code}-${notice.message}`} notice={notice} />
      ))}
      {end ? (
        <RunFooter
          end={end}
          answer={answer}
          steps={steps}
          onContinue={
            store && runId && newest && !live && !isInDoubt(steps)
              ? () => void store.continueRun(runId)
              : undefined
          }
          models={models}
        />
      ) : null}
    </article>
  );
});

/** A person has to say something about a call before anything goes on. */
function isInDoubt(steps: StepRows[]): boolean {
  const calls = steps
    .flatMap((step) => step.rows)
    .flatMap((row) => {
      if (row.kind === 'parallel') return row.calls;
      return row.kind === 'call' ? [row.call] : [];
    });
  return calls.some(
    ({ part }) => callState(part) === 'doubt' && failureOf(part)?.resolved === undefined,
  );
}

interface StepsProps {
  live: boolean;
  view: MessageView;
  children: ReactNode;
}

/**
 * The timeline. When the run ends it folds into one line, but not under a reader: one who has opened
 * a step or scrolled away keeps it as it is.
 */
function Steps({ live, view, children }: StepsProps) {
  const { t, locale } = useMessages();
  const keepInPlace = useKeepInPlace();
  const isFollowing = useIsFollowing();
  const [chosen, setChosen] = useState<boolean>();
  const wasLive = useRef(live);
  const mounted = useRef(false);
  const id = useId();
  const { steps, end } = timelineOf(view);
  const ended = !live && end !== undefined;
  const open = !ended || (chosen ?? NEEDS_A_LOOK.has(end.reason));
  if (open) mounted.current = true;
  useLayoutEffect(() => {
    if (wasLive.current && ended && !isFollowing()) setChosen(true);
    wasLive.current = !ended;
  }, [ended, isFollowing]);
  const Chevron = open ? ChevronDown : ChevronRight;
  return (
    <>
      {ended ? (
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          className="num mb-1 -ml-2 flex min-h-8 items-center gap-1.5 rounded-lg px-2 text-sm text-(--fg2) hover:bg-(--hover) max-md:min-h-10"
          onClick={(event) => keepInPlace(event.currentTarget, () => setChosen(!open))}
        >
          <Chevron size={15} strokeWidth={1.75} aria-hidden className="text-(--fg3)" />
          {t.run.worked(formatDuration(end.ms, locale), end.steps, countCalls(steps))}
        </button>
      ) : null}
      <div id={id} hidden={!open}>
        {mounted.current ? children : null}
      </div>
    </>
  );
}

function countCalls(steps: StepRows[]): number {
  return steps
    .flatMap((step) => step.rows)
    .reduce((sum, row) => {
      if (row.kind === 'parallel') return sum + row.calls.length;
      return row.kind === 'call' ? sum + 1 : sum;
    }, 0);
}
