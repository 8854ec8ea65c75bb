import { describe, expect, it } from 'vitest';
import { ProviderFailure } from '#lib/models/failure';
import { costOf } from './cost.ts';
import { nextRetry, pause } from './retry.ts';

const failure = (kind: ProviderFailure['kind'], retryAfterMs?: number) =>
  new ProviderFailure(kind, { words: 'x', retryAfterMs });

describe('nextRetry', () => {
  it('waits longer each time, three times at most', () => {
    const waits = [0, 1, 2].map((done) => nextRetry(failure('server'), done)?.waitMs ?? 0);
    expect(waits[0]).toBeGreaterThan(800);
    expect(waits[1]).toBeGreaterThan(waits[0] ?? 0);
    expect(waits[2]).toBeLessThan(5000);
    expect(nextRetry(failure('server'), 3)).toBeUndefined();
  });

  it('tries an answer that broke off once less', () => {
    const torn = failure('torn');
    torn.inStream = true;
    expect(nextRetry(torn, 1)).toMatchObject({ n: 2, of: 2 });
    expect(nextRetry(torn, 2)).toBeUndefined();
  });

  it('keeps to what the provider asks for, within reason', () => {
    expect(nextRetry(failure('rate', 7000), 0)?.waitMs).toBe(7000);
    expect(nextRetry(failure('rate', 0), 0)?.waitMs).toBe(0);
    expect(nextRetry(failure('rate', 600_000), 0)).toBeUndefined();
  });

  it.each([
    'auth',
    'credit',
    'model',
    'context',
    'too-large',
    'filtered',
    'refused',
    'not-api',
  ] as const)('never retries %s', (kind) => {
    expect(nextRetry(failure(kind), 0)).toBeUndefined();
  });
});

it('ends a wait when the run is stopped', async () => {
  const controller = new AbortController();
  const waited = pause(60_000, controller.signal);
  controller.abort();
  await waited;
  await pause(60_000, controller.signal);
});

describe('costOf', () => {
  const price = { input: 1, output: 2, cached: 0.1 };
  it('counts cached tokens at their own price', () => {
    const usage = { inputTokens: 1_000_000, cachedTokens: 400_000, outputTokens: 500_000 };
    expect(costOf(usage, price)).toBeCloseTo(0.6 + 0.04 + 1, 9);
    expect(costOf(usage, { input: 1, output: 2 })).toBeCloseTo(2, 9);
  });
  it('is unknown when a count or the price is', () => {
    expect(costOf({ inputTokens: 1 }, price)).toBeUndefined();
    expect(costOf({ inputTokens: 1, outputTokens: 1 }, undefined)).toBeUndefined();
  });
});
