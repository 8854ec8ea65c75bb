import type { MessageView } from '#lib/events/reduce';
import type { DraftData, NoticeData } from '#lib/events/types';
import { failureWords } from '#lib/models/describe-error';
import type { ProviderFailure } from '#lib/models/failure';
import { redact } from '#lib/redact';

/** Further tries of a request that was not accepted; of an answer that broke off, one fewer. */
const MAX_RETRIES = 3;
const MAX_TORN_RETRIES = 2;
const FIRST_WAIT_MS = 1000;
/** A provider that asks for more patience is not waited for. */
const LONGEST_WAIT_MS = 120_000;

export interface Retry {
  /** Counts from 1. */
  n: number;
  of: number;
  waitMs: number;
}

/**
 * Whether and when a failed model call is tried again. What the provider asks for wins; else the wait
 * doubles, with some chance in it so that many runs do not come back at once.
 * @param done retries that were made
 */
export function nextRetry(failure: ProviderFailure, done: number): Retry | undefined {
  const of = failure.inStream ? MAX_TORN_RETRIES : MAX_RETRIES;
  if (!failure.retryable || done >= of) return undefined;
  const wait = failure.retryAfterMs ?? FIRST_WAIT_MS * 2 ** done * (0.85 + Math.random() * 0.3);
  return wait > LONGEST_WAIT_MS ? undefined : { n: done + 1, of, waitMs: Math.round(wait) };
}

export function retryNotice(
  failure: ProviderFailure,
  { n, of, waitMs }: Retry,
  secrets: readonly string[],
): NoticeData {
  return {
    level: 'info',
    code: 'retrying',
    message: redact(failureWords(failure), secrets),
    retry: { n, of, at: Date.now() + waitMs },
  };
}

/** What a torn try had said, and why it was torn; undefined when it had not said anything. */
export function draftOf(view: MessageView, why: string): DraftData | undefined {
  const parts = view.steps.at(-1)?.parts ?? [];
  const said = (type: 'text' | 'reasoning') =>
    parts.map((part) => (part.type === type ? part.text : '')).join('');
  const reasoning = said('reasoning');
  if (!said('text') && !reasoning) return undefined;
  return { text: said('text'), ...(reasoning ? { reasoning } : {}), why };
}

/** Waits, or until the run is stopped. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done, { once: true });
    if (signal.aborted) done();
  });
}
