import { sql } from 'kysely';
import { db, isShared, transact } from './db.ts';
import { migrations } from './migrations.ts';

/** Any number that no other program uses for its advisory locks. */
const LOCK = 4_702_894_871;

/** Brings the schema up to date; each migration runs once, in order, under a lock that all instances share. */
export async function migrate(): Promise<void> {
  await transact(async () => {
    // SQLite's transactions take the write lock at their start.
    if (isShared()) await sql`select pg_advisory_xact_lock(${LOCK})`.execute(db());
    await sql`create table if not exists migration (id text primary key, at bigint not null)`.execute(
      db(),
    );
    const done = await sql<{ id: string }>`select id from migration`.execute(db());
    const applied = new Set(done.rows.map((row) => row.id));
    const bytes = isShared() ? 'bytea' : 'blob';
    for (const migration of migrations) {
      if (applied.has(migration.id)) continue;
      for (const statement of migration.statements) {
        await sql.raw(statement.replaceAll('$bytes', bytes)).execute(db());
      }
      await sql`insert into migration (id, at) values (${migration.id}, ${Date.now()})`.execute(
        db(),
      );
    }
  });
}
