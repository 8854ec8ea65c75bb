import { expect, it } from 'vitest';
import { describeError } from './describe-error.ts';
import { ProviderFailure } from './failure.ts';

it('says what the provider said, its status, how often it was asked, and what to do', () => {
  const failure = new ProviderFailure('rate', { words: 'Slow down.', status: 429 });
  expect(describeError(failure, [], 4)).toEqual({
    level: 'error',
    code: 'provider-rate',
    message: 'The provider answered 429: Slow down. Asked 4 times.',
    hint: 'Wait a moment, then continue.',
  });
});

it('takes an error frame of a stream as it is', () => {
  expect(describeError({ message: 'overloaded' }, []).message).toBe('overloaded');
  expect(describeError('odd', []).message).toBe('odd');
});

it('never repeats a key', () => {
  const words = 'Incorrect API key provided: sk-secret-12345.';
  const notice = describeError(new ProviderFailure('auth', { words, status: 401 }), [
    'sk-secret-12345',
  ]);
  expect(JSON.stringify(notice)).not.toContain('sk-secret');
  expect(notice.message).toContain('[hidden]');
});
