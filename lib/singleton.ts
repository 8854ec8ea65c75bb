/**
 * One value per process under a name. Next loads a module once per bundle (routes, pages,
 * instrumentation), so module state alone would exist several times.
 */
export function singleton<T>(name: string, make: () => T): T {
  const key = Symbol.for(`loupe.${name}`);
  const holder = globalThis as unknown as Record<symbol, T | undefined>;
  holder[key] ??= make();
  return holder[key] as T;
}
