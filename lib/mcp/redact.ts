/** Shorter values are words that stand in many texts, and no secrets. */
const MIN_CHARS = 6;

/** The values of headers by which a text would tell a secret: each whole, and without its scheme. */
export function secretsOf(headers: Readonly<Record<string, string>>): string[] {
  return Object.values(headers)
    .flatMap((value) => [value, value.replace(/^\w+ +/, '')])
    .filter((value) => value.length >= MIN_CHARS)
    .sort((a, b) => b.length - a.length);
}

/** A plain JSON value without secrets: a server may well repeat what it was sent. */
export function redact(value: unknown, secrets: readonly string[]): unknown {
  if (typeof value === 'string') {
    return secrets.reduce((text, secret) => text.replaceAll(secret, '[hidden]'), value);
  }
  if (Array.isArray(value)) return value.map((each) => redact(each, secrets));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  return Object.fromEntries(entries.map(([key, each]) => [key, redact(each, secrets)]));
}
