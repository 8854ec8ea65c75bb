import type { Invite } from '#lib/events/api';
import { db } from './db.ts';

export async function insertInvite(invite: Invite & { hash: string }): Promise<void> {
  const { id, hash, createdAt, expiresAt } = invite;
  await db()
    .insertInto('invite')
    .values({ id, hash, created: createdAt, expires: expiresAt })
    .execute();
}

/** Invitations that can still be used, newest first. */
export async function selectInvites(now: number): Promise<Invite[]> {
  const rows = await db()
    .selectFrom('invite')
    .selectAll()
    .where('expires', '>', now)
    .orderBy('created', 'desc')
    .execute();
  return rows.map((row) => ({ id: row.id, createdAt: row.created, expiresAt: row.expires }));
}

export async function isInvited(hash: string, now: number): Promise<boolean> {
  const row = await db()
    .selectFrom('invite')
    .select('id')
    .where('hash', '=', hash)
    .where('expires', '>', now)
    .executeTakeFirst();
  return row !== undefined;
}

/** Uses an invitation up; false when there is none, which also the second of two at once is told. */
export async function takeInvite(hash: string, now: number): Promise<boolean> {
  const { numDeletedRows } = await db()
    .deleteFrom('invite')
    .where('hash', '=', hash)
    .where('expires', '>', now)
    .executeTakeFirst();
  return numDeletedRows > 0;
}

/** @returns false when there is none with this id */
export async function deleteInvite(id: string): Promise<boolean> {
  const { numDeletedRows } = await db()
    .deleteFrom('invite')
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0;
}
