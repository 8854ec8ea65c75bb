const NAME = 'loupe_session';
const TOKEN = /^[\w-]{43}$/;

/** How long a session lasts without being renewed. */
export const SESSION_MS = 30 * 86_400_000;

/** The token that a request brings; undefined when there is none, or nothing that could be one. */
export function readSessionCookie(headers: Headers): string | undefined {
  const pairs = (headers.get('cookie') ?? '').split(';').map((pair) => pair.trim());
  const value = pairs.find((pair) => pair.startsWith(`${NAME}=`))?.slice(NAME.length + 1);
  return value && TOKEN.test(value) ? value : undefined;
}

/** The `Set-Cookie` that gives a browser its token; no script of a page can read it. */
export function sessionCookie(token: string, headers: Headers): string {
  return cookie(token, SESSION_MS / 1000, headers);
}

/** The `Set-Cookie` that takes it back. */
export function noSessionCookie(headers: Headers): string {
  return cookie('', 0, headers);
}

function cookie(value: string, seconds: number, headers: Headers): string {
  // A team's server may be plain http: there a browser would not keep a Secure cookie.
  const https = headers.get('x-forwarded-proto')?.split(',')[0]?.trim() === 'https';
  const rest = `Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax`;
  return `${NAME}=${value}; ${rest}${https ? '; Secure' : ''}`;
}
