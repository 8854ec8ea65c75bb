import type { QueuedMessage } from '#lib/events/api';
import { db } from './db.ts';
import type { QueuedMessageTable } from './schema.ts';

/** The messages that wait in a chat, in their order. */
export async function selectQueued(chatId: string): Promise<QueuedMessage[]> {
  const rows = await db()
    .selectFrom('queued_message')
    .selectAll()
    .where('chat_id', '=', chatId)
    .orderBy('position')
    .orderBy('created')
    .execute();
  return rows.map(toMessage);
}

export async function insertQueued(
  message: { id: string; chatId: string; mode: QueuedMessage['mode']; text: string },
  now: number,
): Promise<void> {
  const last = await db()
    .selectFrom('queued_message')
    .select((eb) => eb.fn.max('position').as('position'))
    .where('chat_id', '=', message.chatId)
    .executeTakeFirst();
  await db()
    .insertInto('queued_message')
    .values({
      id: message.id,
      chat_id: message.chatId,
      mode: message.mode,
      text: message.text,
      position: (last?.position ?? 0) + 1,
      created: now,
    })
    .execute();
}

/** Changes a waiting message; false when it no longer waits. */
export async function updateQueued(
  chatId: string,
  id: string,
  change: { text?: string; mode?: QueuedMessage['mode']; position?: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db()
    .updateTable('queued_message')
    .set(change)
    .where('chat_id', '=', chatId)
    .where('id', '=', id)
    .executeTakeFirst();
  return Number(numUpdatedRows) === 1;
}

/** Takes messages out of the queue; answers how many of them were still in it. */
export async function deleteQueued(chatId: string, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0;
  const { numDeletedRows } = await db()
    .deleteFrom('queued_message')
    .where('chat_id', '=', chatId)
    .where('id', 'in', ids)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Empties a chat's queue. */
export async function deleteQueuedOf(chatId: string): Promise<void> {
  await db().deleteFrom('queued_message').where('chat_id', '=', chatId).execute();
}

function toMessage(row: QueuedMessageTable): QueuedMessage {
  return { id: row.id, mode: row.mode, text: row.text, createdAt: row.created };
}
