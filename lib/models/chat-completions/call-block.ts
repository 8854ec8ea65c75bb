import { JsonScan } from './json-scan.ts';
import { callsInBlock, JSON_FORM, type MarkupCall } from './markup-calls.ts';
import { overlap } from './overlap.ts';
import { TagScan } from './tag-scan.ts';

/** What a block came to. */
export interface BlockEnd {
  /** None: the opening tag was a word of the text, or the frame of another one. */
  calls: MarkupCall[];
  /** The block as it was written, without its opening. */
  written: string;
  /** What follows it; all that followed the opening tag when there is no call. */
  rest: string;
  /** What follows it, too, but holds nothing but text. */
  text?: string;
  /** The opening framed other blocks, and is not shown. */
  frame?: boolean;
}

/** How the inside of a block begins that is written as tags, and what may become one of the forms. */
const TAG_FORM =
  /^(?:[\w.:/-]{1,128}\s*)?<(?:\/|[|｜]|arg_key)|^<(?:[｜\w]+[｜:])?(?:function=|invoke\b|parameter\b)/;
const UNDECIDED = /^(?:[\w.:/-]{0,128}\s{0,16}(?:<[\w:｜]{0,30})?|`{0,2})$/;
/** What may stand behind the JSON of a call: another one, blanks, or brackets too many. */
const MORE = /[\s{,;)}\]`]/;
const LAST_TAG = /^([\s\S]*<\/(?:[｜\w]+[｜:])?(?:function|invoke|arg_value)>)([\s\S]*)$/;
const FRAMED = /^<(?:tool_call|function_call|tool_use)>/;

/**
 * A block of calls as it streams, from its opening tag to where it ends: at its closing tag outside of a
 * value, at the next opening, or at the end of its JSON where there is no closing tag.
 */
export class CallBlock {
  readonly #open: string;
  readonly #closes: readonly string[];
  readonly #isTool: (name: string) => boolean;
  /** What may end it: its closing tags, and another opening. */
  readonly #tags: readonly string[];
  readonly #tag: RegExp;
  #scan: JsonScan | TagScan | undefined;
  #inside = '';
  /** What was not looked at yet. */
  #pending = '';
  /** The first closing tag that may belong to a value, and whether only blanks have followed. */
  #doubt: { at: number; close: string; blank: boolean } | undefined;

  /** @param open empty for a call as plain JSON, which is all of its text */
  constructor(open: string, closes: readonly string[], isTool: (name: string) => boolean) {
    this.#open = open;
    this.#closes = closes;
    this.#isTool = isTool;
    const next = /^<(?:function=|invoke name=")/.exec(open)?.[0] ?? open;
    this.#tags = [...closes, next].filter(Boolean);
    this.#tag = new RegExp(
      this.#tags.map((tag) => tag.replace(/[[\]|]/g, '\\$&')).join('|') || '(?!)',
    );
    if (!open) this.#scan = new JsonScan();
  }

  /** The end of the block, when it is in what has come. */
  push(text: string): BlockEnd | undefined {
    this.#pending += text;
    if (!this.#scan) {
      const begun = this.#pending.trimStart();
      const named = /^<(?:function=|invoke )/.test(this.#open);
      // A tag that has the name in itself is not followed by another word.
      if (named && /^\w/.test(begun)) return this.#noCall('');
      if (TAG_FORM.test(begun) && this.#closes.length > 0) this.#scan = new TagScan();
      else if (JSON_FORM.test(begun)) this.#scan = new JsonScan();
      else if (UNDECIDED.test(begun)) return undefined;
      else return { ...this.#noCall(''), frame: FRAMED.test(begun) };
    }
    return this.#look(this.#scan);
  }

  /** The text has ended. */
  end(): BlockEnd {
    this.#inside += this.#pending;
    this.#pending = '';
    if (this.#doubt?.blank || (this.#doubt && this.#scan?.broken)) return this.#endInDoubt(false);
    // A value that goes on over the tag would hold no line break as it is.
    if (this.#doubt && this.#inside.indexOf('\n', this.#doubt.at) >= 0) {
      const { rest, ...end } = this.#endInDoubt(true);
      return { ...end, rest: '', text: rest };
    }
    if (this.#scan instanceof TagScan && !this.#scan.inValue) return this.#endOfTags();
    const closed = this.#scan instanceof JsonScan && this.#scan.closed;
    return this.#endWith('', !closed);
  }

  #look(scan: JsonScan | TagScan): BlockEnd | undefined {
    for (;;) {
      const found = this.#tag.exec(this.#pending);
      const kept = found ? 0 : Math.max(0, ...this.#tags.map((tag) => overlap(this.#pending, tag)));
      const end = this.#eat(scan, found ? found.index : this.#pending.length - kept);
      if (end || !found) return end;
      const [tag] = found;
      const closes = this.#closes.includes(tag);
      const opensAnother = this.#doubt?.blank && !closes && scan instanceof TagScan;
      if (this.#doubt && (scan.broken || opensAnother)) return this.#endInDoubt(false);
      if (!scan.inValue) return this.#endWith(closes ? tag : '', false);
      if (closes) this.#doubt ??= { at: this.#inside.length, close: tag, blank: true };
      this.#skip(scan, tag.length);
    }
  }

  /** Takes so much of what is pending; words behind the JSON of a call are the end of its block. */
  #eat(scan: JsonScan | TagScan, count: number): BlockEnd | undefined {
    for (let left = count; left > 0; ) {
      const over = this.#open !== '' && scan.closed;
      if (over && !MORE.test(this.#pending[0] ?? '')) return this.#endWith('', false);
      const length = over && this.#pending[0] !== '{' ? 1 : left;
      if (this.#doubt?.blank && this.#pending.slice(0, length).trim()) this.#doubt.blank = false;
      left -= this.#skip(scan, length);
    }
    return undefined;
  }

  #skip(scan: JsonScan | TagScan, count: number): number {
    const seen = scan.see(this.#pending.slice(0, count));
    this.#inside += this.#pending.slice(0, seen);
    this.#pending = this.#pending.slice(seen);
    return seen;
  }

  /** @param close the tag that closes it, at the start of what is pending */
  #endWith(close: string, torn: boolean): BlockEnd {
    const calls = this.#calls(this.#inside, torn);
    if (calls.length === 0) return this.#doubt ? this.#endInDoubt(torn) : this.#noCall(close);
    const rest = this.#pending.slice(close.length);
    return { calls, written: this.#inside + close, rest };
  }

  /** Words behind the last tag of a call belong to no call. */
  #endOfTags(): BlockEnd {
    const [, before = '', after = ''] = LAST_TAG.exec(this.#inside) ?? [];
    if (!after.trim() || after.includes('<')) return this.#endWith('', true);
    this.#inside = before;
    this.#pending = after.trimStart();
    return this.#endWith('', true);
  }

  /** The tag in doubt was the end. */
  #endInDoubt(torn: boolean): BlockEnd {
    const { at, close } = this.#doubt ?? { at: this.#inside.length, close: '' };
    const before = this.#inside.slice(0, at);
    const calls = this.#calls(before, torn);
    if (calls.length === 0) return this.#noCall('');
    const rest = this.#inside.slice(at + close.length) + this.#pending;
    return { calls, written: before + close, rest };
  }

  #noCall(close: string): BlockEnd {
    const rest = this.#inside + this.#pending;
    return { calls: [], written: this.#inside + close, rest };
  }

  #calls(inside: string, torn: boolean): MarkupCall[] {
    return callsInBlock({ open: this.#open, inside, torn, isTool: this.#isTool });
  }
}
