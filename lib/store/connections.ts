import { db } from './db.ts';
import type { ConnectionTable } from './schema.ts';

export interface ConnectionRecord {
  id: string;
  label: string;
  baseUrl: string;
  /** Sealed JSON of the key and the headers. */
  secrets: string | null;
  defaultModel: string | null;
}

export async function selectConnections(): Promise<ConnectionRecord[]> {
  const rows = await db().selectFrom('connection').selectAll().orderBy('created').execute();
  return rows.map(toRecord);
}

/** Adds a connection, or changes the one with this id. */
export async function putConnection(record: ConnectionRecord, now: number): Promise<void> {
  const values = {
    label: record.label,
    base_url: record.baseUrl,
    secrets: record.secrets,
    default_model: record.defaultModel,
    updated: now,
  };
  await db()
    .insertInto('connection')
    .values({ id: record.id, created: now, ...values })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
    .execute();
}

export async function deleteConnection(id: string): Promise<void> {
  await db().deleteFrom('connection').where('id', '=', id).execute();
  await db().deleteFrom('model_setting').where('connection_id', '=', id).execute();
}

function toRecord(row: ConnectionTable): ConnectionRecord {
  return {
    id: row.id,
    label: row.label,
    baseUrl: row.base_url,
    secrets: row.secrets,
    defaultModel: row.default_model,
  };
}
