/** While writes flow, one group goes out per window; the first after a pause goes at once. */
const WINDOW_MS = 5;
const MAX_GROUP = 100;

interface Waiting<Row> {
  row: Row;
  resolve(written: boolean): void;
  reject(error: unknown): void;
}

/** Gathers rows of many writers into few statements. */
export class GroupWriter<Row> {
  readonly #insert: (rows: readonly Row[]) => Promise<boolean[]>;
  #waiting: Waiting<Row>[] = [];
  #scheduled = false;
  #last = 0;

  /** @param insert writes rows in one statement and answers for each whether it was written */
  constructor(insert: (rows: readonly Row[]) => Promise<boolean[]>) {
    this.#insert = insert;
  }

  /** Resolves, once the row is committed, with whether it was written. */
  write(row: Row): Promise<boolean> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ row, resolve, reject });
      if (this.#scheduled) return;
      this.#scheduled = true;
      const wait = this.#last + WINDOW_MS - performance.now();
      if (wait > 0) setTimeout(() => this.#send(), wait);
      else setImmediate(() => this.#send());
    });
  }

  #send(): void {
    this.#scheduled = false;
    this.#last = performance.now();
    const all = this.#waiting;
    this.#waiting = [];
    for (let at = 0; at < all.length; at += MAX_GROUP)
      void this.#group(all.slice(at, at + MAX_GROUP));
  }

  async #group(group: Waiting<Row>[]): Promise<void> {
    try {
      const written = await this.#insert(group.map(({ row }) => row));
      for (const [index, { resolve }] of group.entries()) resolve(written[index] === true);
    } catch (error) {
      const [only] = group;
      if (group.length === 1) only?.reject(error);
      // One bad row must not fail the others.
      else for (const each of group) await this.#group([each]);
    }
  }
}
