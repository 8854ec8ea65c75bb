import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { feedStream } from './event-stream.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('begins nothing before somebody reads, and leaves nothing behind', async () => {
  const opened = vi.fn();
  const { body } = feedStream(
    async function* (signal) {
      opened();
      yield { type: 'list-open' };
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
    },
    async () => true,
  );
  await vi.advanceTimersByTimeAsync(60_000);
  expect(opened).not.toHaveBeenCalled();
  expect(vi.getTimerCount()).toBe(0);
  const reader = body?.getReader();
  const text = async () => new TextDecoder().decode((await reader?.read())?.value);
  expect(await text()).toMatch(/^:/);
  expect(await text()).toContain('list-open');
  expect(vi.getTimerCount()).toBe(2);
  await reader?.cancel();
  expect(vi.getTimerCount()).toBe(0);
});

it('ends for a viewer who may not look any more', async () => {
  let yes = true;
  const { body } = feedStream(
    async function* (signal) {
      yield { type: 'list-open' };
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
    },
    async () => yes,
  );
  const reading = new Response(body).text();
  await vi.advanceTimersByTimeAsync(5000);
  yes = false;
  await vi.advanceTimersByTimeAsync(2000);
  expect(await reading).toContain('list-open');
  expect(vi.getTimerCount()).toBe(0);
});
