import { z } from 'zod';

export const MIN_PASSWORD = 10;

const oneLine = /^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]*$/u;

const name = z
  .string()
  .transform((text) => text.normalize('NFKC').trim().replace(/\s+/g, ' '))
  .pipe(z.string().min(1).max(60).regex(oneLine, 'a name is one line of plain text'));

/** Of somebody who signs in. */
export const credentials = z.object({
  name: z.string().max(200),
  password: z.string().max(200),
});

/** Of somebody who gets an account. */
export const newCredentials = z.object({
  name,
  password: z
    .string()
    .min(MIN_PASSWORD, `a password has at least ${MIN_PASSWORD} characters`)
    .max(200),
});

/** A name as it is compared. */
export function nameKey(text: string): string {
  return text.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase();
}
