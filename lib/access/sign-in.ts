import { AppError } from '#lib/errors';
import type { Person } from '#lib/events/api';
import { findCredentials } from '#lib/store/people';
import { countAttempt } from './attempts.ts';
import { nameKey } from './credentials.ts';
import { isPassword } from './passwords.ts';

/**
 * Who has this name and password.
 * @throws AppError `wrong_credentials`, `too_many_attempts`
 */
export async function signIn(name: string, password: string): Promise<Person> {
  const key = nameKey(name);
  const succeeded = await countAttempt(key);
  const found = await findCredentials(key);
  if (!(await isPassword(password, found?.password)) || !found) {
    throw new AppError(
      'wrong_credentials',
      'The name or the password is wrong.',
      'Check both; after ten failures you have to wait.',
    );
  }
  await succeeded();
  return found.person;
}
