import { expect, it } from 'vitest';
import { noSessionCookie, readSessionCookie, sessionCookie } from './session-cookie.ts';
import { newToken } from './tokens.ts';

const token = newToken();
const http = new Headers();

it('is out of reach of scripts and other sites, and Secure behind https', () => {
  const plain = sessionCookie(token, http);
  expect(plain).toContain('; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax');
  expect(plain).not.toContain('Secure');
  const https = new Headers({ 'x-forwarded-proto': 'https, http' });
  expect(sessionCookie(token, https)).toContain('; Secure');
  expect(noSessionCookie(http)).toContain('loupe_session=; Path=/; Max-Age=0');
});

it.each([
  [`loupe_session=${token}`, token],
  [`a=b; loupe_session=${token}; c=d`, token],
  [`not_loupe_session=${token}`, undefined],
  ['loupe_session=', undefined],
  [`loupe_session=${token}x`, undefined],
  ['', undefined],
])('is read from %j', (cookie, expected) => {
  expect(readSessionCookie(new Headers({ cookie }))).toBe(expected);
});
