import { APICallError, RetryError } from 'ai';
import { describe, expect, it } from 'vitest';
import { classify, toFailure } from './classify.ts';
import type { FailureKind } from './failure.ts';
import { retryAfter } from './retry-after.ts';

const said = (message: string, more: object = {}) => ({ error: { message, ...more } });

const KINDS: [FailureKind, number | undefined, unknown][] = [
  ['auth', 401, said('Incorrect API key')],
  ['auth', 403, said('Forbidden')],
  ['auth', 400, said('API key not valid. Please pass a valid API key.')],
  ['credit', 402, { error: 'Insufficient Balance' }],
  ['credit', 429, said('Pay', { code: 'insufficient_quota' })],
  ['credit', undefined, said('quota exceeded for this key')],
  ['credit', 403, said('Your account has an overdue balance')],
  ['rate', 429, said('Slow down')],
  ['rate', 429, said('You exceeded your current quota. Please retry in 21.5s.')],
  ['rate', undefined, said('Rate limit reached for requests per minute')],
  ['model', 404, said('The model `x` does not exist')],
  ['model', 400, said('Model Not Exist')],
  ['model', 404, said('404 page not found')],
  [
    'context',
    400,
    said("This model's maximum context length is 8192 tokens. However, you requested 9000"),
  ],
  ['context', 400, said('prompt is too long: 210000 tokens > 200000 maximum')],
  ['context', 400, said('the request exceeds the available context size')],
  [
    'context',
    400,
    said('The input token count (2000000) exceeds the maximum number of tokens allowed'),
  ],
  ['context', 400, said('Range of input length should be [1, 30720]')],
  ['context', 400, said('x', { code: 'context_length_exceeded' })],
  ['context', 500, said('the prompt exceeds the context window of the model')],
  ['too-large', 413, said('Payload Too Large')],
  ['too-large', 400, said('total message size 10176584 exceeds limit 2097152')],
  ['too-large', 429, said('Request too large for gpt-x: Limit 30000, Requested 35364')],
  ['filtered', 400, said('The response was filtered', { code: 'content_filter' })],
  [
    'filtered',
    400,
    said('Input data may contain inappropriate content', { code: 'data_inspection_failed' }),
  ],
  ['no-tools', 400, said('registry.ollama.ai/library/gemma:2b does not support tools')],
  ['no-tools', 404, said('No endpoints found that support tool use')],
  [
    'no-tools',
    400,
    said('"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set'),
  ],
  ['server', 500, said('boom')],
  ['server', 503, '<html><title>503</title></html>'],
  ['server', 529, said('Overloaded')],
  ['server', undefined, said('model is busy, try later')],
  ['server', undefined, 'out of memory on device 0'],
  ['refused', 400, said('Invalid max_tokens value, the valid range of max_tokens is [1, 8192]')],
  ['auth', 400, said('Invalid access token')],
  ['refused', 400, said('messages.12: unexpected tool_use_id found in tool_result blocks')],
  ['refused', 422, { detail: [{ loc: ['body'], msg: 'field required' }] }],
  ['not-api', 200, '<!doctype html><title>Sign in</title>'],
  ['not-api', 404, '<html>nginx</html>'],
  ['not-api', 301, ''],
];

describe('classify', () => {
  it.each(KINDS)('says %s for %s %j', (kind, status, body) => {
    expect(classify({ body, status }).kind).toBe(kind);
  });

  it.each([
    [{ error: { message: 'A' } }, 'A'],
    [{ error: 'A' }, 'A'],
    [{ message: 'A', object: 'error' }, 'A'],
    [{ success: false, error: { code: 'X', status: 500, message: 'A', docs: 'D' } }, 'A'],
    [{ detail: [{ msg: 'A' }, { msg: 'B' }] }, 'A; B'],
    [{ errors: [{ message: 'A' }] }, 'A'],
    [{ error: { message: '{"error":{"message":"A"}}' } }, 'A'],
    [{ error: { error: { error: 'A' } } }, 'A'],
    [{ base_resp: { status_code: 1, status_msg: 'A' } }, 'A'],
    ['<html><title>502 Bad Gateway</title>', '502 Bad Gateway'],
    ['A\n\u0007 B', 'A B'],
    [{ odd: 1 }, '{"odd":1}'],
    ['', 'HTTP 500'],
  ])('finds the sentence in %j', (body, words) => {
    expect(classify({ body, status: 500 }).words).toBe(words);
  });
});

describe('retryAfter', () => {
  const headers = (value: object) => new Headers(value as Record<string, string>);

  it('reads seconds, milliseconds, dates and what the body says', () => {
    expect(retryAfter(headers({ 'retry-after': '2' }))).toBe(2000);
    expect(retryAfter(headers({ 'retry-after': '0.5' }))).toBe(500);
    expect(retryAfter(headers({ 'retry-after-ms': '250', 'retry-after': '9' }))).toBe(250);
    const date = retryAfter(
      headers({ 'retry-after': new Date(Date.now() + 60_000).toUTCString() }),
    );
    expect(date).toBeGreaterThan(50_000);
    expect(date).toBeLessThanOrEqual(60_000);
    expect(retryAfter(headers({ 'retry-after': new Date(0).toUTCString() }))).toBe(0);
    expect(retryAfter(undefined, { error: { details: [{ retryDelay: '12s' }] } })).toBe(12_000);
    expect(retryAfter(undefined, said('Please try again in 430ms.'))).toBe(430);
    expect(retryAfter(headers({}), said('no word of it'))).toBeUndefined();
  });

  it.each([
    ['Please try again in 7m12s.', 432_000],
    ['Please try again in 1h2m. Visit x', 3_720_000],
    ['try again in 6m0.5s', 360_500],
    ['Retry after 2 minutes and 5 seconds.', 125_000],
    ['retry after 20 seconds', 20_000],
    ['try again in 1 day', 86_400_000],
    ['retry in 3', 3000],
    ['retry in 5 months', 5000],
  ])('reads %j whole', (words, ms) => {
    expect(retryAfter(undefined, said(words))).toBe(ms);
  });

  it('reads a duration in the header, and no empty number', () => {
    expect(retryAfter(headers({ 'retry-after': '7m12s' }))).toBe(432_000);
    expect(retryAfter(headers({ 'retry-after-ms': '', 'retry-after': '2' }))).toBe(2000);
  });
});

it('finds the network error inside of retries and wrappers', () => {
  const refused = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
  const call = new APICallError({
    message: 'Cannot connect',
    url: 'u',
    requestBodyValues: {},
    cause: new TypeError('fetch failed', { cause: refused }),
  });
  const error = new RetryError({ message: 'm', reason: 'maxRetriesExceeded', errors: [call] });
  expect(toFailure(error)).toMatchObject({
    kind: 'unreachable',
    words: 'The connection failed (ECONNREFUSED).',
  });
});
