import { reportBug } from '#lib/report-bug';
import { singleton } from '#lib/singleton';
import { wake } from '#lib/store/bus';
import { deleteViewers, putViewers } from '#lib/store/viewers';
import { instanceId } from './instance.ts';

/** How many pages of this process look at each chat. */
const looking = () => singleton('runs.presence', () => new Map<string, number>());

/** A page opens a chat; the function that is answered says that it has left. */
export async function look(chatId: string): Promise<() => Promise<void>> {
  await change(chatId, 1);
  return () => change(chatId, -1);
}

/** Says again who looks at what: what was said long ago counts as gone. */
export async function sayViewers(): Promise<void> {
  for (const [chatId, viewers] of looking()) await putViewers(instanceId(), chatId, viewers);
}

/** Says that nobody looks from here any more. */
export function leaveAll(): Promise<void> {
  looking().clear();
  return deleteViewers(instanceId());
}

async function change(chatId: string, by: 1 | -1): Promise<void> {
  const viewers = Math.max(0, (looking().get(chatId) ?? 0) + by);
  if (viewers > 0) looking().set(chatId, viewers);
  else looking().delete(chatId);
  await putViewers(instanceId(), chatId, viewers).catch((error: unknown) => {
    // It is said again with the next beat.
    reportBug('presence', error);
  });
  wake(`chat:${chatId}`);
}
