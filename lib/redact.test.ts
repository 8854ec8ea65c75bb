import { expect, it } from 'vitest';
import { redact, secretsOfHeaders } from './redact.ts';

it('hides the values of headers at any depth, with and without their scheme', () => {
  const secrets = secretsOfHeaders({
    authorization: 'Bearer abcdef123',
    'x-key': 'zyxwvuts',
    mode: 'on',
  });
  const value = { a: ['on Bearer abcdef123', { b: 'abcdef123 zyxwvuts' }], n: 1, none: null };
  expect(redact(value, secrets)).toEqual({
    a: ['on [hidden]', { b: '[hidden] [hidden]' }],
    n: 1,
    none: null,
  });
});

it('hides the longer one of two secrets whole', () => {
  expect(redact('key abcdefgh-more', ['abcdefgh', 'abcdefgh-more'])).toBe('key [hidden]');
});
