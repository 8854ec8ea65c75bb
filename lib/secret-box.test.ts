import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { seal, unseal } from './secret-box.ts';

const key = randomBytes(32);

it('opens what it sealed, and seals the same text differently each time', () => {
  const sealed = seal('sk-密钥', key);
  expect(unseal(sealed, key)).toBe('sk-密钥');
  expect(sealed).not.toContain('sk-');
  expect(seal('sk-密钥', key)).not.toBe(sealed);
});

it('opens nothing that was changed, or sealed under another key', () => {
  const sealed = seal('secret', key);
  const bytes = Buffer.from(sealed.slice(3), 'base64');
  bytes[14] = (bytes[14] ?? 0) ^ 1;
  expect(unseal(`v1:${bytes.toString('base64')}`, key)).toBeUndefined();
  expect(unseal(sealed, randomBytes(32))).toBeUndefined();
  for (const junk of ['', 'v1', 'v1:', 'v2:AAAA', 'v1:AAAA'])
    expect(unseal(junk, key)).toBeUndefined();
});
