import type { ApiError, ChatDetail, ChatSettings } from '#lib/events/api';
import { emptyView, fromMessage, type MessageView, reduce } from '#lib/events/reduce';
import type { LoupeChunk, LoupeMessage } from '#lib/events/types';
import { ApiFailure, getChat, postContinue, postMessage, postStop } from './api.ts';
import { followRun } from './follow.ts';

/** One turn as the page shows it: what a person said, or the fold of a run. */
export type Entry =
  | { id: string; role: 'user'; message: LoupeMessage }
  | { id: string; role: 'assistant'; view: MessageView };

export interface ChatState {
  id: string;
  entries: readonly Entry[];
  /** `sending`: asked for, not yet taken; `stopping`: asked to stop, still ending. */
  phase: 'idle' | 'sending' | 'running' | 'stopping';
  runId: string | undefined;
  reconnecting: boolean;
  settings: ChatSettings;
  /** Why the last thing that the person did was refused. */
  failure: ApiError['error'] | undefined;
}

const HIDDEN_FRAME_MS = 250;

/**
 * The state of one chat in the page. Each chat has its own store: what streams into one can never
 * show in another. Chunks are folded as they come; the page hears of them once per frame.
 */
export class ChatStore {
  #state: ChatState;
  readonly #listeners = new Set<() => void>();
  #frame = false;
  #connection: AbortController | undefined;
  /** Runs that this page saw the end of. */
  readonly #endedRuns = new Set<string>();
  /** How many views hold the store: with none it closes its connection. */
  #viewers = 0;

  constructor(id: string, detail?: ChatDetail) {
    this.#state = {
      id,
      entries: [],
      phase: 'idle',
      runId: undefined,
      reconnecting: false,
      settings: {},
      failure: undefined,
    };
    if (detail) this.#load(detail);
  }

  readonly getState = (): ChatState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** A view opens the chat: the run that is on, if any, is followed until the last view closes. */
  open(): () => void {
    this.#viewers++;
    if (this.#state.phase === 'running' || this.#state.phase === 'stopping') this.#follow();
    return () => {
      this.#viewers--;
      if (this.#viewers > 0) return;
      this.#connection?.abort();
      this.#connection = undefined;
    };
  }

  /** Takes what the server rendered, unless this store knows more: a page takes longer to come than an event. */
  refresh(detail: ChatDetail): void {
    const running = detail.runs.find((run) => run.status !== 'ended');
    if (this.#state.phase !== 'idle' || (running && this.#endedRuns.has(running.id))) return;
    if (detail.messages.length < this.#state.entries.length) return;
    this.#load(detail);
    if (running) this.#follow();
  }

  /**
   * Sends a message.
   * @returns whether it was taken; if not, `failure` says why and the caller keeps the text
   */
  async send(text: string, options: ChatSettings): Promise<boolean> {
    const { id, entries } = this.#state;
    const message: LoupeMessage = {
      id: `sending-${entries.length}`,
      role: 'user',
      parts: [{ type: 'text', text }],
      metadata: { createdAt: Date.now() },
    };
    this.#set({
      entries: [...entries, { id: message.id, role: 'user', message }],
      phase: 'sending',
      settings: { ...this.#state.settings, ...options },
      failure: undefined,
    });
    return this.#start(() => postMessage({ id, message: text, ...options }), entries);
  }

  /** Goes on with the newest run, with a new budget of steps. */
  async continueRun(runId: string): Promise<void> {
    this.#set({ phase: 'sending', failure: undefined });
    await this.#start(() => postContinue(runId), this.#state.entries);
  }

  async stop(): Promise<void> {
    const { runId, phase } = this.#state;
    if (!runId || phase === 'idle') return;
    this.#set({ phase: 'stopping' });
    try {
      await postStop(runId);
    } catch (error) {
      // Its end may have come meanwhile.
      const still = this.#state.phase === 'stopping' && this.#state.runId === runId;
      this.#set({ ...(still ? { phase: 'running' } : {}), failure: failureOf(error) });
    }
  }

  async #start(
    ask: () => Promise<{ runId: string; messageId: string }>,
    before: readonly Entry[],
  ): Promise<boolean> {
    try {
      const { runId, messageId } = await ask();
      const entry: Entry = { id: messageId, role: 'assistant', view: emptyView(messageId) };
      this.#set({ entries: [...this.#state.entries, entry], phase: 'running', runId });
      this.#follow();
      return true;
    } catch (error) {
      this.#set({ entries: before, phase: 'idle', failure: failureOf(error) });
      return false;
    }
  }

  #load(detail: ChatDetail): void {
    const running = detail.runs.find((run) => run.status !== 'ended');
    const entries = detail.messages.map(toEntry);
    if (running) {
      const { messageId: id } = running;
      entries.push({ id, role: 'assistant', view: emptyView(id) });
    }
    this.#set({
      entries,
      phase: running ? 'running' : 'idle',
      runId: running?.id,
      settings: detail.settings,
    });
  }

  #follow(): void {
    if (this.#connection || this.#viewers === 0) return;
    const connection = new AbortController();
    this.#connection = connection;
    // A stream begins with the first chunk of the run: what an earlier connection showed is told again.
    let view = emptyView(this.#state.entries.at(-1)?.id ?? '');
    void followRun(
      { chatId: this.#state.id, runId: this.#state.runId },
      {
        chunks: (chunks: LoupeChunk[]) => {
          view = chunks.reduce(reduce, view);
          this.#show(view);
        },
        reconnecting: (on) => {
          if (on !== this.#state.reconnecting) this.#set({ reconnecting: on });
        },
      },
      connection.signal,
    ).then(() => this.#ended(connection));
  }

  /** The server says that nothing runs: take its word for what the chat holds now. */
  async #ended(connection: AbortController): Promise<void> {
    if (connection.signal.aborted) return;
    this.#connection = undefined;
    if (this.#state.runId) this.#endedRuns.add(this.#state.runId);
    const shown = this.#state.entries.at(-1);
    const whole = shown?.role === 'assistant' && shown.view.finished;
    const detail = whole ? undefined : await getChat(this.#state.id).catch(() => undefined);
    if (detail) {
      this.#load(detail);
      if (this.#state.phase === 'running') this.#follow();
    } else this.#set({ phase: 'idle', runId: undefined, reconnecting: false });
  }

  #show(view: MessageView): void {
    const { entries } = this.#state;
    const entry: Entry = { id: view.id, role: 'assistant', view };
    this.#state = { ...this.#state, entries: [...entries.slice(0, -1), entry] };
    this.#publishSoon();
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

function toEntry(message: LoupeMessage): Entry {
  return message.role === 'user'
    ? { id: message.id, role: 'user', message }
    : { id: message.id, role: 'assistant', view: fromMessage(message) };
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
