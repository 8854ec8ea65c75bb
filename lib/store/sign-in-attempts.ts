import { db } from './db.ts';

export async function insertAttempt(id: string, nameHash: string, now: number): Promise<void> {
  await db().insertInto('sign_in_attempt').values({ id, name_hash: nameHash, at: now }).execute();
}

export async function deleteAttempt(id: string): Promise<void> {
  await db().deleteFrom('sign_in_attempt').where('id', '=', id).execute();
}

export async function deleteAttemptsOf(nameHash: string): Promise<void> {
  await db().deleteFrom('sign_in_attempt').where('name_hash', '=', nameHash).execute();
}

export async function deleteOldAttempts(before: number): Promise<void> {
  await db().deleteFrom('sign_in_attempt').where('at', '<=', before).execute();
}

/** How often it was tried since then, with one name or with any, and when the first time was. */
export async function countAttempts(
  since: number,
  nameHash?: string,
): Promise<{ count: number; first: number }> {
  let select = db()
    .selectFrom('sign_in_attempt')
    .select((eb) => [
      eb.fn.countAll<number | string>().as('count'),
      eb.fn.min<number | string | null>('at').as('first'),
    ])
    .where('at', '>', since);
  if (nameHash !== undefined) select = select.where('name_hash', '=', nameHash);
  const row = await select.executeTakeFirst();
  return { count: Number(row?.count ?? 0), first: Number(row?.first ?? 0) };
}
