import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { findBrowser } from './browser.mjs';

const folder = mkdtempSync(path.join(tmpdir(), 'browser-'));
afterAll(() => rmSync(folder, { recursive: true }));
const file = (name: string) => {
  writeFileSync(path.join(folder, name), '');
  return path.join(folder, name);
};

test('the named browser comes first, then the bundled one, then one on the PATH', () => {
  const [named, bundled, installed] = [file('named'), file('bundled'), file('google-chrome')];
  const PATH = ['/nowhere', folder].join(path.delimiter);
  expect(findBrowser({ LOUPE_BROWSER: named, PATH }, bundled)).toBe(named);
  expect(findBrowser({ PATH }, bundled)).toBe(bundled);
  expect(findBrowser({ PATH }, '/nowhere/bundled')).toBe(installed);
  expect(findBrowser({ PATH: '/nowhere' }, '/nowhere/bundled')).toBeUndefined();
});

test('a named browser that is not there is an error that names it', () => {
  expect(() => findBrowser({ LOUPE_BROWSER: '/nowhere/chrome' })).toThrow('/nowhere/chrome');
});
