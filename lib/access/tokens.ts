import { createHash, randomBytes } from 'node:crypto';

/** A new secret of 32 random bytes, fit for an address or a cookie. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What is kept of a token: it has too many bits to be guessed, so a plain hash does. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
