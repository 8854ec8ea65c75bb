'use client';

import { UserPlus } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { LinkField } from '#components/ui/link-field';
import { useMessages } from '#components/ui/locale';
import { deleteInvite, getInvites, getPeople, postInvite } from '#lib/client/access';
import type { Invite, NewInvite, Person } from '#lib/events/api';
import { languageTag } from '#lib/i18n/locale';
import { PersonRow } from './person-row.tsx';

/** Who has an account on this server, and who is asked to. */
export function People() {
  const { t, locale } = useMessages();
  const [people, setPeople] = useState<Person[]>([]);
  const [invites, setInvites] = useState<Invite[]>([]);
  const [made, setMade] = useState<NewInvite>();
  const refresh = useCallback(async () => {
    const [everybody, open] = await Promise.all([getPeople(), getInvites()]).catch(() => []);
    if (everybody) setPeople(everybody);
    if (open) setInvites(open);
  }, []);
  useEffect(() => void refresh(), [refresh]);

  const invite = async () => {
    setMade(await postInvite().catch(() => undefined));
    await refresh();
  };
  const revoke = async (id: string) => {
    await deleteInvite(id).catch(() => undefined);
    if (made?.id === id) setMade(undefined);
    await refresh();
  };
  const dates = new Intl.DateTimeFormat(languageTag(locale), { dateStyle: 'long' });
  return (
    <section aria-labelledby="people" className="mt-12">
      <div className="flex flex-wrap items-center gap-3">
        <h2 id="people" className="flex-1 text-[17px]/tight font-semibold tracking-tight">
          {t.people.title}
        </h2>
        <button
          type="button"
          className="flex items-center gap-1.5 rounded-lg border border-(--line2) bg-(--card) px-3 py-1.5 text-[13px] font-medium max-md:min-h-10"
          onClick={() => void invite()}
        >
          <UserPlus size={15} aria-hidden />
          {t.people.invite}
        </button>
      </div>
      <p className="mt-1.5 text-sm text-(--fg2)">{t.people.lead}</p>
      {made ? <InviteLink path={made.path} /> : null}
      <ul className="mt-4 divide-y divide-(--line) rounded-xl border border-(--line) bg-(--card)">
        {people.map((person) => (
          <PersonRow key={person.id} person={person} onChanged={refresh} />
        ))}
      </ul>
      {invites.length > 0 ? (
        <>
          <h3 className="mt-5 text-[13px] font-medium text-(--fg2)">{t.people.invites}</h3>
          <ul className="mt-2 divide-y divide-(--line) rounded-xl border border-(--line) bg-(--card)">
            {invites.map(({ id, expiresAt }) => (
              <li key={id} className="flex items-center gap-2 px-4 py-2 text-sm">
                <span className="flex-1">{t.people.until(dates.format(expiresAt))}</span>
                <button
                  type="button"
                  className="rounded-lg px-2.5 py-1 text-[13px] text-(--fg2) hover:bg-(--hover) hover:text-(--fg) max-md:min-h-10"
                  onClick={() => void revoke(id)}
                >
                  {t.people.revoke}
                </button>
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </section>
  );
}

function InviteLink({ path }: { path: string }) {
  const { t } = useMessages();
  return (
    <div className="mt-4 rounded-xl border border-(--line2) bg-(--panel) p-4">
      <p className="text-[13.5px]">{t.people.newLink}</p>
      <div className="mt-2">
        <LinkField label={t.people.link} path={path} />
      </div>
    </div>
  );
}
