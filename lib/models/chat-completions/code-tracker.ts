/** Follows a Markdown text just far enough to know whether its end stands in code. */
export class CodeTracker {
  /** The start of the line: all that tells whether it opens a fence. */
  #start = '';
  #ticks = 0;
  #last = '';
  #fence = '';

  get inside(): boolean {
    return this.#fence !== '' || this.#ticks % 2 === 1;
  }

  /** Nothing but a little indentation stands before; more of it would be code. */
  get atLineStart(): boolean {
    return this.#fence === '' && /^\s{0,3}$/.test(this.#start);
  }

  /** After a quote or a blank a tag is a word of the sentence. */
  get afterQuote(): boolean {
    return /["'“‘「 ]/.test(this.#last);
  }

  see(text: string): void {
    const lines = text.split('\n');
    for (const [i, line] of lines.entries()) {
      if (i > 0) this.#lineEnds();
      if (this.#start.length < START_CHARS) this.#start += line.slice(0, START_CHARS);
      for (let at = line.indexOf('`'); at >= 0; at = line.indexOf('`', at + 1)) this.#ticks++;
      this.#last = line.at(-1) ?? this.#last;
    }
  }

  reset(): void {
    this.#newLine();
    this.#fence = '';
  }

  #lineEnds(): void {
    const mark = /^\s*(```+|~~~+)/.exec(this.#start)?.[1];
    if (mark) {
      if (this.#fence === '') this.#fence = mark;
      else if (mark.startsWith(this.#fence)) this.#fence = '';
    }
    this.#newLine();
  }

  #newLine(): void {
    this.#start = '';
    this.#ticks = 0;
    this.#last = '';
  }
}

const START_CHARS = 80;
