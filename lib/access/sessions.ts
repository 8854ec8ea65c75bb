import type { Person } from '#lib/events/api';
import {
  deleteOldSessions,
  deleteSession,
  deleteSessionsOf,
  findSession,
  insertSession,
  renewSession,
} from '#lib/store/sessions';
import { readSessionCookie, SESSION_MS, sessionCookie } from './session-cookie.ts';
import { hashToken, newToken } from './tokens.ts';

/** A session is written again at most this often. */
const RENEW_MS = 86_400_000;

export interface Session {
  person: Person;
  hash: string;
  /** The `Set-Cookie` that makes it last again; absent when it was renewed lately. */
  renewal?: string;
}

/**
 * Begins a session.
 * @returns its `Set-Cookie`; only the token's hash stays here
 */
export async function beginSession(personId: string, headers: Headers): Promise<string> {
  const token = newToken();
  const now = Date.now();
  await deleteOldSessions(now - SESSION_MS);
  await insertSession({ hash: hashToken(token), personId }, now);
  return sessionCookie(token, headers);
}

/** The session of a request; undefined when it has none, or one that has ended. */
export async function findSessionOf(headers: Headers): Promise<Session | undefined> {
  const token = readSessionCookie(headers);
  if (!token) return undefined;
  const hash = hashToken(token);
  const found = await findSession(hash, Date.now() - SESSION_MS);
  if (!found) return undefined;
  const { person, renewedAt } = found;
  if (Date.now() - renewedAt < RENEW_MS) return { person, hash };
  return { person, hash, renewal: sessionCookie(token, headers) };
}

/** Lets a session last for the whole time again. */
export function renew({ hash }: Session): Promise<void> {
  return renewSession(hash, Date.now());
}

/** Ends a session, or all of its person's. */
export async function endSession({ hash, person }: Session, everywhere: boolean): Promise<void> {
  if (everywhere) await deleteSessionsOf(person.id);
  else await deleteSession(hash);
}
