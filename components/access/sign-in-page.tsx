'use client';

import { useMessages } from '#components/ui/locale';
import { postSignIn } from '#lib/client/access';
import { AccessPage } from './access-page.tsx';
import { AccountForm } from './account-form.tsx';

/** @param props.next a path of ours, already checked */
export function SignInPage({ next }: { next: string }) {
  const { t } = useMessages();
  return (
    <AccessPage title={t.access.signIn} lead={t.access.signInLead}>
      <AccountForm label={t.access.signIn} next={next} submit={postSignIn} />
    </AccessPage>
  );
}
