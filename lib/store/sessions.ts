import type { Person } from '#lib/events/api';
import { db } from './db.ts';

export async function insertSession(
  session: { hash: string; personId: string },
  now: number,
): Promise<void> {
  await db()
    .insertInto('session')
    .values({ hash: session.hash, person_id: session.personId, created: now, renewed: now })
    .execute();
}

/** Who has a session that was renewed after `since`. */
export async function findSession(
  hash: string,
  since: number,
): Promise<{ person: Person; renewedAt: number } | undefined> {
  const row = await db()
    .selectFrom('session')
    .innerJoin('person', 'person.id', 'session.person_id')
    .select(['person.id', 'person.name', 'person.role', 'session.renewed'])
    .where('session.hash', '=', hash)
    .where('session.renewed', '>', since)
    .executeTakeFirst();
  if (!row) return undefined;
  const { renewed, ...person } = row;
  return { person, renewedAt: renewed };
}

export async function renewSession(hash: string, now: number): Promise<void> {
  await db().updateTable('session').set({ renewed: now }).where('hash', '=', hash).execute();
}

export async function deleteSession(hash: string): Promise<void> {
  await db().deleteFrom('session').where('hash', '=', hash).execute();
}

/** Ends a person's sessions in all browsers. */
export async function deleteSessionsOf(personId: string): Promise<void> {
  await db().deleteFrom('session').where('person_id', '=', personId).execute();
}

/** Forgets sessions that were not renewed since then. */
export async function deleteOldSessions(since: number): Promise<void> {
  await db().deleteFrom('session').where('renewed', '<=', since).execute();
}
