'use client';

import Link from 'next/link';
import { useMessages } from '#components/ui/locale';
import { postSetup } from '#lib/client/access';
import { AccessPage } from './access-page.tsx';
import { AccountForm } from './account-form.tsx';

interface Props {
  /** The link's code, where it is a good one. */
  code?: string;
  /** There is an owner already. */
  done: boolean;
  minPassword: number;
}

/** The first account of a server; without the printed link, where that is. */
export function SetupPage({ code, done, minPassword }: Props) {
  const { t } = useMessages();
  if (code !== undefined) {
    return (
      <AccessPage title={t.access.setupTitle} lead={t.access.setupLead}>
        <AccountForm
          label={t.access.setup}
          minPassword={minPassword}
          next="/"
          submit={(credentials) => postSetup({ ...credentials, code })}
        />
      </AccessPage>
    );
  }
  if (!done) return <AccessPage title={t.access.setupTitle} lead={t.access.setupHint} />;
  return (
    <AccessPage title={t.access.setupDone} lead={t.access.setupDoneHint}>
      <Link
        href="/sign-in"
        className="mt-5 inline-flex min-h-10 items-center rounded-lg border border-(--line2) bg-(--card) px-3.5 text-sm font-medium"
      >
        {t.access.signIn}
      </Link>
    </AccessPage>
  );
}
