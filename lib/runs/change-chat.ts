import { env } from '#lib/env';
import { AppError } from '#lib/errors';
import type { ChatSettings } from '#lib/events/api';
import { wake } from '#lib/store/bus';
import { type ChatRecord, deleteChat, findChat, updateChat } from '#lib/store/chats';
import { deleteQueuedOf } from '#lib/store/queued-messages';
import { findActiveRun } from '#lib/store/runs';
import { removeWorkspace } from '#lib/workspace/open';
import { stopRun } from './control.ts';
import { forgetFiles } from './files.ts';
import { unknownChat } from './turn.ts';

/**
 * Renames a chat, changes its settings (those that are not named stay) or opens it to the team.
 * @param viewer the person who asks: only its owner opens and closes a chat
 * @throws AppError `unknown_chat`, `not_yours`
 */
export async function changeChat(
  id: string,
  change: { title?: string; settings?: ChatSettings; visibility?: ChatRecord['visibility'] },
  viewer?: string,
): Promise<void> {
  const chat = await findChat(id);
  if (!chat) throw unknownChat(id);
  if (change.visibility && (viewer === undefined || chat.ownerId !== viewer)) {
    throw new AppError('not_yours', 'Only its owner may open or close this chat.');
  }
  const settings = change.settings && { ...chat.settings, ...change.settings };
  await updateChat(id, {
    ...(change.title === undefined ? {} : { title: change.title }),
    ...(settings ? { settings } : {}),
    ...(change.visibility ? { visibility: change.visibility } : {}),
  });
  wake(`chat:${id}`);
  wake('chats');
}

/**
 * Deletes a chat with all that belongs to it: messages, runs, logs, files. A run that is on is stopped.
 * @throws AppError `unknown_chat`
 */
export async function eraseChat(id: string): Promise<void> {
  if (!(await findChat(id))) throw unknownChat(id);
  // What waits must not become the next turn when the run ends.
  await deleteQueuedOf(id);
  const active = await findActiveRun(id);
  if (active) await stopRun(active.id);
  await deleteChat(id);
  forgetFiles(id);
  await removeWorkspace(id, env().dataDir);
  wake(`chat:${id}`);
  wake('chats');
}
