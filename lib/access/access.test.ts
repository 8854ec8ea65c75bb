import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Person } from '#lib/events/api';
import { newId } from '#lib/ids';
import { findChat, insertChat, selectChats, updateChat } from '#lib/store/chats';
import { closeDatabase, db } from '#lib/store/db';
import { selectInvites } from '#lib/store/invites';
import { migrate } from '#lib/store/migrate';
import { countAttempt } from './attempts.ts';
import { admitToChat, admitToManage, admitToRun } from './chats.ts';
import { invite, isInviteToken, join, revokeInvite } from './invites.ts';
import { removeMember } from './people.ts';
import { beginSession, endSession, findSessionOf, renew } from './sessions.ts';
import { isSetupCode, openAccounts, setUp } from './setup.ts';
import { signIn } from './sign-in.ts';

process.env.LOUPE_ACCESS = 'accounts';

const DAY = 86_400_000;
const password = 'a long password';

beforeAll(() => migrate());
beforeEach(async () => {
  for (const table of [
    'session',
    'person',
    'invite',
    'setting',
    'sign_in_attempt',
    'chat',
  ] as const)
    await db().deleteFrom(table).execute();
});
afterAll(closeDatabase);

const refusal = (code: string) => expect.objectContaining({ code });

/** Starts the server once and takes the code from what it printed. */
async function printedCode(): Promise<string> {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  await openAccounts();
  const text = write.mock.calls.map(([chunk]) => String(chunk)).join('');
  write.mockRestore();
  return /\/setup\?code=([\w-]+)/.exec(text)?.[1] ?? '';
}

async function owner(): Promise<Person> {
  return setUp(await printedCode(), { name: 'Ada', password });
}

async function member(name = 'Mei'): Promise<Person> {
  const token = (await invite()).path.replace('/invite/', '');
  return join(token, { name, password });
}

async function chat(ownerId?: string, id = newId()): Promise<string> {
  await insertChat({ id, title: 'x', now: 1, ...(ownerId ? { ownerId } : {}) });
  return id;
}

async function sessionHeaders(personId: string): Promise<Headers> {
  const cookie = (await beginSession(personId, new Headers())).split(';')[0] ?? '';
  return new Headers({ cookie });
}

describe('setup', () => {
  it('takes the code of any start, once, and gives what was there to the owner', async () => {
    const id = await chat();
    const [first, second] = [await printedCode(), await printedCode()];
    expect(first).not.toBe(second);
    expect(await isSetupCode(first)).toBe(true);
    expect(await isSetupCode('guessed')).toBe(false);
    const results = await Promise.allSettled(
      [first, second, first].map((code, i) => setUp(code, { name: `Ada ${i}`, password })),
    );
    expect(results.filter((each) => each.status === 'fulfilled')).toHaveLength(1);
    expect(await isSetupCode(second)).toBe(false);
    const people = await db().selectFrom('person').selectAll().execute();
    expect(people).toMatchObject([{ role: 'owner' }]);
    expect((await findChat(id))?.ownerId).toBe(people[0]?.id);
  });

  it('prints nothing once there is an owner, and gives them what was made without accounts', async () => {
    const { id } = await owner();
    const later = await chat();
    expect(await printedCode()).toBe('');
    expect((await findChat(later))?.ownerId).toBe(id);
  });
});

describe('invitations', () => {
  it('let one person in, once', async () => {
    const token = (await invite()).path.replace('/invite/', '');
    const results = await Promise.allSettled(
      ['Mei', 'Li'].map((name) => join(token, { name, password })),
    );
    expect(results.filter((each) => each.status === 'fulfilled')).toHaveLength(1);
    expect(results.find((each) => each.status === 'rejected')).toMatchObject({
      reason: refusal('unknown_invite'),
    });
  });

  it('end after 7 days, and when they are taken back', async () => {
    const made = await invite(Date.now() - 7 * DAY - 1);
    const token = made.path.replace('/invite/', '');
    await expect(join(token, { name: 'Mei', password })).rejects.toEqual(refusal('unknown_invite'));
    const { id, path } = await invite();
    expect(await selectInvites(Date.now())).toHaveLength(1);
    await revokeInvite(id);
    expect(await isInviteToken(path.replace('/invite/', ''))).toBe(false);
    await expect(revokeInvite(id)).rejects.toEqual(refusal('unknown_invite'));
  });

  it('are not used up by a name that is taken, whatever its case', async () => {
    await member('Mei');
    const token = (await invite()).path.replace('/invite/', '');
    await expect(join(token, { name: 'MEI', password })).rejects.toEqual(refusal('name_taken'));
    expect(await join(token, { name: 'Li', password })).toMatchObject({ role: 'member' });
  });
});

describe('sessions', () => {
  it('are found by their cookie, and only their hash is kept', async () => {
    const { id } = await member();
    const headers = await sessionHeaders(id);
    expect((await findSessionOf(headers))?.person).toEqual({ id, name: 'Mei', role: 'member' });
    const token = headers.get('cookie')?.split('=')[1];
    expect(JSON.stringify(await db().selectFrom('session').selectAll().execute())).not.toContain(
      token,
    );
    expect(await findSessionOf(new Headers())).toBeUndefined();
  });

  it('are renewed at most daily, and end after 30 days without', async () => {
    const headers = await sessionHeaders((await member()).id);
    expect((await findSessionOf(headers))?.renewal).toBeUndefined();
    const age = (days: number) =>
      db()
        .updateTable('session')
        .set({ renewed: Date.now() - days * DAY })
        .execute();
    await age(29);
    const old = await findSessionOf(headers);
    expect(old?.renewal).toContain('Max-Age=2592000');
    if (old) await renew(old);
    expect((await findSessionOf(headers))?.renewal).toBeUndefined();
    await age(31);
    expect(await findSessionOf(headers)).toBeUndefined();
  });

  it('end in one browser, or in all', async () => {
    const { id } = await member();
    const [one, two, three] = [
      await sessionHeaders(id),
      await sessionHeaders(id),
      await sessionHeaders(id),
    ];
    const end = async (headers: Headers, everywhere: boolean) => {
      const session = await findSessionOf(headers);
      if (session) await endSession(session, everywhere);
    };
    await end(one, false);
    expect(await findSessionOf(one)).toBeUndefined();
    expect(await findSessionOf(two)).toBeDefined();
    await end(two, true);
    expect(await findSessionOf(three)).toBeUndefined();
  });
});

describe('signing in', () => {
  it('tells a wrong name from a wrong password to nobody', async () => {
    const { id } = await member();
    expect(await signIn(' mei ', password)).toMatchObject({ id });
    const wrong = await signIn('Mei', 'wrong').catch((error: Error) => error.message);
    const unknown = await signIn('Nobody', 'wrong').catch((error: Error) => error.message);
    expect(wrong).toBe(unknown);
  });

  it('has to wait after ten failures of a name, also when they come at once', async () => {
    const results = await Promise.allSettled(Array.from({ length: 14 }, () => countAttempt('mei')));
    const refused = results.filter((each) => each.status === 'rejected');
    expect(results.length - refused.length).toBeLessThanOrEqual(10);
    expect(refused.length).toBeGreaterThanOrEqual(4);
    for (let n = 0; n < 10; n++) await countAttempt('mei').catch(() => undefined);
    await expect(signIn('Mei', password)).rejects.toMatchObject({
      code: 'too_many_attempts',
      status: 429,
      hint: expect.stringMatching(/^Try again in 15 minutes/),
    });
    await expect(countAttempt('li')).resolves.toBeDefined();
    await expect(countAttempt('mei', Date.now() + 15 * 60_000)).resolves.toBeDefined();
  });

  it('forgets the failures of who succeeds', async () => {
    for (let n = 0; n < 8; n++) await countAttempt('mei');
    await (await countAttempt('mei'))();
    for (let n = 0; n < 10; n++) await countAttempt('mei');
    await expect(countAttempt('mei')).rejects.toEqual(refusal('too_many_attempts'));
  });

  it('counts over all names as well', async () => {
    const rows = Array.from({ length: 300 }, (_, n) => ({
      id: `${n}`,
      name_hash: `${n}`,
      at: Date.now(),
    }));
    await db().insertInto('sign_in_attempt').values(rows).execute();
    await expect(countAttempt('new')).rejects.toEqual(refusal('too_many_attempts'));
  });
});

describe('chats', () => {
  it('are their owner’s until opened to the team, and else as if they were not there', async () => {
    const [ada, mei] = [await owner(), await member()];
    const id = await chat(mei.id);
    await expect(admitToChat(mei, id)).resolves.toMatchObject({ id });
    const hidden = await admitToChat(ada, id).catch((error: Error) => error.message);
    const unknown = await admitToChat(ada, 'none').catch((error: Error) => error.message);
    expect(hidden).toBe(unknown?.toString().replace('none', id));
    await expect(admitToChat(ada, id, { absent: true })).rejects.toEqual(refusal('unknown_chat'));
    await expect(admitToChat(ada, 'none', { absent: true })).resolves.toBeUndefined();
    await expect(admitToManage(ada, id)).rejects.toEqual(refusal('unknown_chat'));
    await updateChat(id, { visibility: 'team' });
    await expect(admitToChat(ada, id)).resolves.toMatchObject({ id });
    await expect(admitToManage(ada, id)).resolves.toBeUndefined();
    await expect(admitToManage(await member('Li'), id)).rejects.toEqual(refusal('not_yours'));
  });

  it.each([['../x'], ['a b'], [''], ['x'.repeat(65)]])('have no id %j', async (id) => {
    const mei = await member();
    await expect(admitToChat(mei, id)).rejects.toEqual(refusal('invalid_request'));
    await expect(admitToRun(mei, id)).rejects.toEqual(refusal('invalid_request'));
  });

  it('are listed and found for who may see them', async () => {
    const [mei, li] = [await member(), await member('Li')];
    const [own, open] = [await chat(mei.id), await chat(li.id)];
    await chat(li.id);
    await chat();
    await updateChat(open, { visibility: 'team' });
    const { chats } = await selectChats({ viewer: mei.id });
    expect(chats.map((each) => each.id).sort()).toEqual([own, open].sort());
    expect(chats.find((each) => each.id === open)).toMatchObject({
      team: true,
      owner: { id: li.id, name: 'Li' },
    });
    expect((await selectChats({ viewer: mei.id, q: 'x' })).chats).toHaveLength(2);
    expect((await selectChats({})).chats).toHaveLength(4);
  });

  it('of a member who is removed become the owner’s, and their sessions end', async () => {
    const [ada, mei] = [await owner(), await member()];
    const id = await chat(mei.id);
    const headers = await sessionHeaders(mei.id);
    await removeMember(mei.id, ada);
    expect(await findSessionOf(headers)).toBeUndefined();
    await expect(signIn('Mei', password)).rejects.toEqual(refusal('wrong_credentials'));
    expect((await findChat(id))?.ownerId).toBe(ada.id);
    await expect(removeMember(ada.id, ada)).rejects.toEqual(refusal('unknown_person'));
  });
});
