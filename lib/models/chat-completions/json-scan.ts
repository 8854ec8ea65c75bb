/**
 * Follows JSON as it streams, just far enough to know whether its end stands in a string, or is the end
 * of a value. Raw line breaks in a string, which models write, are let pass.
 */
export class JsonScan {
  #depth = 0;
  #string = false;
  #escaped = false;
  #afterString = false;
  #objects = 0;
  #broken = false;

  /** It stands in a string, as far as it can be JSON. */
  get inValue(): boolean {
    return this.#string && !this.#broken;
  }

  /** It cannot be JSON, so that what looks like a string may be none. */
  get broken(): boolean {
    return this.#broken;
  }

  /** An object, or a list with one, has been closed. */
  get closed(): boolean {
    return this.#objects > 0 && this.#depth === 0 && !this.#string;
  }

  /** Takes the text up to where a value closes; returns how many characters that were. */
  see(text: string): number {
    for (let at = 0; at < text.length; at++) {
      if (this.#string) this.#seeString(text[at] ?? '');
      else if (this.#seeOutside(text[at] ?? '')) return at + 1;
    }
    return text.length;
  }

  #seeString(character: string): void {
    if (this.#escaped) this.#escaped = false;
    else if (character === '\\') this.#escaped = true;
    else if (character === '"') {
      this.#string = false;
      this.#afterString = true;
    }
  }

  /** True when the character closes a value. */
  #seeOutside(character: string): boolean {
    if (/\s/.test(character)) return false;
    if (character === "'" || (this.#afterString && !',:}])'.includes(character)))
      this.#broken = true;
    this.#afterString = false;
    if (character === '"') this.#string = true;
    else if (character === '{') this.#objects++;
    if (character === '{' || character === '[') this.#depth++;
    if (character !== '}' && character !== ']') return false;
    this.#depth = Math.max(0, this.#depth - 1);
    return this.closed;
  }
}

/** The values, objects or lists, at the start of a text, and what stands behind them. The last may not be closed. */
export function leadingValues(text: string): { values: string[]; rest: string } {
  const values: string[] = [];
  let rest = text.trimStart();
  while (/^[{[]/.test(rest)) {
    const end = new JsonScan().see(rest);
    values.push(rest.slice(0, end));
    rest = rest.slice(end).replace(/^[\s,;]+/, '');
  }
  return { values, rest };
}
