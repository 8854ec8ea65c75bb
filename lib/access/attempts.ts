import { AppError } from '#lib/errors';
import { newId } from '#lib/ids';
import {
  countAttempts,
  deleteAttempt,
  deleteAttemptsOf,
  deleteOldAttempts,
  insertAttempt,
} from '#lib/store/sign-in-attempts';
import { hashToken } from './tokens.ts';

const WINDOW_MS = 15 * 60_000;
/** Failures in the window, of one name and of the whole server. */
const PER_NAME = 10;
const PER_SERVER = 300;

/**
 * Counts a sign-in as failed before its password is looked at: many that come at once are all counted.
 * @returns to be called when it succeeded
 * @throws AppError `too_many_attempts`
 */
export async function countAttempt(
  nameKey: string,
  now = Date.now(),
): Promise<() => Promise<void>> {
  const nameHash = hashToken(nameKey);
  const id = newId();
  const since = now - WINDOW_MS;
  await deleteOldAttempts(since);
  await insertAttempt(id, nameHash, now);
  const ofName = await countAttempts(since, nameHash);
  const ofAll = await countAttempts(since);
  const over = ofName.count > PER_NAME ? ofName : ofAll.count > PER_SERVER ? ofAll : undefined;
  if (over) {
    // One that was not even looked at does not make the wait longer.
    await deleteAttempt(id);
    const minutes = Math.max(1, Math.ceil((over.first + WINDOW_MS - now) / 60_000));
    throw new AppError(
      'too_many_attempts',
      'There were too many attempts to sign in.',
      `Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
    );
  }
  return () => deleteAttemptsOf(nameHash);
}
