'use client';

import { ChevronDown, ChevronRight } from 'lucide-react';
import { memo, useId, useState } from 'react';
import { Markdown } from '#components/markdown/markdown';
import { Timeline } from '#components/steps/timeline';
import { useKeepInPlace } from '#components/ui/keep-in-place';
import { useMessages } from '#components/ui/locale';
import type { ChatStore } from '#lib/client/chat-store';
import { timelineOf } from '#lib/client/timeline';
import type { ModelList } from '#lib/events/api';
import type { MessageView } from '#lib/events/reduce';
import { formatDuration } from '#lib/i18n/format';
import { Notice } from './notice.tsx';
import { RunFooter } from './run-footer.tsx';

interface Props {
  view: MessageView;
  live: boolean;
  /** The last message of the chat: only its run can go on. */
  newest: boolean;
  store: ChatStore;
  models: ModelList;
}

/** A run: its steps, its answer, and why it ended. */
export const AssistantMessage = memo(function AssistantMessage(props: Props) {
  const { view, live, newest, store, models } = props;
  const { t } = useMessages();
  const id = useId();
  const { steps, answer, answering, notices, end } = timelineOf(view);
  const runId = view.metadata?.runId;
  const hasRows = steps.some((step) => step.rows.length > 0);
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
          <Timeline steps={steps} runId={runId} />
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
          runId={newest && !live ? runId : undefined}
          store={store}
          models={models}
        />
      ) : null}
    </article>
  );
});

/** The timeline; once the run has ended it folds into one line, unless the reader had it open. */
function Steps({
  live,
  view,
  children,
}: {
  live: boolean;
  view: MessageView;
  children: React.ReactNode;
}) {
  const { t, locale } = useMessages();
  const keepInPlace = useKeepInPlace();
  const [chosen, setChosen] = useState<boolean>();
  const id = useId();
  const { steps, end } = timelineOf(view);
  if (live || !end) return children;
  const calls = steps
    .flatMap((step) => step.rows)
    .reduce((sum, row) => {
      if (row.kind === 'parallel') return sum + row.calls.length;
      return row.kind === 'call' ? sum + 1 : sum;
    }, 0);
  const open =
    chosen ?? (end.reason === 'failed' || end.reason === 'stopped' || end.reason === 'interrupted');
  const Chevron = open ? ChevronDown : ChevronRight;
  const summary = t.run.worked(formatDuration(end.ms, locale), end.steps, calls);
  return (
    <>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        className="num mb-1 -ml-2 flex min-h-8 items-center gap-1.5 rounded-lg px-2 text-sm text-(--fg2) hover:bg-(--hover) max-md:min-h-10"
        onClick={(event) => keepInPlace(event.currentTarget, () => setChosen(!open))}
      >
        <Chevron size={15} strokeWidth={1.75} aria-hidden className="text-(--fg3)" />
        {summary}
      </button>
      <div id={id} hidden={!open}>
        {open ? children : null}
      </div>
    </>
  );
}
