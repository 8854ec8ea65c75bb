import { expect, it } from 'vitest';
import { hashPassword, isPassword } from './passwords.ts';

it('knows a password again, in whichever way its letters are written', async () => {
  const hash = await hashPassword('caf\u00e9 at the corner');
  expect(hash).not.toContain('corner');
  expect(await isPassword('cafe\u0301 at the corner', hash)).toBe(true);
  expect(await isPassword('Caf\u00e9 at the corner', hash)).toBe(false);
  expect(await isPassword('', hash)).toBe(false);
});

it('salts: the same password twice has two hashes', async () => {
  expect(await hashPassword('the same password')).not.toBe(await hashPassword('the same password'));
});

it('takes as long for somebody who is not there, and says no', async () => {
  const hash = await hashPassword('a long password');
  const time = async (stored: string | undefined) => {
    const start = performance.now();
    expect(await isPassword('another password', stored)).toBe(false);
    return performance.now() - start;
  };
  const [known, unknown] = [await time(hash), await time(undefined)];
  // The work is the same; only a shared machine makes the two differ.
  expect(unknown).toBeGreaterThan(known / 5);
});
