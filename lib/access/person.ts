import { env } from '#lib/env';
import { AppError } from '#lib/errors';
import type { Person } from '#lib/events/api';
import { findSessionOf, type Session } from './sessions.ts';

/** Who asks, by the session alone; undefined where nobody signs in. */
export async function personOf(headers: Headers): Promise<Person | undefined> {
  if (env().access === 'open') return undefined;
  return (await findSessionOf(headers))?.person;
}

/**
 * The id of who asks, as the store takes it; undefined where nobody signs in.
 * @throws AppError `sign_in_required`
 */
export async function viewerOf(headers: Headers): Promise<string | undefined> {
  if (env().access === 'open') return undefined;
  return (await requireSession(headers)).person.id;
}

/** @throws AppError `sign_in_required` */
export async function requireSession(headers: Headers): Promise<Session> {
  const session = await findSessionOf(headers);
  if (session) return session;
  throw new AppError('sign_in_required', 'You are not signed in.', 'Sign in at /sign-in.');
}

/** @throws AppError `sign_in_required`, `owner_only` */
export async function requireOwner(headers: Headers): Promise<Person> {
  const { person } = await requireSession(headers);
  if (person.role !== 'owner') throw ownerOnly();
  return person;
}

export function ownerOnly(): AppError {
  return new AppError(
    'owner_only',
    'Only the owner of this server may do that.',
    'Ask them to do it.',
  );
}
