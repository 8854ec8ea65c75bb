import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';

/** 32 MB and a few hundred ms for each guess. They stand in the hash: it stays valid when these change. */
const COST = { N: 2 ** 15, r: 8, p: 3 };
const MAX_MEMORY = 128 * 1024 * 1024;
const KEY_BYTES = 32;
const SALT_BYTES = 16;

/** What is compared with when there is nobody of a name, so that this takes as long. */
const NOBODY = formatHash(COST, Buffer.alloc(SALT_BYTES), Buffer.alloc(KEY_BYTES));

/** A password as it is kept: `scrypt$N$r$p$salt$key`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  return formatHash(COST, salt, await derive(password, salt, COST));
}

/** Whether a password is the one of a hash; without a hash it is not, and that takes as long to say. */
export async function isPassword(password: string, hash: string | undefined): Promise<boolean> {
  const [, n, r, p, salt, key] = (hash ?? NOBODY).split('$');
  const expected = Buffer.from(key ?? '', 'base64url');
  const cost = { N: Number(n), r: Number(r), p: Number(p) };
  const actual = await derive(password, Buffer.from(salt ?? '', 'base64url'), cost);
  const same = expected.length === actual.length && timingSafeEqual(expected, actual);
  return same && hash !== undefined;
}

function formatHash({ N, r, p }: typeof COST, salt: Buffer, key: Buffer): string {
  return ['scrypt', N, r, p, salt.toString('base64url'), key.toString('base64url')].join('$');
}

function derive(password: string, salt: Buffer, cost: ScryptOptions): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    // Keyboards write the same letter in more than one way.
    const text = password.normalize('NFKC');
    scrypt(text, salt, KEY_BYTES, { ...cost, maxmem: MAX_MEMORY }, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}
