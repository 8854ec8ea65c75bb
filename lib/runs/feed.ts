import type { ChatSummary, FeedMessage, FeedState } from '#lib/events/api';
import { Waker } from '#lib/store/bus';
import { findChat, maySee, selectChats } from '#lib/store/chats';
import { findMessage } from '#lib/store/messages';
import { selectQueued } from '#lib/store/queued-messages';
import { findActiveRun, findRun, toSummary } from '#lib/store/runs';
import { countViewers } from '#lib/store/viewers';
import { follow } from './follow.ts';
import { merge } from './merge.ts';
import { look } from './presence.ts';

/** The list is read at most this often for one page, in ms. */
const LIST_MS = 300;

/** What a page has seen: the run that it showed last, and the last event of it. */
export interface FeedPosition {
  runId?: string;
  after: number;
}

/**
 * All that a page of a chat has to know, over one connection: browsers allow six to a server, over all
 * tabs, and a tab that holds several would lock the others out. Ends when the signal aborts.
 * @param viewer the person who looks: they see their list, and the feed ends when the chat is not theirs to see
 */
export async function* feed(
  chatId: string,
  position: FeedPosition,
  signal: AbortSignal,
  viewer?: string,
): AsyncGenerator<FeedMessage> {
  const leave = await look(chatId);
  try {
    const messages = merge([
      chatStates(chatId, signal),
      runEvents(chatId, position, signal),
      lists(signal, viewer),
    ]);
    for await (const message of messages) {
      const tells = message.type === 'chat' || message.type === 'run';
      // A chat that was not there when the feed was opened may have become somebody else's.
      if (viewer && tells && (await isHidden(chatId, viewer))) return;
      yield message;
    }
  } finally {
    await leave();
  }
}

async function isHidden(chatId: string, viewer: string): Promise<boolean> {
  const chat = await findChat(chatId);
  return chat !== undefined && !maySee(chat, viewer);
}

async function* chatStates(chatId: string, signal: AbortSignal): AsyncGenerator<FeedMessage> {
  const waker = new Waker([`chat:${chatId}`], signal);
  let before = '';
  try {
    while (!signal.aborted) {
      const state = await readState(chatId);
      const text = JSON.stringify(state);
      if (text !== before) yield { type: 'chat', state };
      before = text;
      await waker.changed();
    }
  } finally {
    waker.close();
  }
}

async function readState(chatId: string): Promise<FeedState> {
  const [chat, run, queue, viewers] = await Promise.all([
    findChat(chatId),
    findActiveRun(chatId),
    selectQueued(chatId),
    countViewers(chatId),
  ]);
  return {
    run: run && toSummary(run),
    leafId: chat?.leafId ?? null,
    version: chat?.updatedAt ?? 0,
    queue,
    viewers,
  };
}

/** The rest of the run that the page showed last, then every run of the chat as it begins. */
async function* runEvents(
  chatId: string,
  { runId, after }: FeedPosition,
  signal: AbortSignal,
): AsyncGenerator<FeedMessage> {
  const waker = new Waker([`chat:${chatId}`], signal);
  let shown = runId;
  try {
    if (runId && (await findRun(runId))?.chatId === chatId) yield* events(runId, after, signal);
    while (!signal.aborted) {
      const run = await findActiveRun(chatId);
      if (!run || run.id === shown) {
        await waker.changed();
        continue;
      }
      shown = run.id;
      const parent = await findMessage(run.parentId);
      const before = parent?.parentId ?? null;
      yield { type: 'run', run: toSummary(run), parent: parent?.message, before };
      yield* events(run.id, 0, signal);
    }
  } finally {
    waker.close();
  }
}

async function* events(
  runId: string,
  after: number,
  signal: AbortSignal,
): AsyncGenerator<FeedMessage> {
  for await (const { seq, chunks } of follow(runId, after, signal)) {
    yield { type: 'event', runId, seq, chunks };
  }
}

/** Chats of the first page of the list, when their state, title or place changes. */
async function* lists(
  signal: AbortSignal,
  viewer: string | undefined,
): AsyncGenerator<FeedMessage> {
  const waker = new Waker(['chats'], signal);
  let before: Map<string, ChatSummary> | undefined;
  try {
    while (!signal.aborted) {
      const { chats } = await selectChats({ viewer });
      const now = new Map(chats.map((chat) => [chat.id, chat]));
      if (before) {
        const known = before;
        const changed = chats.filter((chat) => !same(chat, known.get(chat.id)));
        const oldest = chats.at(-1)?.updatedAt ?? 0;
        const deleted = [...known.values()]
          .filter((chat) => !now.has(chat.id) && (chats.length < 50 || chat.updatedAt > oldest))
          .map((chat) => chat.id);
        if (changed.length + deleted.length > 0) yield { type: 'list', chats: changed, deleted };
      } else yield { type: 'list-open' };
      before = now;
      await waker.changed();
      await pause(LIST_MS, signal);
    }
  } finally {
    waker.close();
  }
}

function same(a: ChatSummary, b: ChatSummary | undefined): boolean {
  return (
    a.state === b?.state &&
    a.title === b.title &&
    a.updatedAt === b.updatedAt &&
    a.team === b.team &&
    a.owner?.id === b.owner?.id
  );
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done, { once: true });
  });
}
