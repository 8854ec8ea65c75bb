import { createHash } from 'node:crypto';

const MAX_CHARS = 64;
const HASH_CHARS = 8;

/**
 * The name by which the model calls a server's tool. A name that had to be changed, or that another pair
 * could share, gets a short hash of the pair: equal names mean equal tools, whatever else is there.
 */
export function toolName(server: string, tool: string): string {
  const plain = `${server}__${tool}`;
  const safe = plain.replace(/[^A-Za-z0-9_-]/g, '_');
  // Only in a server's name can a second "__" make it unclear where the tool's begins.
  const clear = !/__|_$/.test(server);
  if (safe === plain && clear && plain.length <= MAX_CHARS) return plain;
  const hash = createHash('sha256').update(`${server}\n${tool}`).digest('hex');
  return `${safe.slice(0, MAX_CHARS - HASH_CHARS - 1)}_${hash.slice(0, HASH_CHARS)}`;
}
