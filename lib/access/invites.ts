import { AppError } from '#lib/errors';
import type { NewInvite, Person } from '#lib/events/api';
import { newId } from '#lib/ids';
import { transact } from '#lib/store/db';
import { deleteInvite, insertInvite, isInvited, takeInvite } from '#lib/store/invites';
import { insertPerson } from '#lib/store/people';
import { nameKey } from './credentials.ts';
import { hashPassword } from './passwords.ts';
import { hashToken, newToken } from './tokens.ts';

const VALID_MS = 7 * 86_400_000;

/** A link for one more person. It is told here and never again: only its hash is kept. */
export async function invite(now = Date.now()): Promise<NewInvite> {
  const token = newToken();
  const made = { id: newId(), createdAt: now, expiresAt: now + VALID_MS };
  await insertInvite({ ...made, hash: hashToken(token) });
  return { ...made, path: `/invite/${token}` };
}

export function isInviteToken(token: string, now = Date.now()): Promise<boolean> {
  return isInvited(hashToken(token), now);
}

/** @throws AppError `unknown_invite` */
export async function revokeInvite(id: string): Promise<void> {
  if (!(await deleteInvite(id))) throw unknownInvite();
}

/**
 * Makes a member's account and uses the invitation up.
 * @throws AppError `unknown_invite`, `name_taken`
 */
export async function join(
  token: string,
  { name, password }: { name: string; password: string },
  now = Date.now(),
): Promise<Person> {
  // Before the costly hash, and again in the transaction.
  if (!(await isInviteToken(token, now))) throw unknownInvite();
  const person: Person = { id: newId(), name, role: 'member' };
  const hashed = await hashPassword(password);
  return transact(async () => {
    if (!(await takeInvite(hashToken(token), now))) throw unknownInvite();
    const row = { ...person, nameKey: nameKey(name), password: hashed };
    if (await insertPerson(row, now)) return person;
    throw new AppError('name_taken', `"${name}" has an account already.`, 'Choose another name.');
  });
}

function unknownInvite(): AppError {
  return new AppError(
    'unknown_invite',
    'This invitation is not valid.',
    'It was used, taken back, or is older than 7 days. Ask the owner for a new one.',
  );
}
