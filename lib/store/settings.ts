import { sql } from 'kysely';
import { db } from './db.ts';

/** A setting of the whole server; undefined when it was never set. */
export async function readSetting(name: string): Promise<string | undefined> {
  const row = await db()
    .selectFrom('setting')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirst();
  return row?.value;
}

export async function writeSetting(name: string, value: string): Promise<void> {
  await db()
    .insertInto('setting')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}

/** What is kept of a connection's model: JSON by connection and model. */
export async function selectModelSettings(
  connectionId: string,
): Promise<{ model: string; data: string }[]> {
  return db()
    .selectFrom('model_setting')
    .select(['model', 'data'])
    .where('connection_id', '=', connectionId)
    .orderBy('model')
    .execute();
}

export async function putModelSetting(
  row: { connectionId: string; model: string; data: string },
  now: number,
): Promise<void> {
  const values = { data: row.data, updated: now };
  await db()
    .insertInto('model_setting')
    .values({ connection_id: row.connectionId, model: row.model, ...values })
    .onConflict((conflict) => conflict.columns(['connection_id', 'model']).doUpdateSet(values))
    .execute();
}

/** Takes a setting away; false when there was none, which also the second of two at once is told. */
export async function deleteSetting(name: string): Promise<boolean> {
  const { numDeletedRows } = await db()
    .deleteFrom('setting')
    .where('name', '=', name)
    .executeTakeFirst();
  return numDeletedRows > 0;
}

/** Takes away all settings whose name begins so. */
export async function deleteSettings(prefix: string): Promise<void> {
  const pattern = `${prefix.replace(/[\\%_]/g, '\\$&')}%`;
  await db().deleteFrom('setting').where(sql<boolean>`name like ${pattern} escape '\\'`).execute();
}
