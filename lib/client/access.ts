import type { Invite, InviteList, NewInvite, PeopleList, Person } from '#lib/events/api';
import { call, withJson } from './api.ts';

export interface Credentials {
  name: string;
  password: string;
}

export async function postSignIn(body: Credentials): Promise<void> {
  await call('/api/access/sign-in', withJson('POST', body));
}

/** Makes the owner's account, and signs in. */
export async function postSetup(body: Credentials & { code: string }): Promise<void> {
  await call('/api/access/setup', withJson('POST', body));
}

/** Makes a member's account, and signs in. */
export async function postJoin(body: Credentials & { token: string }): Promise<void> {
  await call('/api/access/join', withJson('POST', body));
}

/** @param everywhere in all browsers of this person */
export async function postSignOut(everywhere: boolean): Promise<void> {
  await call('/api/access/sign-out', withJson('POST', { everywhere }));
}

export async function getPeople(): Promise<Person[]> {
  const { people }: PeopleList = await (await call('/api/access/people')).json();
  return people;
}

export async function deletePerson(id: string): Promise<void> {
  await call(`/api/access/people/${id}`, { method: 'DELETE' });
}

export async function getInvites(): Promise<Invite[]> {
  const { invites }: InviteList = await (await call('/api/access/invites')).json();
  return invites;
}

export async function postInvite(): Promise<NewInvite> {
  return (await call('/api/access/invites', withJson('POST', {}))).json();
}

export async function deleteInvite(id: string): Promise<void> {
  await call(`/api/access/invites/${id}`, { method: 'DELETE' });
}
