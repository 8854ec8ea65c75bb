interface Fence {
  /** Its character and how many of them. */
  mark: string;
  /** It was opened in a quote, and ends with it. */
  quoted: boolean;
}

/** Follows a Markdown text just far enough to know whether its end stands in code. */
export class CodeTracker {
  /** The start of the line: all that tells whether it opens or closes a fence. */
  #start = '';
  /** Backticks in the line, those at its end, and those that opened the span which is open. */
  #ticks = 0;
  #run = 0;
  #span = 0;
  #last = '';
  #fence: Fence | undefined;

  get inside(): boolean {
    return this.#fenced || this.#spanAfter(this.#run) > 0;
  }

  /** Nothing but a little indentation stands before; more of it would be code. */
  get atLineStart(): boolean {
    return !this.#fenced && /^\s{0,3}$/.test(this.#start);
  }

  /** After a quote or a blank a tag is a word of the sentence. */
  get afterQuote(): boolean {
    return /["'“‘「 ]/.test(this.#last);
  }

  /** The quotation mark that ends the text so far; empty when none does. */
  get quoteMark(): string {
    return /["'“‘「]/.exec(this.#last)?.[0] ?? '';
  }

  /** The line is one of a quote. */
  get quotes(): boolean {
    return QUOTE.test(this.#start);
  }

  see(text: string): void {
    const lines = text.split('\n');
    for (const [i, line] of lines.entries()) {
      if (i > 0) this.#lineEnds();
      if (this.#start.length < START_CHARS) this.#start += line.slice(0, START_CHARS);
      this.#countTicks(line);
      this.#last = line.at(-1) ?? this.#last;
    }
  }

  reset(): void {
    this.#newLine();
    this.#fence = undefined;
  }

  /** A fence of a quote ends at the first line that is none of the quote. */
  get #fenced(): boolean {
    return this.#fence !== undefined && (!this.#fence.quoted || this.quotes);
  }

  #countTicks(line: string): void {
    for (let from = 0; from < line.length; ) {
      const at = line.indexOf('`', from);
      if (at !== from) this.#runEnds();
      if (at < 0) return;
      this.#ticks++;
      this.#run++;
      from = at + 1;
    }
  }

  /** A span of code ends at as many backticks as it began with. */
  #spanAfter(run: number): number {
    if (run === 0) return this.#span;
    if (this.#span === 0) return run;
    return this.#span === run ? 0 : this.#span;
  }

  #runEnds(): void {
    this.#span = this.#spanAfter(this.#run);
    this.#run = 0;
  }

  #lineEnds(): void {
    const [, prefix = '', mark = '', info = ''] = FENCE.exec(this.#start) ?? [];
    if (this.#fence?.quoted && !this.quotes) this.#fence = undefined;
    if (this.#fence) {
      const alone = /^[\s>]*$/.test(prefix) && !info.trim();
      if (alone && mark.startsWith(this.#fence.mark)) this.#fence = undefined;
    } else if (mark && (mark.startsWith('~') || this.#ticks === mark.length)) {
      // More backticks behind it would make it a span of code in the line.
      this.#fence = { mark, quoted: prefix.includes('>') };
    }
    this.#newLine();
  }

  #newLine(): void {
    this.#start = '';
    this.#ticks = 0;
    this.#run = 0;
    this.#span = 0;
    this.#last = '';
  }
}

const START_CHARS = 80;
const QUOTE = /^\s{0,3}>/;
/** What stands before a fence (marks of quotes and lists), the fence, and what stands behind it. */
const FENCE = /^((?:\s|>|[-*+] |\d{1,9}[.)] )*)(`{3,}|~{3,})([\s\S]*)$/;
