import { headers } from 'next/headers';
import { notFound, redirect } from 'next/navigation';
import { SignInPage } from '#components/access/sign-in-page';
import { nextPath } from '#lib/access/next-path';
import { personOf } from '#lib/access/person';
import { env } from '#lib/env';
import { findOwner } from '#lib/store/people';

export const dynamic = 'force-dynamic';

export default async function SignIn({
  searchParams,
}: {
  searchParams: Promise<{ next?: string | string[] }>;
}) {
  if (env().access === 'open') notFound();
  const { next } = await searchParams;
  const to = nextPath(typeof next === 'string' ? next : undefined);
  if (await personOf(await headers())) redirect(to);
  if (!(await findOwner())) redirect('/setup');
  return <SignInPage next={to} />;
}
