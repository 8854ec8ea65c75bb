import { type NextRequest, NextResponse } from 'next/server';
import { env } from '#lib/env';
import { AppError } from '#lib/errors';
import type { Person } from '#lib/events/api';
import { findOwner } from '#lib/store/people';
import { admitToChat, admitToManage, admitToRun } from './chats.ts';
import { signInPath } from './next-path.ts';
import { ownerOnly, requireSession } from './person.ts';
import { type Need, needOf } from './rules.ts';
import { renew } from './sessions.ts';

/**
 * Whether a request may go on to its page or route, by the rules and the session that it brings.
 * @returns an answer in its place; undefined when it may just go on
 * @throws AppError that a route would answer with
 */
export async function admit(request: NextRequest): Promise<Response | undefined> {
  const { pathname } = request.nextUrl;
  const isPage = !pathname.startsWith('/api/');
  // PostgreSQL takes it in no text, so no id has it.
  if (pathname.includes('%00')) throw noAddress();
  if (env().access === 'open') {
    if (/^\/api\/access(\/|$)/.test(pathname)) throw accountsOff();
    return undefined;
  }
  try {
    return await admitByRules(request, pathname);
  } catch (error) {
    if (!isPage || !(error instanceof AppError) || request.method !== 'GET') throw error;
    if (error.code === 'owner_only') return redirect(request, '/');
    if (error.code !== 'sign_in_required') throw error;
    return redirect(request, (await findOwner()) ? signInPath(request.nextUrl) : '/setup');
  }
}

async function admitByRules(request: NextRequest, pathname: string): Promise<Response | undefined> {
  const { need, id } = needOf(request.method, pathname);
  if (need === 'anyone') return undefined;
  const session = await requireSession(request.headers);
  // No address of ours needs it, and a rule must not read another path than the router does.
  if (/%|\/\//.test(pathname)) {
    throw noAddress();
  }
  await satisfy(need, session.person, id ?? '');
  if (!session.renewal) return undefined;
  await renew(session);
  return NextResponse.next({ headers: { 'set-cookie': session.renewal } });
}

async function satisfy(need: Need, person: Person, id: string): Promise<void> {
  if (need === 'owner' && person.role !== 'owner') throw ownerOnly();
  if (need === 'chat') await admitToChat(person, id);
  if (need === 'new-chat') await admitToChat(person, id, { absent: true });
  if (need === 'manage') await admitToManage(person, id);
  if (need === 'run') await admitToRun(person, id);
}

/** Next makes the address relative again: behind a proxy it does not know its own. */
function redirect(request: NextRequest, path: string): Response {
  return NextResponse.redirect(new URL(path, request.nextUrl));
}

function noAddress(): AppError {
  return new AppError('invalid_request', 'This is no address of Loupe.');
}

function accountsOff(): AppError {
  return new AppError(
    'accounts_off',
    'There are no accounts on this server.',
    'Start it with LOUPE_ACCESS=accounts.',
  );
}
