import { createHash } from 'node:crypto';

const LONGEST = 64;

/** A name that every provider takes: letters, digits, `_` and `-`, at most 64. */
export function safeName(name: string): string {
  const safe = name.replace(/[^a-zA-Z0-9_-]+/g, '_') || 'tool';
  return safe.length > LONGEST ? `${safe.slice(0, LONGEST - 9)}_${hash(name)}` : safe;
}

/** A safe name for each tool, no two alike: safe name → the tool's own. */
export function safeNames(names: readonly string[]): Map<string, string> {
  const taken = new Map<string, string>();
  for (const name of names) {
    const safe = safeName(name);
    taken.set(
      taken.has(safe) ? safeName(`${safe.slice(0, LONGEST - 9)}_${hash(name)}`) : safe,
      name,
    );
  }
  return taken;
}

/** An id of nine letters and digits; the same one for the same id. */
export function shortId(id: string): string {
  return /^[a-zA-Z0-9]{9}$/.test(id)
    ? id
    : createHash('sha256').update(id).digest('hex').slice(0, 9);
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8);
}
