const YEAR_SECONDS = 31_536_000;

/** Keeps a choice of the person in this browser; the server reads it when it renders the next page. */
export function setCookie(name: string, value: string): void {
  // Not the Cookie Store API: it needs https, and a team's server may be plain http.
  document.cookie = `${name}=${value}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`;
}
