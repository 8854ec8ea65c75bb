import { expect, it } from 'vitest';
import { guardRequest } from './guard.ts';

const loopback = { host: '127.0.0.1', allowedHosts: ['agent.example'] };
const everywhere = { host: '0.0.0.0', allowedHosts: [] };

const check = (headers: Record<string, string>, config = loopback) => {
  try {
    guardRequest(new Headers(headers), config);
    return 'ok';
  } catch (error) {
    return (error as { code: string }).code;
  }
};

it.each([
  ['127.0.0.1:3000'],
  ['localhost:3000'],
  ['LOCALHOST'],
  ['[::1]:3000'],
  ['127.0.0.2'],
  ['agent.example'],
])('answers to %s', (host) => {
  expect(check({ host })).toBe('ok');
});

it.each([
  ['evil.example'],
  ['127.0.0.1.evil.example'],
  ['localhost.evil.example'],
  ['192.168.1.5:3000'],
  ['xn--localhost.test'],
  ['bad host'],
  [''],
])('does not answer to %j', (host) => {
  expect(check({ host })).toBe('forbidden_host');
});

it('takes any address, but no unknown name, when it listens on all interfaces', () => {
  expect(check({ host: '192.0.2.7:3000' }, everywhere)).toBe('ok');
  expect(check({ host: '[2001:db8::1]:3000' }, everywhere)).toBe('ok');
  expect(check({ host: 'rebound.example' }, everywhere)).toBe('forbidden_host');
});

it.each([
  ['http://127.0.0.1:3000', 'ok'],
  ['http://127.0.0.1:4000', 'forbidden_origin'],
  ['http://localhost:3000', 'forbidden_origin'],
  ['https://evil.example', 'forbidden_origin'],
  ['null', 'forbidden_origin'],
  ['', 'forbidden_origin'],
])('judges the origin %j as %s', (origin, verdict) => {
  expect(check({ host: '127.0.0.1:3000', origin })).toBe(verdict);
});
