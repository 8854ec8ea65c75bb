import { AppError } from '#lib/errors';
import type { ShareContents, SharedChat, ShareLink } from '#lib/events/api';
import { newId } from '#lib/ids';
import { findChat } from '#lib/store/chats';
import { snapshot } from '#lib/store/db';
import { selectBranch } from '#lib/store/messages';
import { deleteShare, findShare, findShareOf, putShare, type ShareRecord } from '#lib/store/shares';
import { withoutSecrets } from './secrets.ts';
import { shareable } from './shareable.ts';

/**
 * Makes the share link of a chat, or brings it up to date; its address stays the same. It shows a copy
 * that is made now: what is said later, and what is not to be seen, is never in reach of a stranger.
 * @throws AppError `unknown_chat`, `nothing_to_share`
 */
export async function shareChat(chatId: string, contents: ShareContents): Promise<ShareLink> {
  const { title, messages } = await readMessages(chatId);
  const copy = await withoutSecrets({ title, messages: shareable(messages, contents) });
  if (copy.messages.length === 0) {
    throw new AppError('nothing_to_share', 'There is no finished answer in this chat yet.');
  }
  const share = await putShare({
    token: newId(),
    chatId,
    contents,
    ...copy,
    now: Date.now(),
  });
  return toLink(share, messages);
}

/**
 * The share link of a chat; undefined when it has none.
 * @throws AppError `unknown_chat`
 */
export async function findShareLink(chatId: string): Promise<ShareLink | undefined> {
  const { messages } = await readMessages(chatId);
  const share = await findShareOf(chatId);
  return share && toLink(share, messages);
}

/** Takes the link of a chat back: from now on it leads nowhere, and a new one has another address. */
export const endShare = deleteShare;

/** @throws AppError `unknown_share` */
export async function readShared(token: string): Promise<SharedChat> {
  const share = await findShare(token);
  if (!share) {
    throw new AppError('unknown_share', 'This link does not exist, or it was taken back.');
  }
  return { title: share.title, messages: share.messages, sharedAt: share.updatedAt };
}

function readMessages(chatId: string) {
  return snapshot(async () => {
    const chat = await findChat(chatId);
    if (!chat) throw new AppError('unknown_chat', `There is no chat "${chatId}".`);
    return { title: chat.title, messages: await selectBranch(chat.leafId) };
  });
}

function toLink(share: ShareRecord, messages: Awaited<ReturnType<typeof selectBranch>>): ShareLink {
  const { token, contents, createdAt, updatedAt } = share;
  const newest = messages.findLast((message) => message.role === 'assistant')?.id;
  return {
    token,
    contents,
    messages: share.messages.length,
    behind: newest !== share.messages.at(-1)?.id,
    createdAt,
    updatedAt,
  };
}
