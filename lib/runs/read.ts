import type { ChatDetail, ChatPage } from '#lib/events/api';
import { type ChatQuery, findChat, maySee, selectChats } from '#lib/store/chats';
import { snapshot } from '#lib/store/db';
import { selectBranch } from '#lib/store/messages';
import { selectQueued } from '#lib/store/queued-messages';
import { type RunRecord, selectRuns, toSummary } from '#lib/store/runs';

/** A page of the chat list that `viewer` sees, newest first; `q` looks in titles and texts. */
export function listChats(query: ChatQuery): Promise<ChatPage> {
  return selectChats(query);
}

/** A chat with the branch that the person looks at; undefined when there is none that `viewer` may see. */
export async function readChat(id: string, viewer?: string): Promise<ChatDetail | undefined> {
  // Of one moment: a run that ends between two reads would be in none of them.
  return snapshot(async () => {
    const chat = await findChat(id);
    if (!chat || !maySee(chat, viewer)) return undefined;
    const messages = await selectBranch(chat.leafId);
    const runs = await selectRuns(id);
    const queue = await selectQueued(id);
    const { leafId: _, ownerId: __, visibility: ___, ...rest } = chat;
    return { ...rest, state: stateOf(runs.at(-1)), messages, runs: runs.map(toSummary), queue };
  });
}

function stateOf(newest: RunRecord | undefined): ChatDetail['state'] {
  if (!newest) return 'idle';
  if (newest.status === 'waiting') return 'waiting';
  if (newest.status !== 'ended') return 'running';
  return newest.reason === 'failed' || newest.reason === 'interrupted' ? 'failed' : 'idle';
}
