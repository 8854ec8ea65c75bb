import type { JSONObject } from '@ai-sdk/provider';

type Detail = JSONObject;

/**
 * `reasoning_details` (OpenRouter, MiniMax): blocks of a thought, some encrypted or signed, that their
 * provider wants back as they were. They stream in pieces that share an index.
 */
export class ReasoningDetails {
  #blocks: Detail[] = [];

  /** Whether some have come since the last take. */
  get waiting(): boolean {
    return this.#blocks.length > 0;
  }

  add(pieces: readonly unknown[]): void {
    for (const piece of pieces) {
      if (typeof piece !== 'object' || piece === null) continue;
      const detail = piece as Detail;
      const known = this.#blocks.find(
        (block) => block.type === detail.type && block.index === detail.index,
      );
      if (!known || detail.index === undefined) this.#blocks.push({ ...detail });
      else Object.assign(known, joined(known, detail));
    }
  }

  /** What has come since the last call; undefined when that is nothing. */
  take(): Detail[] | undefined {
    const blocks = this.#blocks;
    this.#blocks = [];
    return blocks.length > 0 ? blocks : undefined;
  }
}

/** Texts grow, everything else is replaced. */
function joined(block: Detail, piece: Detail): Detail {
  const grow = (key: string) =>
    typeof block[key] === 'string' && typeof piece[key] === 'string'
      ? { [key]: block[key] + piece[key] }
      : {};
  return { ...piece, ...grow('text'), ...grow('summary'), ...grow('data') };
}
