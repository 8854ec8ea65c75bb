import type { ShareContents } from '#lib/events/api';
import type { LoupeMessage } from '#lib/events/types';
import { db } from './db.ts';
import type { ShareTable } from './schema.ts';

export interface ShareRecord {
  token: string;
  chatId: string;
  contents: ShareContents;
  title: string;
  /** The copy that the link shows. */
  messages: LoupeMessage[];
  createdAt: number;
  updatedAt: number;
}

/** Adds the share of a chat, or gives the one that it has another copy: that one keeps its token. */
export async function putShare(share: {
  token: string;
  chatId: string;
  contents: ShareContents;
  title: string;
  messages: LoupeMessage[];
  now: number;
}): Promise<ShareRecord> {
  const values = {
    contents: JSON.stringify(share.contents),
    title: share.title,
    messages: JSON.stringify(share.messages),
    updated: share.now,
  };
  const row = await db()
    .insertInto('share')
    .values({ token: share.token, chat_id: share.chatId, created: share.now, ...values })
    .onConflict((conflict) => conflict.column('chat_id').doUpdateSet(values))
    .returningAll()
    .executeTakeFirstOrThrow();
  return toRecord(row);
}

export async function findShare(token: string): Promise<ShareRecord | undefined> {
  const row = await db()
    .selectFrom('share')
    .selectAll()
    .where('token', '=', token)
    .executeTakeFirst();
  return row && toRecord(row);
}

export async function findShareOf(chatId: string): Promise<ShareRecord | undefined> {
  const row = await db()
    .selectFrom('share')
    .selectAll()
    .where('chat_id', '=', chatId)
    .executeTakeFirst();
  return row && toRecord(row);
}

export async function deleteShare(chatId: string): Promise<void> {
  await db().deleteFrom('share').where('chat_id', '=', chatId).execute();
}

function toRecord(row: ShareTable): ShareRecord {
  return {
    token: row.token,
    chatId: row.chat_id,
    contents: JSON.parse(row.contents),
    title: row.title,
    messages: JSON.parse(row.messages),
    createdAt: row.created,
    updatedAt: row.updated,
  };
}
