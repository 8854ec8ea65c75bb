import { AsyncLocalStorage } from 'node:async_hooks';
import path from 'node:path';
import { Kysely, type Transaction } from 'kysely';
import { env } from '#lib/env';
import { singleton } from '#lib/singleton';
import type { Schema } from './schema.ts';
import { sqliteDialect } from './sqlite.ts';

const scope = singleton('store.transaction', () => new AsyncLocalStorage<Transaction<Schema>>());

// Opened at first use, not at import: `next build` imports every route in a second process.
const root = () =>
  singleton(
    'store.database',
    () =>
      new Kysely<Schema>({
        dialect: sqliteDialect(path.join(/* turbopackIgnore: true */ env().dataDir, 'loupe.db')),
      }),
  );

/** The database, or the transaction that the caller is in: on one connection anything else would wait for ever. */
export function db(): Kysely<Schema> {
  return scope.getStore() ?? root();
}

/** Runs `work` in one transaction; its store calls take part by themselves. Await no network in it. */
export function transact<T>(work: () => Promise<T>): Promise<T> {
  if (scope.getStore()) return work();
  return root()
    .transaction()
    .execute((transaction) => scope.run(transaction, work));
}
