import { AsyncLocalStorage } from 'node:async_hooks';
import path from 'node:path';
import { Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import { env } from '#lib/env';
import { singleton } from '#lib/singleton';
import { postgresDialect } from './postgres.ts';
import type { Schema } from './schema.ts';
import { sqliteDialect } from './sqlite.ts';

const scope = singleton('store.transaction', () => new AsyncLocalStorage<Transaction<Schema>>());

/** Several instances share the database: it is PostgreSQL, not a file of this process. */
export function isShared(): boolean {
  return env().databaseUrl !== undefined;
}

// Opened at first use, not at import: `next build` imports every route in a second process.
const root = () =>
  singleton('store.database', () => {
    const { databaseUrl, dataDir } = env();
    const file = path.join(/* turbopackIgnore: true */ dataDir, 'loupe.db');
    return new Kysely<Schema>({
      dialect: databaseUrl ? postgresDialect(databaseUrl) : sqliteDialect(file),
    });
  });

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

/** Whether the caller is in a transaction. */
export function inTransaction(): boolean {
  return scope.getStore() !== undefined;
}

/** Reads that all see the same state. */
export function snapshot<T>(work: () => Promise<T>): Promise<T> {
  return root()
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute((transaction) => scope.run(transaction, work));
}

/** The database's own time in ms since the epoch: several instances have several clocks. */
export function databaseNow(): RawBuilder<number> {
  return isShared()
    ? sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`
    : sql<number>`cast(unixepoch('subsec') * 1000 as integer)`;
}

/** Closes the connections, for a process that ends. */
export async function closeDatabase(): Promise<void> {
  await root().destroy();
}
