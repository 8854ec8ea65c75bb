import type { NoticeData } from '#lib/events/types';
import { redact } from '#lib/redact';
import { toFailure } from './classify.ts';
import type { FailureKind, ProviderFailure } from './failure.ts';

const HINTS: Record<FailureKind, string> = {
  auth: 'Check the key of this connection.',
  credit: 'Top up the account or raise its limit, then continue.',
  model: 'Check the name of the model and the address of the connection.',
  rate: 'Wait a moment, then continue.',
  server: 'The provider has a fault. Continue later, or choose another model.',
  'not-api': 'Check the address of the connection: it usually ends in /v1.',
  unreachable: 'Check the address of the connection and that the server is running.',
  context: 'Start a new chat, or choose a model with a larger context.',
  'too-large': 'Start a new chat, or send less at once.',
  filtered: 'Word the message differently, or choose another model.',
  'no-tools': 'Choose a model that can call tools.',
  refused:
    'Change the message or choose another model; sending the same again would be refused again.',
  torn: 'What had come is kept. Continue goes on from here.',
  timeout: 'What had come is kept. Continue goes on from here.',
  empty: 'Continue tries again; if it stays empty, choose another model.',
};

/**
 * What a person reads of a failed model call: what the provider said, and what to do next.
 * @param asked how often the model was asked in vain
 */
export function describeError(error: unknown, secrets: readonly string[], asked = 1): NoticeData {
  const failure = toFailure(error);
  const times = asked > 1 ? ` Asked ${asked} times.` : '';
  return {
    level: 'error',
    code: `provider-${failure.kind}`,
    message: `${redact(failureWords(failure), secrets)}${times}`,
    hint: HINTS[failure.kind],
  };
}

/** The provider's words with the status that came with them. */
export function failureWords({ status, words }: ProviderFailure): string {
  return status === undefined ? words : `The provider answered ${status}: ${words}`;
}
