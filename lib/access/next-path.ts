const BASE = 'http://loupe.invalid';

/** Where a person goes after signing in: a page of ours, whatever the address says. */
export function nextPath(asked: string | undefined): string {
  // A browser reads "/\host" as another host, and leaves out tabs and line ends.
  if (!asked || !/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(asked)) return '/';
  const url = URL.parse(asked, BASE);
  if (url?.origin !== BASE || url.pathname.startsWith('//')) return '/';
  if (/^\/(api|sign-in|setup|invite)(\/|$)/.test(url.pathname)) return '/';
  return url.pathname + url.search + url.hash;
}

/** The sign-in page that leads back to an address. */
export function signInPath(from: { pathname: string; search: string }): string {
  const next = nextPath(from.pathname + from.search);
  return next === '/' ? '/sign-in' : `/sign-in?next=${encodeURIComponent(next)}`;
}
