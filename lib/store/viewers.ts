import { sql } from 'kysely';
import { databaseNow, db } from './db.ts';

/** An instance that has not said for this long how many look at a chat is taken to be gone, in ms. */
const FRESH_MS = 30_000;

/** Says how many pages of an instance look at a chat. */
export async function putViewers(instance: string, chatId: string, viewers: number): Promise<void> {
  if (viewers === 0) {
    await db()
      .deleteFrom('viewer')
      .where('instance', '=', instance)
      .where('chat_id', '=', chatId)
      .execute();
    return;
  }
  const values = { viewers, seen: databaseNow() };
  await db()
    .insertInto('viewer')
    .values({ instance, chat_id: chatId, ...values })
    .onConflict((conflict) => conflict.columns(['instance', 'chat_id']).doUpdateSet(values))
    .execute();
}

/** How many pages look at a chat, over all instances. */
export async function countViewers(chatId: string): Promise<number> {
  const row = await db()
    .selectFrom('viewer')
    .select((eb) => eb.fn.sum<number | string | null>('viewers').as('viewers'))
    .where('chat_id', '=', chatId)
    .where('seen', '>', sql<number>`${databaseNow()} - ${FRESH_MS}`)
    .executeTakeFirst();
  return Number(row?.viewers ?? 0);
}

/** Forgets what an instance said. */
export async function deleteViewers(instance: string): Promise<void> {
  await db().deleteFrom('viewer').where('instance', '=', instance).execute();
}
