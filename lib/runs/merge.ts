/**
 * Yields what several sources yield, as it comes. A source is asked for its next value only when its last
 * one was taken, so that a slow reader slows all of them. All are ended with the reader.
 */
export async function* merge<T>(sources: readonly AsyncGenerator<T>[]): AsyncGenerator<T> {
  const next = (source: AsyncGenerator<T>) => source.next().then((result) => ({ source, result }));
  const pending = new Map(sources.map((source) => [source, next(source)]));
  try {
    while (pending.size > 0) {
      const { source, result } = await Promise.race(pending.values());
      if (result.done) {
        pending.delete(source);
        continue;
      }
      pending.set(source, next(source));
      yield result.value;
    }
  } finally {
    // Not awaited: a source that waits for something ends when its signal aborts.
    for (const source of pending.keys()) source.return(undefined).catch(() => {});
    for (const waiting of pending.values()) waiting.catch(() => {});
  }
}
