const TAIL = 60;
const VALUE = /<(\/?)(?:[｜\w]{1,20}[｜:])?(parameter|arg_value|function|invoke)(?=\W)/g;

/** Follows arguments in tags, just far enough to know whether their end stands inside of a value. */
export class TagScan {
  readonly broken = false;
  readonly closed = false;
  #tail = '';
  #inValue = false;

  get inValue(): boolean {
    return this.#inValue;
  }

  see(text: string): number {
    const window = this.#tail + text;
    for (const found of window.matchAll(VALUE)) {
      // Seen before, with the character behind it.
      if (found.index + found[0].length < this.#tail.length) continue;
      this.#inValue = !found[1] && /parameter|arg_value/.test(found[2] ?? '');
    }
    this.#tail = window.slice(-TAIL);
    return text.length;
  }
}
