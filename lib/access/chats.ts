import { AppError } from '#lib/errors';
import type { Person } from '#lib/events/api';
import { chatId } from '#lib/http/chat-request';
import { type ChatRecord, findChat, maySee } from '#lib/store/chats';
import { findRun } from '#lib/store/runs';

/**
 * Lets a person at a chat that they may see; one of somebody else is like one that is not there.
 * @param or.absent the chat need not be there yet
 * @throws AppError `invalid_request`, `unknown_chat`
 */
export async function admitToChat(
  person: Person,
  id: string,
  or: { absent?: boolean } = {},
): Promise<ChatRecord | undefined> {
  checkId(id);
  const chat = await findChat(id);
  if (chat ? maySee(chat, person.id) : or.absent) return chat;
  throw new AppError('unknown_chat', `There is no chat "${id}".`, 'It may have been deleted.');
}

/**
 * Lets a person change a chat itself: its owner, and the owner of the server if it is open to the team.
 * @throws AppError `invalid_request`, `unknown_chat`, `not_yours`
 */
export async function admitToManage(person: Person, id: string): Promise<void> {
  const chat = await admitToChat(person, id);
  if (chat?.ownerId === person.id || person.role === 'owner') return;
  throw new AppError(
    'not_yours',
    'Only its owner may rename, delete or share this chat.',
    'Ask them, or begin a chat of your own.',
  );
}

/** @throws AppError `invalid_request`, `unknown_run` */
export async function admitToRun(person: Person, id: string): Promise<void> {
  checkId(id);
  const run = await findRun(id);
  const chat = run && (await findChat(run.chatId));
  if (chat && maySee(chat, person.id)) return;
  throw new AppError('unknown_run', `There is no run "${id}".`);
}

function checkId(id: string): void {
  if (chatId.safeParse(id).success) return;
  throw new AppError('invalid_request', 'This is no id.', 'An id has 1 to 64 of A-Z a-z 0-9 _ -');
}
