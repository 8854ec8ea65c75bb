import type {
  ApiError,
  ChatDetail,
  ChatSettings,
  FeedMessage,
  FeedState,
  QueuedMessage,
  RunSummary,
  StartedRun,
} from '#lib/events/api';
import { reduce } from '#lib/events/reduce';
import type { LoupeChunk, RunStatus } from '#lib/events/types';
import { ApiFailure, getChat, postContinue, postMessage, postQueued, postStop } from './api.ts';
import {
  type Entry,
  emptyEntry,
  entriesOf,
  isSending,
  sendingEntry,
  withParent,
  withRun,
} from './entries.ts';
import { Feed, type FeedPosition } from './feed.ts';

export type { Entry } from './entries.ts';

export interface ChatState {
  id: string;
  entries: readonly Entry[];
  /** `sending`: asked for, not yet taken; `stopping`: asked to stop, still ending. */
  phase: 'idle' | 'sending' | 'running' | 'stopping';
  runId: string | undefined;
  /** Of the run that is on: it may wait for a person. */
  status: RunStatus | undefined;
  reconnecting: boolean;
  settings: ChatSettings;
  queue: readonly QueuedMessage[];
  /** How many pages look at this chat. */
  viewers: number;
  /** Why the last thing that the person did was refused. */
  failure: ApiError['error'] | undefined;
}

type ListMessage = Extract<FeedMessage, { type: 'list' | 'list-open' }>;

const HIDDEN_FRAME_MS = 250;

/**
 * The state of one chat in the page. Each chat has its own store: what streams into one can never
 * show in another. Chunks are folded as they come; the page hears of them once per frame.
 */
export class ChatStore {
  #state: ChatState;
  readonly #listeners = new Set<() => void>();
  readonly #listListeners = new Set<(message: ListMessage) => void>();
  #frame = false;
  #feed: Feed | undefined;
  /** How many views hold the store: with none it closes its connection. */
  #viewers = 0;
  /** The last event of the run that was folded. */
  #seq = 0;
  /** What the entries are up to: a higher one of the server's is news. */
  #version = 0;
  /** What the server said last of the chat. */
  #latest: FeedState | undefined;
  /** A run came to its end on this page since it was compared last. */
  #ended = true;

  constructor(id: string, detail?: ChatDetail) {
    this.#state = {
      id,
      entries: [],
      phase: 'idle',
      runId: undefined,
      status: undefined,
      reconnecting: false,
      settings: {},
      queue: [],
      viewers: 1,
      failure: undefined,
    };
    if (detail) this.#load(detail);
  }

  readonly getState = (): ChatState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Hears what the feed says of the list of chats. */
  readonly onList = (listener: (message: ListMessage) => void): (() => void) => {
    this.#listListeners.add(listener);
    return () => this.#listListeners.delete(listener);
  };

  /** A view opens the chat: it is followed until the last view closes. */
  open(): () => void {
    this.#viewers++;
    this.#feed ??= new Feed(this.#state.id, {
      position: () => this.#position(),
      message: (message) => this.#receive(message),
      reconnecting: (on) => {
        if (on !== this.#state.reconnecting) this.#set({ reconnecting: on });
      },
    });
    return () => {
      this.#viewers--;
      if (this.#viewers > 0) return;
      this.#feed?.close();
      this.#feed = undefined;
    };
  }

  /** Takes what the server rendered, unless this store knows more: a page takes longer to come than an event. */
  refresh(detail: ChatDetail): void {
    if (this.#state.phase === 'idle' && detail.updatedAt > this.#version) this.#load(detail);
  }

  /** Makes the connection to the server anew, now. */
  reconnect(): void {
    this.#feed?.reconnect();
  }

  /**
   * Sends a message; while a run is on it waits for it.
   * @param mode whether it waits for the run's next step or for its end
   * @returns whether it was taken; if not, `failure` says why and the caller keeps the text
   */
  async send(
    text: string,
    options: ChatSettings,
    mode: QueuedMessage['mode'] = 'queue',
  ): Promise<boolean> {
    if (this.#state.phase !== 'idle') return this.#sendLater(text, mode);
    const entry = sendingEntry(text, Date.now());
    this.#set({
      entries: [...this.#state.entries, entry],
      phase: 'sending',
      settings: { ...this.#state.settings, ...options },
      failure: undefined,
    });
    try {
      this.#started(await postMessage({ id: this.#state.id, message: text, ...options }));
      return true;
    } catch (error) {
      this.#takeBack(entry);
      // Somebody else was faster.
      if (error instanceof ApiFailure && error.code === 'run_active') {
        this.reconnect();
        return this.#sendLater(text, mode);
      }
      this.#set({ failure: failureOf(error) });
      return false;
    }
  }

  /** Goes on with the newest run, with a new budget of steps. */
  async continueRun(runId: string): Promise<void> {
    this.#set({ phase: 'sending', failure: undefined });
    const done = await this.attempt(async () => this.#started(await postContinue(runId)));
    if (!done && this.#state.phase === 'sending') this.#set({ phase: 'idle' });
  }

  async stop(): Promise<void> {
    const { runId, phase } = this.#state;
    if (!runId || phase === 'idle') return;
    this.#set({ phase: 'stopping' });
    const done = await this.attempt(() => postStop(runId));
    // Its end may have come meanwhile.
    const still = this.#state.phase === 'stopping' && this.#state.runId === runId;
    if (!done && still) this.#set({ phase: 'running' });
  }

  /** Asks the server for something whose effect the feed tells; a refusal is shown. */
  async attempt(ask: () => Promise<unknown>): Promise<boolean> {
    this.#set({ failure: undefined });
    try {
      await ask();
      return true;
    } catch (error) {
      this.#set({ failure: failureOf(error) });
      return false;
    }
  }

  /** While the page does not know how its own message is named, it has to be told the run anew. */
  #position(): FeedPosition {
    const { entries, runId } = this.#state;
    return entries.some(isSending) ? { runId: undefined, after: 0 } : { runId, after: this.#seq };
  }

  #sendLater(text: string, mode: QueuedMessage['mode']): Promise<boolean> {
    return this.attempt(() => postQueued(this.#state.id, { message: text, mode }));
  }

  #takeBack(sent: Entry): void {
    const entries = this.#state.entries.filter((entry) => entry !== sent);
    this.#set({ entries, ...(this.#state.phase === 'sending' ? { phase: 'idle' } : {}) });
  }

  #receive(message: FeedMessage): void {
    switch (message.type) {
      case 'chat':
        this.#takeState(message.state);
        break;
      case 'run':
        this.#begin(message);
        break;
      case 'event':
        this.#fold(message.runId, message.seq, message.chunks);
        break;
      case 'list':
      case 'list-open':
        for (const listener of this.#listListeners) listener(message);
        break;
    }
  }

  #takeState(state: FeedState): void {
    const { run, queue, viewers } = state;
    const own = run?.id === this.#state.runId;
    this.#latest = state;
    this.#set({ queue, viewers, ...(own ? { status: run?.status } : {}) });
    this.#settle();
  }

  /** Compares what the page shows with what the server said last, which may have been before the end of the run. */
  #settle(): void {
    const { run, leafId, version } = this.#latest ?? { run: undefined, leafId: null, version: 0 };
    if (run || this.#state.phase !== 'idle' || version <= this.#version) return;
    // The end of the run that was followed is no news; anything else is.
    if (this.#ended && leafId === this.#state.entries.at(-1)?.id) this.#version = version;
    else void this.#reload();
    this.#ended = false;
  }

  #begin({ run, parent, before }: Extract<FeedMessage, { type: 'run' }>): void {
    const { entries, runId } = this.#state;
    if (run.id === runId) {
      this.#set({ entries: withParent(entries, parent), status: run.status });
      return;
    }
    const next = withRun(entries, run, parent, before);
    if (next) this.#show(run, next);
    else void this.#reload();
  }

  /** The server has taken what the person sent; the feed may have told it first. */
  #started({ runId, messageId }: StartedRun): void {
    if (this.#state.entries.some((entry) => entry.id === messageId)) return;
    this.#show({ id: runId }, [...this.#state.entries, emptyEntry(messageId)]);
  }

  #show(
    { id, status }: Pick<RunSummary, 'id'> & { status?: RunStatus },
    entries: readonly Entry[],
  ) {
    this.#seq = 0;
    this.#set({ entries, phase: 'running', runId: id, status });
  }

  #fold(runId: string, seq: number, chunks: LoupeChunk[]): void {
    const last = this.#state.entries.at(-1);
    if (runId !== this.#state.runId || seq <= this.#seq || last?.role !== 'assistant') return;
    if (seq !== this.#seq + 1) {
      this.reconnect();
      return;
    }
    this.#seq = seq;
    const view = chunks.reduce(reduce, last.view);
    const entry: Entry = { id: view.id, role: 'assistant', view };
    const entries = [...this.#state.entries.slice(0, -1), entry];
    this.#state = { ...this.#state, entries };
    if (view.finished) {
      this.#ended = true;
      this.#set({ phase: 'idle', status: undefined });
      this.#settle();
    } else this.#publishSoon();
  }

  /** Takes the server's word for what the chat holds. */
  async #reload(): Promise<void> {
    const detail = await getChat(this.#state.id).catch(() => undefined);
    if (!detail) return;
    this.#load(detail);
    this.reconnect();
  }

  #load(detail: ChatDetail): void {
    const running = detail.runs.find((run) => run.status !== 'ended');
    this.#seq = 0;
    this.#version = detail.updatedAt;
    this.#ended = false;
    this.#set({
      entries: entriesOf(detail, running),
      phase: running ? 'running' : 'idle',
      runId: running?.id,
      status: running?.status,
      settings: detail.settings,
      queue: detail.queue,
    });
  }

  #set(change: Partial<ChatState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }

  #publishSoon(): void {
    if (this.#frame) return;
    this.#frame = true;
    const publish = () => {
      this.#frame = false;
      for (const listener of this.#listeners) listener();
    };
    // A hidden page gets no animation frames.
    if (document.hidden) setTimeout(publish, HIDDEN_FRAME_MS);
    else requestAnimationFrame(publish);
  }
}

function failureOf(error: unknown): ApiError['error'] {
  if (error instanceof ApiFailure) {
    return { code: error.code, message: error.message, hint: error.hint };
  }
  return { code: 'internal', message: String(error) };
}

const stores = new Map<string, ChatStore>();

/** The store of a chat; it lives as long as the page, so that going from route to route loses nothing. */
export function chatStore(id: string, detail?: ChatDetail): ChatStore {
  const known = stores.get(id);
  if (known) return known;
  const store = new ChatStore(id, detail);
  // On the server every request renders anew; a store kept there would be everybody's.
  if (typeof window !== 'undefined') stores.set(id, store);
  return store;
}
