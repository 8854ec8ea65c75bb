import type { LoupeChunk } from '#lib/events/types';

type DataChunk = Extract<LoupeChunk, { type: `data-${string}` }>;

/**
 * The data parts of the step in the making. A reset clears all that a step has shown, in every AI SDK
 * client; what a person should still see of it is put back after it.
 */
export class StepFrame {
  readonly #emit: (chunk: LoupeChunk) => void;
  readonly #kept: DataChunk[];

  /** @param kept the data parts that the step has already, when it goes on after a crash */
  constructor(emit: (chunk: LoupeChunk) => void, kept: readonly DataChunk[] = []) {
    this.#emit = emit;
    this.#kept = [...kept];
  }

  /** Emits a data part and keeps it over resets; one with the id of an earlier one replaces it. */
  put(chunk: DataChunk): void {
    const at = chunk.id === undefined ? -1 : this.#kept.findIndex((kept) => kept.id === chunk.id);
    if (at < 0) this.#kept.push(chunk);
    else this.#kept[at] = chunk;
    this.#emit(chunk);
  }

  /** Takes back the texts and calls of the step. */
  reset(): void {
    this.#emit({ type: 'reset-step' });
    for (const chunk of this.#kept) this.#emit(chunk);
  }
}
