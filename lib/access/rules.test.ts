import { expect, it } from 'vitest';
import { needOf } from './rules.ts';

it.each([
  ['GET', '/sign-in', 'anyone'],
  ['GET', '/setup', 'anyone'],
  ['GET', '/invite/token', 'anyone'],
  ['GET', '/s/token', 'anyone'],
  ['GET', '/favicon.svg', 'anyone'],
  ['GET', '/_next/static/chunks/a.js', 'anyone'],
  ['GET', '/_next/image', 'person'],
  ['POST', '/api/access/sign-in', 'anyone'],
  ['GET', '/api/access/sign-in', 'owner'],
  ['POST', '/api/access/sign-out', 'person'],
  ['GET', '/api/access/people', 'owner'],
  ['DELETE', '/api/access/invites/x', 'owner'],
  ['GET', '/api/health', 'anyone'],
  ['HEAD', '/api/health', 'anyone'],
  ['POST', '/api/health', 'person'],
  ['GET', '/api/share/token', 'anyone'],
  ['DELETE', '/api/share/token', 'person'],
  ['GET', '/', 'person'],
  ['GET', '/c/abc', 'person'],
  ['GET', '/settings', 'owner'],
  ['GET', '/settings/', 'owner'],
  ['GET', '/api/connections', 'owner'],
  ['POST', '/api/connections/x/doctor', 'owner'],
  ['GET', '/api/models', 'person'],
  ['PATCH', '/api/models', 'owner'],
  ['POST', '/api/chat', 'person'],
  ['GET', '/api/chats', 'person'],
  ['GET', '/api/what-comes-next', 'person'],
])('%s %s is for: %s', (method, path, need) => {
  expect(needOf(method, path)).toEqual({ need });
});

it.each([
  ['GET', '/api/chat/abc', 'chat'],
  ['HEAD', '/api/chat/abc', 'chat'],
  ['PATCH', '/api/chat/abc', 'manage'],
  ['DELETE', '/api/chat/abc/', 'manage'],
  ['GET', '/api/chat/abc/share', 'chat'],
  ['POST', '/api/chat/abc/share', 'manage'],
  ['GET', '/api/chat/abc/feed', 'new-chat'],
  ['POST', '/api/chat/abc/feed', 'chat'],
  ['GET', '/api/chat/abc/stream/', 'chat'],
  ['POST', '/api/chat/abc/queue/send', 'chat'],
  ['POST', '/api/chat/abc/what-comes-next', 'chat'],
  ['GET', '/api/runs/abc', 'run'],
  ['POST', '/api/runs/abc/stop', 'run'],
  ['GET', '/api/runs/abc/outputs/ref', 'run'],
])('%s %s asks for the %s', (method, path, need) => {
  expect(needOf(method, path)).toEqual({ need, id: 'abc' });
});
