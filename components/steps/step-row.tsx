'use client';

import { ChevronDown, ChevronRight } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { useKeepInPlace } from '#components/ui/keep-in-place';

interface Props {
  icon: ReactNode;
  /** The colour of the icon, where it says more than "done". */
  tone?: 'accent' | 'warn' | 'err';
  verb: string;
  subject?: string;
  /** The subject is a sentence, not code. */
  prose?: boolean;
  tag?: ReactNode;
  meta?: string;
  /** Whether the row opens by itself; what the person chose wins for good. */
  autoOpen?: boolean;
  /** What opens; a row without it is not a button. */
  children?: ReactNode;
}

const TONES = { accent: 'text-(--accent)', warn: 'text-(--warn)', err: 'text-(--err)' };

/** One line of the timeline, and what opens below it. */
export function StepRow(props: Props) {
  const { icon, tone, verb, subject, prose = false, tag, meta, autoOpen = false, children } = props;
  const [chosen, setChosen] = useState<boolean>();
  const keepInPlace = useKeepInPlace();
  const id = useId();
  const opens = children !== undefined;
  const open = chosen ?? autoOpen;
  const Chevron = open ? ChevronDown : ChevronRight;
  const line = (
    <>
      <span className="whitespace-nowrap font-medium text-(--fg)">{verb}</span>
      <span
        className={`min-w-0 flex-1 truncate text-(--fg3) ${prose ? 'text-[13px]' : 'font-mono text-[12.5px]'}`}
      >
        {subject}
      </span>
      {tag}
      <span data-clock className="num whitespace-nowrap text-xs text-(--fg3)">
        {meta}
      </span>
    </>
  );
  const className =
    'flex min-h-8 w-[calc(100%+16px)] -ml-2 items-center gap-2 rounded-lg px-2 py-0.5 text-left text-sm text-(--fg2) max-md:min-h-10';
  return (
    <div className="relative my-0.5 pl-[30px] max-md:pl-[26px]">
      <span
        aria-hidden
        className={`absolute top-1.5 left-0 grid size-[19px] place-items-center rounded-full bg-(--bg) max-md:top-2.5 ${tone ? TONES[tone] : 'text-(--fg3)'}`}
      >
        {icon}
      </span>
      {opens ? (
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          className={`${className} hover:bg-(--hover)`}
          onClick={(event) => keepInPlace(event.currentTarget, () => setChosen(!open))}
        >
          {line}
          <Chevron size={15} strokeWidth={1.75} aria-hidden className="shrink-0 text-(--fg3)" />
        </button>
      ) : (
        <div className={className}>{line}</div>
      )}
      {opens ? (
        <div id={id} hidden={!open}>
          {open ? children : null}
        </div>
      ) : null}
    </div>
  );
}
