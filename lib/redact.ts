/** Shorter values are words that stand in many texts, and no secrets. */
const MIN_CHARS = 8;

/** The values of headers by which a text would tell a secret: each whole, and without its scheme. */
export function secretsOfHeaders(headers: Readonly<Record<string, string>>): string[] {
  return Object.values(headers).flatMap((value) => [value, value.replace(/^\w+ +/, '')]);
}

/** A plain JSON value, or a text, without secrets: an endpoint may well repeat what it was sent. */
export function redact<Value>(value: Value, secrets: readonly string[]): Value {
  const known = secrets
    .filter((secret) => secret.length >= MIN_CHARS)
    // A secret that holds another one goes first, else its rest would stay.
    .sort((a, b) => b.length - a.length);
  return known.length === 0 ? value : (withoutSecrets(value, known) as Value);
}

function withoutSecrets(value: unknown, secrets: readonly string[]): unknown {
  return mapTexts(value, (text) =>
    secrets.reduce((clean, secret) => clean.replaceAll(secret, '[hidden]'), text),
  );
}

/** A plain JSON value with every text in it changed. */
export function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((each) => mapTexts(each, change));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  return Object.fromEntries(entries.map(([key, each]) => [key, mapTexts(each, change)]));
}
