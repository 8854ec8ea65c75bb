import { env } from '#lib/env';
import { findChat, maySee } from '#lib/store/chats';
import { findSessionOf } from './sessions.ts';

/**
 * Asks again, for as long as a stream is open, whether the session of its request lasts and may see the chat.
 * @returns undefined where nobody signs in
 */
export function stillAllowed(
  headers: Headers,
  chatId: string,
): (() => Promise<boolean>) | undefined {
  if (env().access === 'open') return undefined;
  const kept = new Headers(headers);
  return async () => {
    const session = await findSessionOf(kept);
    if (!session) return false;
    const chat = await findChat(chatId);
    return !chat || maySee(chat, session.person.id);
  };
}
