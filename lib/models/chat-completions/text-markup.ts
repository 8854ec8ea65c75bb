import { CodeTracker } from './code-tracker.ts';
import { callsInBlock, looksLikeCall, type MarkupCall } from './markup-calls.ts';
import {
  BARE_CALL,
  BLOCKS,
  HARMONY,
  MAX_TAG,
  mayBecomeBare,
  mayBecomeTag,
  STRAY,
  STRIPPED_HARMONY,
  THOUGHTS,
} from './markup-tags.ts';

/** What a piece of a model's text turned out to be. */
export type MarkupPiece =
  | { type: 'text'; text: string }
  | { type: 'reasoning'; text: string }
  | { type: 'call'; call: MarkupCall }
  /** A thought ended that nobody saw begin: all text so far was that thought. */
  | { type: 'rethink' };

type Mode =
  | { in: 'text' }
  | { in: 'thought'; close: string }
  /** A call written as text, from its opening tag on. */
  | { in: 'block'; open: string; close: string | undefined }
  /** Between a harmony token and its `<|message|>`. */
  | { in: 'header' }
  | { in: 'message'; channel: 'text' | 'reasoning' | 'call'; tool: string };

/** Closings that are known to come without their opening; other names are also those of plain XML. */
const UNOPENED = /^(<\/(seed:)?think>|\[\/THINK\]|◁\/think▷|<\|END_THINKING\|>)/;
const OPENING = /[<[◁]/;

/**
 * Finds the markup in a model's text as it streams: thoughts in tags, calls written as XML or JSON, the
 * channels of harmony. Text in code (a fence, backticks) is left as it is. Nothing is held back but
 * what may be the start of a tag, and the inside of a call.
 */
export class TextMarkup {
  #mode: Mode = { in: 'text' };
  #rest = '';
  /** What has been collected for a block, a header, or a call's message. */
  #inside = '';
  /** The end of it, in which a closing tag may have begun. */
  #tail = '';
  #said = false;
  #thought = false;
  readonly #code = new CodeTracker();

  readonly #isTool: (name: string) => boolean;

  constructor(isTool: (name: string) => boolean) {
    this.#isTool = isTool;
  }

  push(text: string): MarkupPiece[] {
    this.#rest += text;
    return this.#scan(false);
  }

  /** The text has ended: what was held back is what it looks like. */
  end(): MarkupPiece[] {
    const pieces = this.#scan(true);
    if (this.#mode.in === 'block') pieces.push(...this.#closeBlock(this.#mode.open, true));
    if (this.#mode.in === 'message' && this.#mode.channel === 'call')
      pieces.push(...this.#closeMessage());
    this.#mode = { in: 'text' };
    return pieces;
  }

  #scan(ended: boolean): MarkupPiece[] {
    const pieces: MarkupPiece[] = [];
    while (this.#rest) {
      const before = this.#rest.length;
      const mode = this.#mode.in;
      if (mode === 'thought') this.#scanThought(pieces, ended);
      else if (mode === 'block') this.#scanBlock(pieces);
      else if (mode === 'header') this.#scanHeader();
      else this.#scanText(pieces, ended);
      if (this.#rest.length === before && this.#mode.in === mode) break;
    }
    return pieces;
  }

  #scanText(pieces: MarkupPiece[], ended: boolean): void {
    if (!this.#said && this.#mode.in === 'text' && this.#scanStart(ended)) return;
    const at = this.#rest.search(OPENING);
    if (at !== 0) {
      this.#say(pieces, this.#take(at < 0 ? this.#rest.length : at));
      return;
    }
    const tag = this.#code.inside ? undefined : this.#tagAt(pieces);
    if (tag) return;
    if (!ended && !this.#code.inside && mayBecomeTag(this.#rest)) return;
    this.#say(pieces, this.#take(1));
  }

  /** What only the very start of a text can be; true when it is that, or may become it. */
  #scanStart(ended: boolean): boolean {
    const blank = this.#rest.length - this.#rest.trimStart().length;
    const rest = this.#rest.slice(blank, blank + 2 * MAX_TAG);
    const bare = BARE_CALL.exec(rest);
    if (bare?.[1] && this.#isTool(bare[1])) {
      this.#beginBlock('', undefined);
      return true;
    }
    if (STRIPPED_HARMONY.open.test(rest)) {
      this.#take(blank + 'analysis'.length);
      this.#mode = { in: 'thought', close: STRIPPED_HARMONY.close };
      return true;
    }
    return !ended && mayBecomeBare(rest);
  }

  #beginBlock(open: string, close: string | undefined): void {
    this.#mode = { in: 'block', open, close };
    this.#inside = '';
    this.#tail = '';
  }

  /** Handles the tag at the start of the rest, if there is one. */
  #tagAt(pieces: MarkupPiece[]): boolean {
    const head = this.#rest.slice(0, MAX_TAG);
    const harmony = HARMONY.exec(head);
    if (harmony) {
      this.#take(harmony[0].length);
      this.#harmony(pieces, harmony[1] ?? '');
      return true;
    }
    if (this.#mode.in === 'message' && this.#mode.channel === 'call') return false;
    const thought = THOUGHTS.find(({ open }) => head.startsWith(open));
    if (thought && this.#code.atLineStart) {
      this.#take(thought.open.length);
      this.#mode = { in: 'thought', close: thought.close };
      return true;
    }
    const closing = THOUGHTS.find(({ close }) => head.startsWith(close));
    const mentioned = this.#said && (this.#code.afterQuote || !UNOPENED.test(head));
    if (closing && !mentioned) {
      this.#take(closing.close.length);
      if (this.#said && !this.#thought) pieces.push({ type: 'rethink' });
      this.#thoughtEnds();
      return true;
    }
    for (const { open, close } of BLOCKS) {
      const found = open.exec(head);
      if (!found) continue;
      this.#take(found[0].length);
      this.#beginBlock(found[0], close);
      return true;
    }
    const stray = STRAY.exec(head);
    if (stray) this.#take(stray[0].length);
    return Boolean(stray);
  }

  #scanThought(pieces: MarkupPiece[], ended: boolean): void {
    if (this.#mode.in !== 'thought') return;
    const { close } = this.#mode;
    const at = this.#rest.indexOf(close);
    const end =
      at >= 0 ? at : ended ? this.#rest.length : this.#rest.length - overlap(this.#rest, close);
    const text = this.#take(end);
    if (text) pieces.push({ type: 'reasoning', text });
    if (at < 0) return;
    this.#take(close.length);
    this.#mode = { in: 'text' };
    this.#thoughtEnds();
  }

  #scanBlock(pieces: MarkupPiece[]): void {
    if (this.#mode.in !== 'block') return;
    const { open, close } = this.#mode;
    const text = this.#take(this.#rest.length);
    // Only the end is searched: the whole would be copied at every piece.
    const window = this.#tail + text;
    const at = close === undefined ? -1 : window.indexOf(close);
    if (at < 0 || close === undefined) {
      this.#inside += text;
      this.#tail = window.slice(-MAX_TAG);
      return;
    }
    const inside = this.#inside + text.slice(0, Math.max(0, at - this.#tail.length));
    const before = inside.slice(0, this.#inside.length + at - this.#tail.length);
    const calls = callsInBlock(open, before, false);
    const after = window.slice(at + close.length);
    if (calls.length === 0 && looksLikeCall(before)) {
      // The closing tag stands inside of the arguments.
      this.#inside = before + close;
      this.#tail = '';
      this.#rest = after;
      return;
    }
    this.#inside = before;
    this.#rest = after;
    this.#mode = { in: 'text' };
    pieces.push(...this.#closeBlock(open, false, close));
  }

  /** The calls of a block; a block without any was prose about the markup, and stays text. */
  #closeBlock(open: string, torn: boolean, close = ''): MarkupPiece[] {
    const calls = callsInBlock(open, this.#inside, torn);
    const text = `${open}${this.#inside}${torn ? '' : close}`;
    this.#inside = '';
    if (calls.length > 0) return calls.map((call) => ({ type: 'call', call }));
    const pieces: MarkupPiece[] = [];
    this.#say(pieces, text);
    return pieces;
  }

  #harmony(pieces: MarkupPiece[], token: string): void {
    if (token === 'message') {
      this.#mode = this.#messageMode();
      this.#inside = '';
      return;
    }
    if (this.#mode.in === 'message' && this.#mode.channel === 'call')
      pieces.push(...this.#closeMessage());
    if (token !== 'start' && token !== 'channel' && token !== 'constrain') {
      this.#mode = { in: 'text' };
      return;
    }
    if (this.#mode.in !== 'header') this.#inside = '';
    this.#mode = { in: 'header' };
    this.#inside += ` <${token}> `;
  }

  #scanHeader(): void {
    const at = this.#rest.indexOf('<|');
    if (at < 0) {
      // A header is a few words; what is longer is none.
      if (this.#rest.length > 200) this.#mode = { in: 'text' };
      return;
    }
    const found = HARMONY.exec(this.#rest.slice(at, at + MAX_TAG));
    if (!found) {
      if (this.#rest.length - at > MAX_TAG) this.#mode = { in: 'text' };
      return;
    }
    this.#inside += this.#take(at);
    this.#take(found[0].length);
    this.#harmony([], found[1] ?? '');
  }

  /** Which channel the header names, and whom the message is for. */
  #messageMode(): Mode {
    const header = this.#inside;
    const tool = /\bto=([\w.:-]+)/.exec(header)?.[1];
    if (tool && tool !== 'user' && tool !== 'assistant')
      return { in: 'message', channel: 'call', tool };
    const channel = /<channel>\s*(\w+)/.exec(header)?.[1];
    return { in: 'message', channel: channel === 'analysis' ? 'reasoning' : 'text', tool: '' };
  }

  #closeMessage(): MarkupPiece[] {
    if (this.#mode.in !== 'message') return [];
    const call = { name: this.#mode.tool, args: this.#inside.trim() };
    this.#inside = '';
    return [{ type: 'call', call }];
  }

  #say(pieces: MarkupPiece[], text: string): void {
    if (this.#mode.in === 'message' && this.#mode.channel === 'call') {
      this.#inside += text;
      return;
    }
    const type =
      this.#mode.in === 'message' && this.#mode.channel === 'reasoning' ? 'reasoning' : 'text';
    if (type === 'text') {
      // Blank lines between a thought and the answer belong to neither.
      const words = this.#said ? text : text.trimStart();
      this.#code.see(text);
      if (!words) return;
      this.#said = true;
      pieces.push({ type, text: words });
    } else {
      pieces.push({ type, text });
    }
  }

  #thoughtEnds(): void {
    this.#thought = true;
    this.#said = false;
    this.#code.reset();
  }

  #take(count: number): string {
    const text = this.#rest.slice(0, count);
    this.#rest = this.#rest.slice(count);
    return text;
  }
}

/** How many characters at the end of `text` may be the start of `tag`. */
function overlap(text: string, tag: string): number {
  for (let length = Math.min(tag.length - 1, text.length); length > 0; length--) {
    if (tag.startsWith(text.slice(-length))) return length;
  }
  return 0;
}
