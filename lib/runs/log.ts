import { pushMerged } from '#lib/events/merge';
import { type MessageView, reduce } from '#lib/events/reduce';
import type { LoupeChunk, RunEvent } from '#lib/events/types';
import { wake } from '#lib/store/bus';
import { transact } from '#lib/store/db';
import { type Fence, LostRun } from '#lib/store/fence';
import { insertEvent } from '#lib/store/run-events';

/** While chunks flow, one event is written per window; the first after a pause goes at once. */
const WINDOW_MS = 25;

export interface Subscriber {
  event(event: RunEvent): void;
  closed(): void;
}

/**
 * The log of one run while this process drives it. A chunk is folded into the view at once, merged with
 * its neighbours, and committed to the store before any viewer gets it (persist, then show).
 */
export class RunLog {
  readonly #fence: Fence;
  readonly #subscribers = new Set<Subscriber>();
  #view: MessageView;
  #buffer: LoupeChunk[] = [];
  #seq: number;
  #lastFlush = 0;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();
  #failure: unknown;
  #closed = false;

  /** `soFar`: the fold of the events that are stored, and the number of the last one. */
  constructor(fence: Fence, soFar: { view: MessageView; seq: number }) {
    this.#fence = fence;
    this.#view = soFar.view;
    this.#seq = soFar.seq;
  }

  /** The message so far, with every chunk that was appended. */
  get view(): MessageView {
    return this.#view;
  }

  /** The number of the last event that was written. */
  get seq(): number {
    return this.#seq;
  }

  /** Nothing more will come from this process. */
  get closed(): boolean {
    return this.#closed;
  }

  /** @throws what an earlier write failed with: a run whose log cannot be written must not go on. */
  append(chunk: LoupeChunk): void {
    if (this.#failure) throw this.#failure;
    if (this.#closed) throw new LostRun(this.#fence.runId);
    this.#view = reduce(this.#view, chunk);
    pushMerged(this.#buffer, chunk);
    if (this.#timer) return;
    const wait = Math.max(0, this.#lastFlush + WINDOW_MS - Date.now());
    this.#timer = setTimeout(() => void this.flush().catch(() => {}), wait);
  }

  /**
   * Writes what is buffered; resolves when it is committed and shown.
   * @throws LostRun
   */
  flush(): Promise<void> {
    return this.#write();
  }

  /**
   * Writes the chunks that `work` answers, together with all that it does to the store, in one transaction.
   * @throws LostRun
   */
  commit(work: () => Promise<LoupeChunk[]>): Promise<void> {
    return this.#write(work);
  }

  /** Tells the viewers that nothing more will come from this process. */
  close(): void {
    clearTimeout(this.#timer);
    this.#closed = true;
    for (const subscriber of this.#subscribers) subscriber.closed();
  }

  /** @returns the function that ends the subscription. */
  subscribe(subscriber: Subscriber): () => void {
    this.#subscribers.add(subscriber);
    return () => this.#subscribers.delete(subscriber);
  }

  #write(work?: () => Promise<LoupeChunk[]>): Promise<void> {
    const run = async () => {
      clearTimeout(this.#timer);
      this.#timer = undefined;
      const buffered = this.#buffer;
      this.#buffer = [];
      this.#lastFlush = Date.now();
      const { event, added } = await this.#persist(buffered, work).catch((error: unknown) => {
        // What could not be written is written with the end of the run, if that can.
        this.#buffer = [...buffered, ...this.#buffer];
        throw error;
      });
      this.#view = added.reduce(reduce, this.#view);
      if (!event) return;
      this.#seq = event.seq;
      for (const subscriber of this.#subscribers) subscriber.event(event);
      wake(`run:${this.#fence.runId}`);
    };
    const written = this.#writing.then(run);
    this.#writing = written.catch((error) => {
      this.#failure ??= error;
    });
    return written;
  }

  async #persist(buffered: LoupeChunk[], work: (() => Promise<LoupeChunk[]>) | undefined) {
    const insert = async (chunks: LoupeChunk[]): Promise<RunEvent | undefined> => {
      if (chunks.length === 0) return undefined;
      const event = { seq: this.#seq + 1, at: this.#lastFlush, chunks };
      await insertEvent(this.#fence, event);
      return event;
    };
    if (!work) return { event: await insert(buffered), added: [] };
    return transact(async () => {
      const added = await work();
      return { event: await insert([...buffered, ...added]), added };
    });
  }
}
