'use client';

import { CircleUserRound } from 'lucide-react';
import { useId } from 'react';
import { useMessages } from '#components/ui/locale';
import { postSignOut } from '#lib/client/access';
import type { Person } from '#lib/events/api';

/** Who is signed in, and the way out. */
export function AccountMenu({ person }: { person: Person }) {
  const { t } = useMessages();
  const id = useId();
  const leave = async (everywhere: boolean) => {
    // Also when the session had ended already: then there is nothing to end.
    await postSignOut(everywhere).catch(() => undefined);
    window.location.assign('/sign-in');
  };
  const button =
    'block w-full rounded-lg px-2.5 py-1.5 text-left hover:bg-(--hover) max-md:min-h-10';
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        aria-label={t.access.account(person.name)}
        className="flex min-h-8 min-w-0 items-center gap-2 rounded-lg px-2 text-(--fg2) [anchor-name:--account] hover:bg-(--hover) max-md:min-h-10"
      >
        <CircleUserRound size={15} aria-hidden className="shrink-0" />
        <span className="truncate">{person.name}</span>
      </button>
      <div
        id={id}
        popover="auto"
        className="inset-auto m-0 mb-1 w-52 rounded-xl border border-(--line2) bg-(--card) p-1.5 text-[13px] text-(--fg) shadow-lg [bottom:anchor(top)] [left:anchor(left)] [position-anchor:--account]"
      >
        <button type="button" className={button} onClick={() => void leave(false)}>
          {t.access.signOut}
        </button>
        <button type="button" className={button} onClick={() => void leave(true)}>
          {t.access.signOutEverywhere}
        </button>
      </div>
    </>
  );
}
