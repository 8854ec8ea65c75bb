import { notFound } from 'next/navigation';
import { SetupPage } from '#components/access/setup-page';
import { MIN_PASSWORD } from '#lib/access/credentials';
import { isSetupCode } from '#lib/access/setup';
import { env } from '#lib/env';
import { findOwner } from '#lib/store/people';

export const dynamic = 'force-dynamic';

export default async function Setup({
  searchParams,
}: {
  searchParams: Promise<{ code?: string | string[] }>;
}) {
  if (env().access === 'open') notFound();
  const { code } = await searchParams;
  const good = typeof code === 'string' && (await isSetupCode(code));
  return (
    <SetupPage
      {...(good ? { code } : {})}
      done={(await findOwner()) !== undefined}
      minPassword={MIN_PASSWORD}
    />
  );
}
