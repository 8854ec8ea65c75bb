import { pushMerged } from '#lib/events/merge';
import { type MessageView, reduce } from '#lib/events/reduce';
import type { LoupeChunk, RunEvent } from '#lib/events/types';
import { transact } from '#lib/store/db';
import { insertEvent } from '#lib/store/run-events';

/** While chunks flow, one event is written per window; the first after a pause goes at once. */
const WINDOW_MS = 25;

export interface Subscriber {
  event(event: RunEvent): void;
  end(): void;
}

/**
 * The log of one run while it is made. A chunk is folded into the view at once, merged with its
 * neighbours, and committed to the store before any viewer gets it (persist, then show).
 */
export class RunLog {
  readonly #runId: string;
  readonly #subscribers = new Set<Subscriber>();
  #view: MessageView;
  #buffer: LoupeChunk[] = [];
  #seq: number;
  #lastFlush = 0;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();
  #failure: unknown;
  #ended = false;

  /** `soFar`: the fold of the events that are stored, and the number of the last one. */
  constructor(runId: string, soFar: { view: MessageView; seq: number }) {
    this.#runId = runId;
    this.#view = soFar.view;
    this.#seq = soFar.seq;
  }

  /** The message so far, with every chunk that was appended. */
  get view(): MessageView {
    return this.#view;
  }

  get ended(): boolean {
    return this.#ended;
  }

  /** @throws what an earlier write failed with: a run whose log cannot be written must not go on. */
  append(chunk: LoupeChunk): void {
    if (this.#failure) throw this.#failure;
    this.#view = reduce(this.#view, chunk);
    pushMerged(this.#buffer, chunk);
    if (this.#timer) return;
    const wait = Math.max(0, this.#lastFlush + WINDOW_MS - Date.now());
    this.#timer = setTimeout(() => void this.flush().catch(() => {}), wait);
  }

  /** Writes what is buffered; resolves when it is committed and shown. */
  flush(): Promise<void> {
    return this.#write(async (event) => {
      if (event) await insertEvent(this.#runId, event);
    });
  }

  /** Writes the last chunks together with `commit` in one transaction, then tells the viewers that it is over. */
  async end(chunks: LoupeChunk[], commit: () => Promise<void>): Promise<void> {
    for (const chunk of chunks) this.append(chunk);
    await this.#write((event) =>
      transact(async () => {
        if (event) await insertEvent(this.#runId, event);
        await commit();
      }),
    );
    this.close();
  }

  /** Tells the viewers that nothing more will come. */
  close(): void {
    clearTimeout(this.#timer);
    this.#ended = true;
    for (const subscriber of this.#subscribers) subscriber.end();
  }

  /** @returns the function that ends the subscription. */
  subscribe(subscriber: Subscriber): () => void {
    this.#subscribers.add(subscriber);
    return () => this.#subscribers.delete(subscriber);
  }

  #write(persist: (event: RunEvent | undefined) => Promise<void>): Promise<void> {
    const run = async () => {
      clearTimeout(this.#timer);
      this.#timer = undefined;
      const chunks = this.#buffer;
      this.#buffer = [];
      this.#lastFlush = Date.now();
      const event =
        chunks.length > 0 ? { seq: this.#seq + 1, at: this.#lastFlush, chunks } : undefined;
      await persist(event);
      if (!event) return;
      this.#seq = event.seq;
      for (const subscriber of this.#subscribers) subscriber.event(event);
    };
    const written = this.#writing.then(run);
    this.#writing = written.catch((error) => {
      this.#failure ??= error;
    });
    return written;
  }
}
