/**
 * Yields what several sources yield, as it comes. A source is asked for its next value only when its last
 * one was taken, so that a slow reader slows all of them. All are ended with the reader.
 */
export async function* merge<T>(sources: readonly AsyncGenerator<T>[]): AsyncGenerator<T> {
  const ready: { source: AsyncGenerator<T>; result: IteratorResult<T> }[] = [];
  let failure: { error: unknown } | undefined;
  let wake = () => {};
  // Not a race of promises: a quiet source's promise would hold every value that it lost against.
  const ask = (source: AsyncGenerator<T>) => {
    source.next().then(
      (result) => {
        ready.push({ source, result });
        wake();
      },
      (error: unknown) => {
        failure = { error };
        wake();
      },
    );
  };
  let open = sources.length;
  for (const source of sources) ask(source);
  try {
    while (open > 0) {
      if (failure) throw failure.error;
      const next = ready.shift();
      if (!next) {
        await new Promise<void>((resolve) => {
          wake = resolve;
          if (ready.length > 0 || failure) resolve();
        });
      } else if (next.result.done) open--;
      else {
        yield next.result.value;
        ask(next.source);
      }
    }
  } finally {
    // Not awaited: a source that waits for something ends when its signal aborts.
    for (const source of sources) source.return(undefined).catch(() => {});
  }
}
