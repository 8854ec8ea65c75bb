import { env } from '#lib/env';
import { AppError } from '#lib/errors';
import type { Person } from '#lib/events/api';
import { newId } from '#lib/ids';
import { adoptChats } from '#lib/store/chats';
import { transact } from '#lib/store/db';
import { findOwner, insertPerson } from '#lib/store/people';
import { deleteSetting, deleteSettings, readSetting, writeSetting } from '#lib/store/settings';
import { nameKey } from './credentials.ts';
import { hashPassword } from './passwords.ts';
import { hashToken, newToken } from './tokens.ts';

/** One setting per code: each instance prints its own, and all are good until the first is used. */
const PREFIX = 'access.setup:';

/** At the start of a server with accounts: chats of nobody find their owner, or the first one is asked for. */
export async function openAccounts(): Promise<void> {
  if (env().access === 'open') return;
  const owner = await findOwner();
  if (owner) return adoptChats(owner.id);
  const code = newToken();
  await writeSetting(PREFIX + hashToken(code), String(Date.now()));
  process.stderr.write(
    `\n  Nobody has an account yet. Make the owner's, once, at:\n  ${address()}/setup?code=${code}\n\n`,
  );
}

export async function isSetupCode(code: string): Promise<boolean> {
  return (await readSetting(PREFIX + hashToken(code))) !== undefined;
}

/**
 * Makes the owner's account, to whom all chats of before then belong.
 * @throws AppError `wrong_code`
 */
export async function setUp(
  code: string,
  { name, password }: { name: string; password: string },
): Promise<Person> {
  // Before the costly hash, and again in the transaction.
  if (!(await isSetupCode(code))) throw wrongCode();
  const person: Person = { id: newId(), name, role: 'owner' };
  const hashed = await hashPassword(password);
  await transact(async () => {
    const isFirst =
      (await deleteSetting(PREFIX + hashToken(code))) &&
      (await insertPerson({ ...person, nameKey: nameKey(name), password: hashed }, Date.now()));
    if (!isFirst) throw wrongCode();
    await adoptChats(person.id);
  });
  // Not within: two who use two codes at once would wait for each other.
  await deleteSettings(PREFIX);
  return person;
}

function wrongCode(): AppError {
  return new AppError(
    'wrong_code',
    'This setup link is not valid.',
    'Open the one that the server printed at its last start.',
  );
}

function address(): string {
  const { host, port } = env();
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}
