import { randomBytes } from 'node:crypto';

/** A new id: 16 URL-safe characters, 96 random bits. */
export function newId(): string {
  return randomBytes(12).toString('base64url');
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** A new id of a tool call: nine letters and digits, which the strictest provider (Mistral) takes too. */
export function newCallId(): string {
  return Array.from(randomBytes(9), (byte) => ALPHABET[byte % ALPHABET.length]).join('');
}
