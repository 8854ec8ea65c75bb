import { vi } from 'vitest';

/** Waits until something holds; long, since a shared machine can be several times slower than its best. */
export function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: 30_000, interval: 30 });
}
