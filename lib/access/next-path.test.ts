import { expect, it } from 'vitest';
import { nextPath, signInPath } from './next-path.ts';

it.each([
  ['/', '/'],
  ['/c/abc', '/c/abc'],
  ['/c/abc?x=1#y', '/c/abc?x=1#y'],
  ['/settings', '/settings'],
  [undefined, '/'],
  ['', '/'],
  ['c/abc', '/'],
  ['//evil.example', '/'],
  ['///evil.example', '/'],
  ['/\\evil.example', '/'],
  ['/\t/evil.example', '/'],
  ['/\n/evil.example', '/'],
  ['/c\\..\\..\\evil', '/'],
  ['/.//evil.example', '/'],
  ['/x/..//evil.example', '/'],
  ['https://evil.example/', '/'],
  ['javascript:alert(1)', '/'],
  ['/api/access/sign-out', '/'],
  ['/sign-in?next=/sign-in', '/'],
  ['/setup', '/'],
])('of %j goes to %s', (asked, path) => {
  expect(nextPath(asked)).toBe(path);
});

it('comes back from the sign-in page to where it was', () => {
  expect(signInPath({ pathname: '/', search: '' })).toBe('/sign-in');
  expect(signInPath({ pathname: '/c/a', search: '?b=1' })).toBe('/sign-in?next=%2Fc%2Fa%3Fb%3D1');
  expect(signInPath({ pathname: '//evil.example', search: '' })).toBe('/sign-in');
});
