import { sql } from 'kysely';
import pg from 'pg';
import { env } from '#lib/env';
import { newId } from '#lib/ids';
import { reportBug } from '#lib/report-bug';
import { singleton } from '#lib/singleton';
import { db, isShared } from './db.ts';

const CHANNEL = 'loupe';
/** Wake-ups of this long are sent together: each one locks all of PostgreSQL for a moment at its commit. */
const GATHER_MS = 10;
/** A payload holds at most 8,000 bytes. */
const TOPICS_PER_NOTE = 200;
const RECONNECT_MS = 1000;
/** Where instances share a database a wake-up can be lost; then this is how late a reader hears, in ms. */
const POLL_MS = 2000;

/**
 * Tells readers that something in the store may have changed: `run:…` for a run's log, `control:…` for
 * what is asked of a run, `chat:…` for a chat's state, `chats` for the list, `orphans` for runs that were given back. Nothing is in a wake-up but
 * its topic: a lost one costs a poll.
 */
class Bus {
  readonly #self = newId();
  readonly #listeners = new Map<string, Set<() => void>>();
  #outbox = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  #client: pg.Client | undefined;
  #stopped = false;

  wake(topic: string): void {
    this.#tell(topic);
    if (!isShared()) return;
    this.#outbox.add(topic);
    this.#timer ??= setTimeout(() => void this.#send(), GATHER_MS);
  }

  on(topic: string, listener: () => void): () => void {
    const listeners = this.#listeners.get(topic) ?? new Set();
    this.#listeners.set(topic, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) this.#listeners.delete(topic);
    };
  }

  /** Listens to the other instances, over as many connections as that takes. */
  async listen(): Promise<void> {
    const client = new pg.Client({ connectionString: env().databaseUrl });
    this.#client = client;
    client.on('notification', ({ payload }) => this.#receive(payload ?? ''));
    client.once('error', () => client.end().catch(() => {}));
    client.once('end', () => {
      if (!this.#stopped) setTimeout(() => void this.listen().catch(() => {}), RECONNECT_MS);
    });
    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
    } catch (error) {
      reportBug('wake-ups', error);
      await client.end().catch(() => {});
      return;
    }
    // What was said while nobody listened is not said again.
    for (const topic of [...this.#listeners.keys()]) this.#tell(topic);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    if (this.#outbox.size > 0) await this.#send();
    await this.#client?.end().catch(() => {});
  }

  #tell(topic: string): void {
    for (const listener of [...(this.#listeners.get(topic) ?? [])]) listener();
  }

  #receive(payload: string): void {
    const { from, topics } = JSON.parse(payload) as { from: string; topics: string[] };
    if (from !== this.#self) for (const topic of topics) this.#tell(topic);
  }

  async #send(): Promise<void> {
    this.#timer = undefined;
    const topics = [...this.#outbox];
    this.#outbox = new Set();
    for (let at = 0; at < topics.length; at += TOPICS_PER_NOTE) {
      const note = { from: this.#self, topics: topics.slice(at, at + TOPICS_PER_NOTE) };
      await sql`select pg_notify(${CHANNEL}, ${JSON.stringify(note)})`
        .execute(db())
        .catch((error: unknown) => reportBug('wake-up', error));
    }
  }
}

const bus = () => singleton('store.bus', () => new Bus());

/** Says that what a topic stands for may have changed. Call it after the commit. */
export function wake(topic: string): void {
  bus().wake(topic);
}

/** @returns the function that ends the subscription */
export function onWake(topic: string, listener: () => void): () => void {
  return bus().on(topic, listener);
}

/** Begins to hear the wake-ups of other instances, where there can be any. */
export async function startBus(): Promise<void> {
  if (isShared()) await bus().listen();
}

export function stopBus(): Promise<void> {
  return bus().stop();
}

/** Waits for changes of some topics; one that comes between two waits is not missed. */
export class Waker {
  readonly #signal: AbortSignal;
  readonly #unsubscribe: (() => void)[];
  #woken = false;
  #resolve = () => {};
  readonly #wake = () => {
    this.#woken = true;
    this.#resolve();
  };

  constructor(topics: readonly string[], signal: AbortSignal) {
    this.#signal = signal;
    this.#unsubscribe = topics.map((topic) => onWake(topic, this.#wake));
    signal.addEventListener('abort', this.#wake, { once: true });
  }

  /** Resolves when there may be something new since it resolved last, or when the signal aborts. */
  async changed(pollMs = isShared() ? POLL_MS : undefined): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    if (!this.#woken && !this.#signal.aborted) {
      await new Promise<void>((resolve) => {
        this.#resolve = resolve;
        if (pollMs !== undefined) timer = setTimeout(resolve, pollMs);
      });
    }
    clearTimeout(timer);
    this.#woken = false;
  }

  close(): void {
    for (const unsubscribe of this.#unsubscribe) unsubscribe();
    this.#signal.removeEventListener('abort', this.#wake);
    this.#resolve();
  }
}
