import type { ChatDetail, ChatPage } from '#lib/events/api';
import { findChat, selectChats } from '#lib/store/chats';
import { selectBranch } from '#lib/store/messages';
import { selectRuns, toSummary } from '#lib/store/runs';

/** A page of the chat list, newest first; `q` looks in titles and texts. */
export function listChats(query: { cursor?: string; q?: string }): Promise<ChatPage> {
  return selectChats(query);
}

/** A chat with the branch that the person looks at; undefined when there is none. */
export async function readChat(id: string): Promise<ChatDetail | undefined> {
  const chat = await findChat(id);
  if (!chat) return undefined;
  const [messages, runs] = await Promise.all([selectBranch(chat.leafId), selectRuns(id)]);
  const newest = runs.at(-1);
  const failed = newest?.reason === 'failed' || newest?.reason === 'interrupted';
  const state = newest && newest.status !== 'ended' ? 'running' : failed ? 'failed' : 'idle';
  const { leafId: _, ...rest } = chat;
  return { ...rest, state, messages, runs: runs.map(toSummary) };
}
