import type { Person } from '#lib/events/api';
import { db } from './db.ts';

export interface NewPerson extends Person {
  nameKey: string;
  /** Hashed. */
  password: string;
}

/** @returns false when the name is taken, or there is an owner already */
export async function insertPerson(person: NewPerson, now: number): Promise<boolean> {
  const { id, name, nameKey, password, role } = person;
  const result = await db()
    .insertInto('person')
    .values({ id, name, name_key: nameKey, password, role, created: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return Number(result.numInsertedOrUpdatedRows ?? 0) === 1;
}

/** A person by the name that they sign in with, and the hash of their password. */
export async function findCredentials(
  nameKey: string,
): Promise<{ person: Person; password: string } | undefined> {
  const row = await db()
    .selectFrom('person')
    .select(['id', 'name', 'role', 'password'])
    .where('name_key', '=', nameKey)
    .executeTakeFirst();
  if (!row) return undefined;
  const { password, ...person } = row;
  return { person, password };
}

export async function findPerson(id: string): Promise<Person | undefined> {
  return db()
    .selectFrom('person')
    .select(['id', 'name', 'role'])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** The one who may change the server; undefined until the first account is made. */
export async function findOwner(): Promise<Person | undefined> {
  return db()
    .selectFrom('person')
    .select(['id', 'name', 'role'])
    .where('role', '=', 'owner')
    .executeTakeFirst();
}

/** In the order in which they came. */
export async function selectPeople(): Promise<Person[]> {
  return db().selectFrom('person').select(['id', 'name', 'role']).orderBy('created').execute();
}

/** Deletes a person with their sessions; their chats are not touched. */
export async function deletePerson(id: string): Promise<void> {
  await db().deleteFrom('person').where('id', '=', id).execute();
}
