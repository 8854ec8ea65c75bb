import { newId } from '#lib/ids';
import { db, transact } from './db.ts';

/** The newest snapshot of a chat's files; undefined before the first one. */
export async function findNewestSnapshot(
  chatId: string,
): Promise<{ id: string; seq: number; manifest: string } | undefined> {
  return db()
    .selectFrom('snapshot')
    .select(['id', 'seq', 'manifest'])
    .where('chat_id', '=', chatId)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export async function findSnapshot(id: string): Promise<string | undefined> {
  const row = await db()
    .selectFrom('snapshot')
    .select('manifest')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.manifest;
}

/** Adds a snapshot as the newest one of its chat; answers its id. */
export async function insertSnapshot(
  chatId: string,
  manifest: string,
  now: number,
): Promise<string> {
  const id = newId();
  await transact(async () => {
    const newest = await findNewestSnapshot(chatId);
    await db()
      .insertInto('snapshot')
      .values({ id, chat_id: chatId, seq: (newest?.seq ?? 0) + 1, manifest, created: now })
      .execute();
  });
  return id;
}

/** Keeps a content, unless it is kept already. */
export async function insertBlob(chatId: string, hash: string, data: Uint8Array): Promise<void> {
  await db()
    .insertInto('blob')
    .values({ chat_id: chatId, hash, data })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function readBlob(chatId: string, hash: string): Promise<Uint8Array | undefined> {
  const row = await db()
    .selectFrom('blob')
    .select('data')
    .where('chat_id', '=', chatId)
    .where('hash', '=', hash)
    .executeTakeFirst();
  return row?.data;
}
