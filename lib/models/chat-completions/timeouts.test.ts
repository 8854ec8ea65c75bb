import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ProviderFailure } from '../failure.ts';
import { CallTimer } from './timeouts.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const limits = { firstByteMs: 1000, stallMs: 2000, stepMs: 10_000 };

it.each([
  ['nothing comes', [], 1000, { retryable: true, inStream: false }],
  ['nothing more comes', [500], 2500, { retryable: true, inStream: true }],
  ['it never ends', [900, 2800, 4700, 6600, 8500], 10_000, { retryable: false, inStream: true }],
])('ends a call when %s', (_, reads, endsAt, failure) => {
  const timer = new CallTimer(limits, undefined);
  for (const at of reads) setTimeout(() => timer.alive(), at);
  vi.advanceTimersByTime(endsAt - 1);
  expect(timer.signal.aborted).toBe(false);
  vi.advanceTimersByTime(1);
  expect(timer.signal.reason as ProviderFailure).toMatchObject({ kind: 'timeout', ...failure });
  timer.clear();
});
