import type { LanguageModelV4StreamPart } from '@ai-sdk/provider';

type Delta = Extract<
  LanguageModelV4StreamPart,
  { type: 'text-delta' | 'reasoning-delta' | 'tool-input-delta' }
>;

/** At most so long a delta waits for the next ones, in ms. Every part costs a dozen stream hops behind us. */
const WINDOW_MS = 30;

/**
 * Joins neighbouring deltas: the first after a pause goes at once, then one batch per window. A part
 * that is no delta never waits.
 */
export class PartBatcher {
  #parts: LanguageModelV4StreamPart[] = [];
  #ended: { error?: unknown } | undefined;
  #urgent = false;
  /** The reader waits for anything, not for a window to pass. */
  #idle = false;
  #lastAt = 0;
  #wake = () => {};

  push(parts: readonly LanguageModelV4StreamPart[]): void {
    for (const part of parts) {
      const last = this.#parts.at(-1);
      if (last && isDelta(part) && last.type === part.type && last.id === part.id) {
        this.#parts[this.#parts.length - 1] = { ...last, delta: last.delta + part.delta };
      } else {
        this.#parts.push(part);
      }
      this.#urgent ||= !isDelta(part);
    }
    if (this.#urgent || this.#idle) this.#wake();
  }

  /** Nothing more will come; `error` fails the reader after the parts that are left. */
  end(error?: unknown): void {
    this.#ended ??= error === undefined ? {} : { error };
    this.#wake();
  }

  /**
   * The next parts; undefined at the end.
   * @throws what `end` was told
   */
  async take(): Promise<LanguageModelV4StreamPart[] | undefined> {
    while (this.#parts.length === 0) {
      if (this.#ended?.error !== undefined) throw this.#ended.error;
      if (this.#ended) return undefined;
      this.#idle = true;
      await this.#next();
    }
    this.#idle = false;
    const due = this.#lastAt + WINDOW_MS;
    while (!this.#urgent && !this.#ended && Date.now() < due) await this.#next(due - Date.now());
    const parts = this.#parts;
    this.#parts = [];
    this.#urgent = false;
    this.#lastAt = Date.now();
    return parts;
  }

  /** Resolves at the next push or end, or after `ms`. */
  #next(ms?: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = ms === undefined ? undefined : setTimeout(resolve, ms);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

function isDelta(part: LanguageModelV4StreamPart): part is Delta {
  return (
    part.type === 'text-delta' ||
    part.type === 'reasoning-delta' ||
    part.type === 'tool-input-delta'
  );
}
