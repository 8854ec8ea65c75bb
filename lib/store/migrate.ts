import { sql } from 'kysely';
import { db, transact } from './db.ts';
import { migrations } from './migrations.ts';

/** Brings the schema up to date; each migration runs once, in order, under the write lock. */
export async function migrate(): Promise<void> {
  await transact(async () => {
    await sql`create table if not exists migration (id text primary key, at bigint not null)`.execute(
      db(),
    );
    const done = await sql<{ id: string }>`select id from migration`.execute(db());
    const applied = new Set(done.rows.map((row) => row.id));
    for (const migration of migrations) {
      if (applied.has(migration.id)) continue;
      for (const statement of migration.statements) await sql.raw(statement).execute(db());
      await sql`insert into migration (id, at) values (${migration.id}, ${Date.now()})`.execute(
        db(),
      );
    }
  });
}
