import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { env } from './env.ts';
import { singleton } from './singleton.ts';

const VERSION = 'v1';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Seals a text with AES-256-GCM under the server's secret. */
export function seal(text: string, key: Buffer = serverKey()): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  const sealed = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final()]);
  return `${VERSION}:${Buffer.concat([sealed, cipher.getAuthTag()]).toString('base64')}`;
}

/** Opens a sealed text; undefined when it was sealed under another secret or was changed. */
export function unseal(sealed: string, key: Buffer = serverKey()): string | undefined {
  const [version, data] = sealed.split(':');
  if (version !== VERSION || !data) return undefined;
  const bytes = Buffer.from(data, 'base64');
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES));
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
    const body = bytes.subarray(IV_BYTES, -TAG_BYTES);
    return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}

/** The key from `LOUPE_SECRET`, else from a file that is made at first use and that only its owner can read. */
function serverKey(): Buffer {
  return singleton('secret-key', () => {
    const secret = env().secret ?? secretFile();
    return Buffer.from(hkdfSync('sha256', secret, '', 'loupe secrets', 32));
  });
}

function secretFile(): string {
  const folder = env().dataDir;
  const file = path.join(/* turbopackIgnore: true */ folder, 'secret.key');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  try {
    // `wx` fails when the file is there, so that two processes agree on the first one's.
    writeFileSync(file, randomBytes(32).toString('base64'), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFileSync(file, 'utf8').trim();
}
