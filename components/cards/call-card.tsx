'use client';

import { useId, useState } from 'react';
import { LongText } from '#components/results/long-text';
import { TextView } from '#components/results/text-view';
import { CopyButton } from '#components/ui/copy-button';
import { useMessages } from '#components/ui/locale';
import { failureOf, subjectOf, type ToolPart } from '#lib/client/timeline';
import { asOutput, type ToolOutput } from '#lib/client/tool-output';
import { toolNameOf } from '#lib/events/reduce';
import { formatSize } from '#lib/i18n/format';
import { cardFor } from './registry.tsx';

type Tab = 'input' | 'result' | 'raw';
const TABS: readonly Tab[] = ['input', 'result', 'raw'];

interface Props {
  part: ToolPart;
  runId: string | undefined;
}

/** What a call was given and what it answered. */
export function CallCard({ part, runId }: Props) {
  const { t } = useMessages();
  const [chosen, setTab] = useState<Tab>();
  // What a person is asked to allow is its input.
  const tab = chosen ?? (part.state === 'approval-requested' ? 'input' : 'result');
  const id = useId();
  const output = part.state === 'output-available' ? asOutput(part.output) : undefined;
  const raw = JSON.stringify({ tool: toolNameOf(part), ...rawOf(part) }, null, 2);
  const move = (by: number) => {
    const next = TABS[(TABS.indexOf(tab) + by + TABS.length) % TABS.length];
    if (next) setTab(next);
  };
  return (
    <div className="mt-0.5 mb-2 overflow-hidden rounded-[10px] border border-(--line) bg-(--card) text-[13px]">
      <div className="flex items-center justify-between border-b border-(--line) px-1.5 py-1">
        <div role="tablist" className="flex gap-0.5">
          {TABS.map((each) => (
            <button
              key={each}
              type="button"
              role="tab"
              aria-selected={tab === each}
              aria-controls={id}
              tabIndex={tab === each ? 0 : -1}
              className={`rounded-md px-2 py-0.5 text-xs max-md:min-h-9 ${tab === each ? 'bg-(--hover) font-medium' : 'text-(--fg2)'}`}
              onClick={() => setTab(each)}
              onKeyDown={(event) => {
                if (event.key === 'ArrowRight') move(1);
                if (event.key === 'ArrowLeft') move(-1);
              }}
            >
              {t.step[each]}
            </button>
          ))}
        </div>
        <CopyButton text={tab === 'input' ? JSON.stringify(part.input, null, 2) : raw} />
      </div>
      <div id={id} role="tabpanel">
        {tab === 'input' ? <InputView part={part} /> : null}
        {tab === 'result' ? <ResultView part={part} output={output} /> : null}
        {tab === 'raw' ? <TextView text={raw} /> : null}
        {tab === 'result' && output ? <Footer output={output} runId={runId} /> : null}
      </div>
    </div>
  );
}

function rawOf(part: ToolPart): object {
  if (part.state === 'output-available') return { input: part.input, output: part.output };
  if (part.state === 'output-error') return { input: part.input, error: part.errorText };
  return { input: part.input };
}

function InputView({ part }: { part: ToolPart }) {
  const fields = typeof part.input === 'object' && part.input !== null ? part.input : {};
  const single = Object.keys(fields).length === 1 ? subjectOf(part) : '';
  const [only] = Object.values(fields);
  const text = single && typeof only === 'string' ? only : JSON.stringify(part.input, null, 2);
  return <TextView text={text ?? ''} />;
}

function ResultView({ part, output }: { part: ToolPart; output: ToolOutput | undefined }) {
  const { t } = useMessages();
  const failure = failureOf(part);
  const Card = cardFor(toolNameOf(part));
  if (!output && !failure) return <p className="px-3 py-2 text-(--fg3)">{t.step.noResult}</p>;
  return (
    <>
      {failure?.message ? (
        <p className="break-words border-b border-(--err-line) bg-(--err-bg) px-3 py-2">
          {failure.message}
        </p>
      ) : null}
      {output ? <Card output={output} /> : null}
    </>
  );
}

function Footer({ output, runId }: { output: ToolOutput; runId: string | undefined }) {
  const { t } = useMessages();
  const { truncated = [], exitCode } = output;
  if (truncated.length === 0 && typeof exitCode !== 'number') return null;
  return (
    <>
      {truncated.map((each) =>
        runId ? <LongText key={each.ref} truncated={each} runId={runId} /> : null,
      )}
      <p className="num flex flex-wrap gap-x-3.5 border-t border-(--line) px-3 py-1 text-xs text-(--fg3)">
        {typeof exitCode === 'number' ? <span>{t.step.exitCode(String(exitCode))}</span> : null}
        {truncated.map((each) => (
          <span key={each.ref}>
            {t.step.cut(
              formatSize(String(output[each.field] ?? '').length),
              formatSize(each.chars),
            )}
          </span>
        ))}
      </p>
    </>
  );
}
