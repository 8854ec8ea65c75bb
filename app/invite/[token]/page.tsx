import { notFound } from 'next/navigation';
import { JoinPage } from '#components/access/join-page';
import { MIN_PASSWORD } from '#lib/access/credentials';
import { isInviteToken } from '#lib/access/invites';
import { env } from '#lib/env';

export const dynamic = 'force-dynamic';

export default async function Invite({ params }: { params: Promise<{ token: string }> }) {
  if (env().access === 'open') notFound();
  const { token } = await params;
  const good = await isInviteToken(token);
  return <JoinPage {...(good ? { token } : {})} minPassword={MIN_PASSWORD} />;
}
