import { expect, it } from 'vitest';
import { hideKeys } from './secrets.ts';

// In pieces, so that no scanner takes this file for a leak.
const keys = [
  `sk-${'proj-abcDEF123456'}7890`,
  `ghp_${'0123456789abcdefghij'}`,
  `AKIA${'IOSFODNN7EXAMPLE'}`,
  `AIza${'SyA0123456789abcdefghijklmnopqrstu'}`,
  `xoxb-${'123456789012-abcdef'}`,
  `eyJ${'hbGciOiJIUzI1NiJ9'}.eyJ${'zdWIiOiIxMjM0NTYifQ'}.${'abcdefghijklmnop'}`,
  `-----BEGIN RSA PRIVATE${' KEY-----'}\nMIIE\nabc\n-----END RSA PRIVATE${' KEY-----'}`,
];

it.each(keys)('hides %s', (key) => {
  expect(hideKeys(`before ${key} after`)).toBe('before [hidden] after');
});

it.each([
  [
    'curl -H "Authorization: Bearer abcdefghijklmnop1234="',
    'curl -H "Authorization: Bearer [hidden]"',
  ],
  ['postgres://loupe:s3cret!@db/loupe', 'postgres://loupe:[hidden]@db/loupe'],
  ['a key that is cut: -----BEGIN PRIVATE KEY-----\nMIIE', 'a key that is cut: [hidden]'],
])('hides what is secret in %j', (text, expected) => {
  expect(hideKeys(text)).toBe(expected);
});

it.each([
  'sk-learn and task-oriented-programming-languages',
  'https://example.test:8080/path?x=1 and me@example.test',
  'the bearer of this letter',
  'npm_config and eyJ is how a token begins',
])('leaves %j as it is', (text) => {
  expect(hideKeys(text)).toBe(text);
});
