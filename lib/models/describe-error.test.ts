import { APICallError, RetryError } from 'ai';
import { expect, it } from 'vitest';
import { describeError } from './describe-error.ts';

const api = (statusCode: number, responseBody: string, cause?: unknown) =>
  new APICallError({
    message: 'Bad Request',
    url: 'http://127.0.0.1/v1/chat/completions',
    requestBodyValues: {},
    statusCode,
    responseBody,
    cause,
  });

it.each([
  [401, '{"error":{"message":"Incorrect API key"}}', 'provider-auth', 'Incorrect API key'],
  [404, '{"error":{"message":"The model does not exist"}}', 'provider-model', 'does not exist'],
  [402, '{"error":"Insufficient Balance"}', 'provider-credit', 'Insufficient Balance'],
  [429, '{"error":{"message":"Slow down"}}', 'provider-rate', 'Slow down'],
  [429, '{"error":{"message":"Pay","code":"insufficient_quota"}}', 'provider-credit', 'Pay'],
  [500, '{"detail":1}', 'provider-server', '500'],
  [400, 'plain words\nsecond line', 'provider-error', 'plain words'],
  [404, '<html>nginx</html>', 'provider-not-api', 'web page'],
])('puts a %i with %j into plain words', (status, body, code, words) => {
  const notice = describeError(api(status, body), []);
  expect(notice).toMatchObject({ level: 'error', code });
  expect(notice.message).toContain(words);
  expect(notice.message).not.toContain('second line');
});

it('finds the network error inside of retries and wrappers', () => {
  const refused = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
  const wrapped = new TypeError('fetch failed', { cause: refused });
  const call = new APICallError({
    message: 'Cannot connect',
    url: 'u',
    requestBodyValues: {},
    cause: wrapped,
  });
  const error = new RetryError({ message: 'm', reason: 'maxRetriesExceeded', errors: [call] });
  expect(describeError(error, [])).toMatchObject({
    code: 'provider-unreachable',
    message: 'The model server could not be reached (ECONNREFUSED).',
  });
});

it('takes an error frame of a stream as it is', () => {
  expect(describeError({ message: 'overloaded' }, []).message).toBe('overloaded');
  expect(describeError('odd', []).message).toBe('odd');
});

it('never repeats a key', () => {
  const body = '{"error":{"message":"Incorrect API key provided: sk-secret-12345."}}';
  const notice = describeError(api(401, body), ['sk-secret-12345']);
  expect(JSON.stringify(notice)).not.toContain('sk-secret');
  expect(notice.message).toContain('[key]');
});
