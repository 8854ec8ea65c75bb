'use client';

import { useState } from 'react';
import { useMessages } from '#components/ui/locale';
import { Tag } from '#components/ui/tag';
import { deletePerson } from '#lib/client/access';
import type { Person } from '#lib/events/api';

interface Props {
  person: Person;
  onChanged(): Promise<void>;
}

/** One person of the server; a member can be removed, after a question. */
export function PersonRow({ person, onChanged }: Props) {
  const { t } = useMessages();
  const [asking, setAsking] = useState(false);
  const { id, name, role } = person;
  const button =
    'rounded-lg px-2.5 py-1 text-[13px] text-(--fg2) hover:bg-(--hover) hover:text-(--fg) max-md:min-h-10';
  return (
    <li className="flex min-h-11 flex-wrap items-center gap-2 px-4 py-1.5 text-sm">
      <span className="min-w-0 truncate font-medium">{name}</span>
      <Tag tone={role === 'owner' ? 'run' : 'mute'}>{t.people.roles[role]}</Tag>
      <span className="flex-1" />
      {role === 'member' && !asking ? (
        <button
          type="button"
          aria-label={t.people.removeOf(name)}
          className={button}
          onClick={() => setAsking(true)}
        >
          {t.people.remove}
        </button>
      ) : null}
      {asking ? (
        <p className="flex w-full flex-wrap items-center gap-2 pb-1 text-[13.5px]">
          {t.people.confirmRemove(name)}
          <button
            type="button"
            className="rounded-lg border border-(--err-line) bg-(--err-bg) px-2.5 py-1 text-[13px] text-(--err) max-md:min-h-10"
            onClick={() => void deletePerson(id).then(onChanged, onChanged)}
          >
            {t.people.remove}
          </button>
          <button type="button" className={button} onClick={() => setAsking(false)}>
            {t.people.cancel}
          </button>
        </p>
      ) : null}
    </li>
  );
}
