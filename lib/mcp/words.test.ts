import { expect, it } from 'vitest';
import { plainText } from './plain-text.ts';
import { toolName } from './tool-name.ts';

it('keeps clear names as they are', () => {
  expect(toolName('git-hub', 'create_issue')).toBe('git-hub__create_issue');
  expect(toolName('a', 'b__c')).toBe('a__b__c');
});

it('makes any name safe, short and unlike every other', () => {
  const pairs = [
    ['a', 'b__c'],
    ['a__b', 'c'],
    ['a_', 'b'],
    ['a', '_b'],
    ['s', 'read file'],
    ['s', 'read.file'],
    ['s', 'read_file'],
    ['s', 'длинно'],
    ['s'.repeat(32), `${'x'.repeat(80)}1`],
    ['s'.repeat(32), `${'x'.repeat(80)}2`],
  ] as const;
  const names = pairs.map(([server, tool]) => toolName(server, tool));
  for (const name of names) expect(name).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
  expect(new Set(names).size).toBe(pairs.length);
  expect(toolName('s', 'read file')).toBe(names[4]);
});

it('takes what is hidden out of a text', () => {
  const tag = String.fromCodePoint(0xe0041, 0xe0042);
  const hidden = `a\u200bb\u202ec\u0007d${tag}e\ufe0ff\u3164g\ud800h`;
  expect(plainText(hidden, 100)).toBe('abcdefgh');
  expect(plainText('  one\n\n\ttwo\u2028three ', 100)).toBe('one two three');
});

it('cuts a text between characters', () => {
  expect(plainText('abcdef', 6)).toBe('abcdef');
  expect(plainText('😀😀😀😀', 3)).toBe('😀😀…');
});
