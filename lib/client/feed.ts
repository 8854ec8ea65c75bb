import type { FeedMessage } from '#lib/events/api';
import { SseDecoder } from '#lib/events/sse';

const FIRST_WAIT_MS = 300;
const LONGEST_WAIT_MS = 5000;
/** The server sends a heartbeat every 10 s: three missed ones mean that the connection is dead. */
const SILENCE_MS = 30_000;
/** A page that comes back to the front does not wait that long to find out. */
const STALE_MS = 12_000;

/** What a page has of the run that it shows: the server goes on after it. */
export interface FeedPosition {
  runId: string | undefined;
  after: number;
}

export interface FeedReader {
  position(): FeedPosition;
  message(message: FeedMessage): void;
  /** The connection broke and is being made again, or is there again. */
  reconnecting(on: boolean): void;
}

/**
 * Reads a chat's feed for as long as it is open, over as many connections as that takes: with back-off, a
 * watchdog on the bytes, and at once when the page comes back to the front or the network returns.
 */
export class Feed {
  readonly #chatId: string;
  readonly #reader: FeedReader;
  readonly #closed = new AbortController();
  #connection: AbortController | undefined;
  #lastByte = 0;
  #skipWait = () => {};

  constructor(chatId: string, reader: FeedReader) {
    this.#chatId = chatId;
    this.#reader = reader;
    const { signal } = this.#closed;
    document.addEventListener('visibilitychange', () => this.#lookAgain(), { signal });
    window.addEventListener('online', () => this.reconnect(), { signal });
    void this.#run();
  }

  close(): void {
    this.#closed.abort();
    this.#connection?.abort();
    this.#skipWait();
  }

  /** Makes the connection anew, now. */
  reconnect(): void {
    this.#connection?.abort();
    this.#skipWait();
  }

  /** A phone that slept keeps connections that are long dead. */
  #lookAgain(): void {
    if (document.hidden) return;
    if (Date.now() - this.#lastByte > STALE_MS) this.reconnect();
    else this.#skipWait();
  }

  async #run(): Promise<void> {
    let wait = FIRST_WAIT_MS;
    while (!this.#closed.signal.aborted) {
      await this.#read(() => {
        wait = FIRST_WAIT_MS;
        this.#reader.reconnecting(false);
      }).catch(() => undefined);
      if (this.#closed.signal.aborted) return;
      this.#reader.reconnecting(true);
      await this.#pause(wait);
      wait = Math.min(wait * 2, LONGEST_WAIT_MS);
    }
  }

  /** Reads one connection to its end, whatever ends it. */
  async #read(onMessage: () => void): Promise<void> {
    const connection = new AbortController();
    this.#connection = connection;
    let watchdog = setTimeout(() => connection.abort(), SILENCE_MS);
    try {
      const { runId, after } = this.#reader.position();
      const query = runId ? `?run=${runId}&after=${after}` : '';
      const response = await fetch(`/api/chat/${this.#chatId}/feed${query}`, {
        signal: connection.signal,
      });
      // Signed out, or the chat was closed to this person: the server knows which page is due now.
      if (response.status === 401 || response.status === 404) window.location.reload();
      if (!response.ok || !response.body) return;
      const decoder = new SseDecoder();
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return;
        this.#lastByte = Date.now();
        clearTimeout(watchdog);
        watchdog = setTimeout(() => connection.abort(), SILENCE_MS);
        for (const { data } of decoder.push(value)) {
          onMessage();
          this.#reader.message(JSON.parse(data) as FeedMessage);
        }
      }
    } finally {
      clearTimeout(watchdog);
      // Also when a message could not be read: a connection that nobody reads any more is let go.
      connection.abort();
    }
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#skipWait = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
