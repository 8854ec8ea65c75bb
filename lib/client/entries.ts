import type { ChatDetail, RunSummary } from '#lib/events/api';
import { emptyView, fromMessage, type MessageView } from '#lib/events/reduce';
import type { LoupeMessage } from '#lib/events/types';

/** One turn as the page shows it: what a person said, or the fold of a run. */
export type Entry =
  | { id: string; role: 'user'; message: LoupeMessage }
  | { id: string; role: 'assistant'; view: MessageView };

const SENDING = 'sending-';

/** The entries of a stored chat; a run that is on stands at the end, still empty. */
export function entriesOf(detail: ChatDetail, running: RunSummary | undefined): Entry[] {
  const entries = detail.messages.map(toEntry);
  if (running) entries.push(emptyEntry(running.messageId));
  return entries;
}

/** A message that the person sends, before the server has it. */
export function sendingEntry(text: string, now: number): Entry {
  const message: LoupeMessage = {
    id: `${SENDING}${now}`,
    role: 'user',
    parts: [{ type: 'text', text }],
    metadata: { createdAt: now },
  };
  return { id: message.id, role: 'user', message };
}

/** Whether the page does not know yet how the server names an entry. */
export function isSending(entry: Entry): boolean {
  return entry.id.startsWith(SENDING);
}

/** The entries with the stored message in the place of the one that was being sent. */
export function withParent(
  entries: readonly Entry[],
  parent: LoupeMessage | undefined,
): readonly Entry[] {
  return parent ? entries.map((entry) => (isSending(entry) ? toEntry(parent) : entry)) : entries;
}

/**
 * The entries when a run begins that answers `parent`: what stood after the parent is another branch.
 * Undefined when the page lacks what stands before it, and cannot place the run.
 * @param before the message before the parent
 */
export function withRun(
  entries: readonly Entry[],
  run: RunSummary,
  parent: LoupeMessage | undefined,
  before: string | null,
): readonly Entry[] | undefined {
  if (!parent) return undefined;
  const taken = entries.filter((entry) => !isSending(entry));
  const at = taken.findIndex((entry) => entry.id === parent.id);
  if (at < 0 && (taken.at(-1)?.id ?? null) !== before) return undefined;
  const kept = at < 0 ? taken : taken.slice(0, at);
  return [...kept, toEntry(parent), emptyEntry(run.messageId)];
}

/** An answer of which nothing has come yet. */
export function emptyEntry(id: string): Entry {
  return { id, role: 'assistant', view: emptyView(id) };
}

/** A stored message as the page shows it. */
export function toEntry(message: LoupeMessage): Entry {
  return message.role === 'user'
    ? { id: message.id, role: 'user', message }
    : { id: message.id, role: 'assistant', view: fromMessage(message) };
}
