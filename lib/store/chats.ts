import { sql } from 'kysely';
import type { ChatPage, ChatSettings, ChatSummary } from '#lib/events/api';
import { db, isShared } from './db.ts';
import type { ChatTable } from './schema.ts';

export interface ChatRecord {
  id: string;
  title: string;
  settings: ChatSettings;
  leafId: string | null;
  createdAt: number;
  updatedAt: number;
  ownerId: string | null;
  visibility: 'private' | 'team';
}

const PAGE = 50;

function toRecord(row: ChatTable): ChatRecord {
  return {
    id: row.id,
    title: row.title,
    settings: JSON.parse(row.settings),
    leafId: row.leaf_id,
    createdAt: row.created,
    updatedAt: row.updated,
    ownerId: row.owner_id,
    visibility: row.visibility,
  };
}

/** @param chat.ownerId the person whose chat it is; absent where nobody signs in */
export async function insertChat(chat: {
  id: string;
  title: string;
  now: number;
  ownerId?: string;
}): Promise<void> {
  await db()
    .insertInto('chat')
    .values({
      id: chat.id,
      title: chat.title,
      settings: '{}',
      leaf_id: null,
      created: chat.now,
      updated: chat.now,
      owner_id: chat.ownerId ?? null,
      visibility: 'private',
    })
    .execute();
}

/**
 * Lets one transaction at a time change what a chat does next; to be called at its start. Else a message
 * could be put into the queue of a run that has just looked there for the last time.
 */
export async function lockChat(id: string): Promise<void> {
  // SQLite's transactions are one at a time anyway.
  if (isShared()) await sql`select pg_advisory_xact_lock(hashtextextended(${id}, 0))`.execute(db());
}

export async function findChat(id: string): Promise<ChatRecord | undefined> {
  const row = await db().selectFrom('chat').selectAll().where('id', '=', id).executeTakeFirst();
  return row && toRecord(row);
}

export interface ChatChange {
  title?: string;
  settings?: ChatSettings;
  leafId?: string;
  visibility?: ChatRecord['visibility'];
  /** Set when the conversation itself went on: it moves the chat up in the list. */
  updatedAt?: number;
}

export async function updateChat(id: string, change: ChatChange): Promise<void> {
  const set = {
    ...(change.title === undefined ? {} : { title: change.title }),
    ...(change.settings === undefined ? {} : { settings: JSON.stringify(change.settings) }),
    ...(change.leafId === undefined ? {} : { leaf_id: change.leafId }),
    ...(change.visibility === undefined ? {} : { visibility: change.visibility }),
    ...(change.updatedAt === undefined ? {} : { updated: change.updatedAt }),
  };
  if (Object.keys(set).length === 0) return;
  await db().updateTable('chat').set(set).where('id', '=', id).execute();
}

/** Deletes the chat with its messages, runs, logs and outputs. */
export async function deleteChat(id: string): Promise<void> {
  await db().deleteFrom('chat').where('id', '=', id).execute();
}

/** Whether a person may see a chat; without accounts there is no person, and everybody may. */
export function maySee(chat: ChatRecord, viewer: string | undefined): boolean {
  return viewer === undefined || chat.ownerId === viewer || chat.visibility === 'team';
}

/** Gives a person's chats to another one. */
export async function moveChats(from: string, to: string): Promise<void> {
  await db().updateTable('chat').set({ owner_id: to }).where('owner_id', '=', from).execute();
}

/** Gives the chats that belong to nobody to a person. */
export async function adoptChats(ownerId: string): Promise<void> {
  await db()
    .updateTable('chat')
    .set({ owner_id: ownerId })
    .where((eb) =>
      eb.or([
        eb('owner_id', 'is', null),
        eb('owner_id', 'not in', eb.selectFrom('person').select('person.id')),
      ]),
    )
    .execute();
}

export interface ChatQuery {
  cursor?: string;
  q?: string;
  /** The person who asks: only what `maySee` allows is answered. */
  viewer?: string;
}

/** Newest first, a page at a time; `q` looks in titles and message texts. */
export async function selectChats(query: ChatQuery): Promise<ChatPage> {
  let select = db()
    .selectFrom('chat')
    .leftJoin('person', 'person.id', 'chat.owner_id')
    .select(['chat.id', 'title', 'chat.created', 'updated', 'owner_id', 'visibility'])
    .select('person.name as owner_name')
    .select((eb) =>
      eb
        .selectFrom('run')
        .select(sql<string>`status || ':' || coalesce(stop_reason, '')`.as('state'))
        .whereRef('run.chat_id', '=', 'chat.id')
        .orderBy('run.created', 'desc')
        .limit(1)
        .as('state'),
    )
    .orderBy('updated', 'desc')
    .orderBy('chat.id', 'desc')
    .limit(PAGE + 1);
  const { viewer } = query;
  if (viewer !== undefined) {
    select = select.where((eb) =>
      eb.or([eb('owner_id', '=', viewer), eb('visibility', '=', 'team')]),
    );
  }
  const cursor = query.cursor ? parseCursor(query.cursor) : undefined;
  if (cursor) {
    select = select.where((eb) =>
      eb.or([
        eb('updated', '<', cursor.updated),
        eb.and([eb('updated', '=', cursor.updated), eb('chat.id', '<', cursor.id)]),
      ]),
    );
  }
  if (query.q) {
    const pattern = `%${query.q.replace(/[\\%_]/g, '\\$&').toLowerCase()}%`;
    select = select.where((eb) =>
      eb.or([
        sql<boolean>`lower(chat.title) like ${pattern} escape '\\'`,
        eb.exists(
          eb
            .selectFrom('message')
            .select('message.id')
            .whereRef('message.chat_id', '=', 'chat.id')
            .where(sql<boolean>`lower(message.parts) like ${pattern} escape '\\'`),
        ),
      ]),
    );
  }
  const rows = await select.execute();
  const page = rows.slice(0, PAGE);
  const last = page.at(-1);
  return {
    chats: page.map((row) => ({
      id: row.id,
      title: row.title,
      createdAt: row.created,
      updatedAt: row.updated,
      state: listState(row.state),
      ...(row.owner_id ? { owner: { id: row.owner_id, name: row.owner_name ?? '' } } : {}),
      ...(row.visibility === 'team' ? { team: true as const } : {}),
    })),
    ...(rows.length > PAGE && last ? { nextCursor: `${last.updated}.${last.id}` } : {}),
  };
}

function parseCursor(cursor: string): { updated: number; id: string } | undefined {
  const match = /^(\d+)\.(.+)$/.exec(cursor);
  return match?.[1] && match[2] ? { updated: Number(match[1]), id: match[2] } : undefined;
}

function listState(newest: string | null): ChatSummary['state'] {
  if (!newest) return 'idle';
  if (newest.startsWith('waiting:')) return 'waiting';
  if (!newest.startsWith('ended:')) return 'running';
  return newest === 'ended:failed' || newest === 'ended:interrupted' ? 'failed' : 'idle';
}
