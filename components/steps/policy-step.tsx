'use client';

import { Flag } from 'lucide-react';
import { useMessages } from '#components/ui/locale';

/** A policy acted on the run: said in place, so that its effect is no riddle. */
export function PolicyStep() {
  const { t } = useMessages();
  return (
    <p className="relative my-0.5 flex min-h-8 items-center pl-[30px] text-[13px] text-(--fg2) max-md:pl-[26px]">
      <span
        aria-hidden
        className="absolute top-1.5 left-0 grid size-[19px] place-items-center rounded-full bg-(--bg) text-(--fg3)"
      >
        <Flag size={14} strokeWidth={1.75} />
      </span>
      {t.step.lastStep}
    </p>
  );
}
