import { sql } from 'kysely';
import type { LoupeMessage } from '#lib/events/types';
import { db } from './db.ts';
import type { MessageTable } from './schema.ts';

export interface NewMessage {
  chatId: string;
  parentId: string | null;
  message: LoupeMessage;
  now: number;
}

function toMessage(row: MessageTable): LoupeMessage {
  return {
    id: row.id,
    role: row.role,
    parts: JSON.parse(row.parts),
    metadata: JSON.parse(row.metadata),
  };
}

export async function insertMessage({ chatId, parentId, message, now }: NewMessage): Promise<void> {
  await db()
    .insertInto('message')
    .values({
      id: message.id,
      chat_id: chatId,
      parent_id: parentId,
      role: message.role === 'user' ? 'user' : 'assistant',
      parts: JSON.stringify(message.parts),
      metadata: JSON.stringify(message.metadata ?? { createdAt: now }),
      created: now,
    })
    .execute();
}

/** Writes a stored message's parts anew. */
export async function updateMessage(message: LoupeMessage): Promise<void> {
  await db()
    .updateTable('message')
    .set({ parts: JSON.stringify(message.parts) })
    .where('id', '=', message.id)
    .execute();
}

export async function findMessage(
  id: string,
): Promise<{ chatId: string; parentId: string | null; message: LoupeMessage } | undefined> {
  const row = await db().selectFrom('message').selectAll().where('id', '=', id).executeTakeFirst();
  return row && { chatId: row.chat_id, parentId: row.parent_id, message: toMessage(row) };
}

/** The branch that ends in `leafId`, oldest first. */
export async function selectBranch(leafId: string | null): Promise<LoupeMessage[]> {
  if (!leafId) return [];
  const { rows } = await sql<MessageTable & { depth: number }>`
    with recursive branch as (
      select message.*, 0 as depth from message where id = ${leafId}
      union all
      select message.*, branch.depth + 1 as depth
      from message join branch on message.id = branch.parent_id
    )
    select * from branch order by depth desc`.execute(db());
  return rows.map(toMessage);
}
