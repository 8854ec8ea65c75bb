import { expect, it } from 'vitest';
import { hideKeys } from './secrets.ts';

// In pieces, so that no scanner takes this file for a leak.
const keys = [
  `sk-${'proj-abcDEF123456'}7890`,
  `sk_live_${'0123456789abcdefghij'}`,
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
  ['redis://:s3cretpw@cache:6379/0', 'redis://:[hidden]@cache:6379/0'],
  ['postgres://u:p@ss@db/x', 'postgres://u:[hidden]@db/x'],
  ['a key that is cut: -----BEGIN PRIVATE KEY-----\nMIIE', 'a key that is cut: [hidden]'],
])('hides what is secret in %j', (text, expected) => {
  expect(hideKeys(text)).toBe(expected);
});

it.each([
  'sk-learn and task-oriented-programming-languages',
  'https://example.test:8080/path?x=1 and me@example.test',
  'the bearer of this letter',
  'npm_config_user_agent, hf_hub_download_with_retry and eyJ is how a token begins',
  'the sk-fading-circle-wrapper of a page',
])('leaves %j as it is', (text) => {
  expect(hideKeys(text)).toBe(text);
});

it.each(['eyJ-', 'eyJ-eyJ-eyJ-.', 'sk-a', 'a:b@', 'x://:', '-----BEGIN PRIVATE KEY-----'])(
  'takes no longer than a text of many %j is long',
  (piece) => {
    const before = performance.now();
    hideKeys(piece.repeat(200_000));
    // With the square of it this would be minutes.
    expect(performance.now() - before).toBeLessThan(30_000);
  },
);
