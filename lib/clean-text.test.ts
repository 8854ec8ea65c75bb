import { expect, it } from 'vitest';
import { cleanText } from './clean-text.ts';

it.each([
  ['plain 天地 👨‍👩‍👧', 'plain 天地 👨‍👩‍👧'],
  ['a\ud83db\udc00c', 'abc'],
  ['a\0b', 'ab'],
])('makes %j fit for every store', (text, expected) => {
  expect(cleanText(text)).toBe(expected);
});
