'use client';

import { useMessages } from '#components/ui/locale';
import { postJoin } from '#lib/client/access';
import { AccessPage } from './access-page.tsx';
import { AccountForm } from './account-form.tsx';

interface Props {
  /** The link's token, where the invitation can still be used. */
  token?: string;
  minPassword: number;
}

/** What somebody sees who opens an invitation. */
export function JoinPage({ token, minPassword }: Props) {
  const { t } = useMessages();
  if (token === undefined) {
    return <AccessPage title={t.access.inviteOver} lead={t.access.inviteOverHint} />;
  }
  return (
    <AccessPage title={t.access.joinTitle} lead={t.access.joinLead}>
      <AccountForm
        label={t.access.join}
        minPassword={minPassword}
        next="/"
        submit={(credentials) => postJoin({ ...credentials, token })}
      />
    </AccessPage>
  );
}
