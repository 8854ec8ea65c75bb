import { type BlockEnd, CallBlock } from './call-block.ts';
import { CodeTracker } from './code-tracker.ts';
import { type HarmonyMessage, messageOf, readHeader } from './harmony.ts';
import type { MarkupCall } from './markup-calls.ts';
import {
  BARE_CALL,
  BLOCKS,
  CALL_LINE,
  GOES_ON,
  HARMONY,
  MAX_TAG,
  mayBecomeBare,
  mayBecomeTag,
  STRAY,
  STRIPPED_HARMONY,
  THOUGHTS,
} from './markup-tags.ts';
import { shownOfThought } from './open-thought.ts';

/** What a piece of a model's text turned out to be. */
export type MarkupPiece =
  | { type: 'text'; text: string }
  | { type: 'reasoning'; text: string }
  | { type: 'call'; call: MarkupCall }
  /** A thought ended that nobody saw begin: all text so far, behind `prefix`, was that thought. */
  | { type: 'rethink'; prefix?: string };

/** A call written as text, from its opening tag on. */
interface BlockMode {
  in: 'block';
  open: string;
  closes: readonly string[];
  block: CallBlock;
  /** The mark of a quote that stands before it, if there is one. */
  quote: string;
  end?: BlockEnd;
}
type Message = { in: 'message' } & HarmonyMessage;
type Mode =
  | { in: 'text' }
  | { in: 'thought'; close: string }
  | BlockMode
  /** Between a harmony token and its `<|message|>`: all of it, and what it stood in. */
  | { in: 'header'; header: string; before: { in: 'text' } | Message }
  | Message;

/** Closings that are known to come without their opening; other names are also those of plain XML. */
const UNOPENED = /^(<\/(seed:)?think>|\[\/THINK\]|◁\/think▷|<\|END_THINKING\|>)/;
const OPENING = /[<[◁]/;
const OPENING_OR_STRIPPED = /[<[◁a]/;
/** How many openings of calls in a thought are looked at. */
const MAX_DRAFTS = 8;
const CLOSING_MARKS: Record<string, string> = { '“': '”', '‘': '’', '「': '」' };

/**
 * Finds the markup in a model's text as it streams: thoughts in tags, calls written as XML or JSON, the
 * channels of harmony. Text in code (a fence, backticks) is left as it is. Nothing is held back but
 * what may be the start of a tag, and the inside of a call.
 */
export class TextMarkup {
  #mode: Mode = { in: 'text' };
  #rest = '';
  /** The arguments of a call in a message of its own. */
  #args = '';
  #said = false;
  #thought = false;
  /** The text begins as harmony without its tokens does. */
  #stripped = false;
  /** Closing tags whose opening was a word of the text. */
  readonly #mentioned = new Set<string>();
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
    while (this.#mode.in === 'block') {
      this.#blockEnds(pieces, this.#mode.end ?? this.#mode.block.end());
      pieces.push(...this.#scan(true));
    }
    if (this.#mode.in === 'message' && this.#mode.channel === 'call')
      pieces.push(...this.#closeMessage());
    this.#mode = { in: 'text' };
    return pieces;
  }

  #scan(ended: boolean): MarkupPiece[] {
    const pieces: MarkupPiece[] = [];
    while (this.#rest) {
      const before = this.#rest.length;
      const mode = this.#mode;
      if (mode.in === 'thought') this.#scanThought(pieces, ended);
      else if (mode.in === 'block') this.#scanBlock(pieces, ended);
      else if (mode.in === 'header') this.#scanHeader(pieces, ended);
      else this.#scanText(pieces, ended);
      if (this.#rest.length === before && this.#mode === mode) break;
    }
    return pieces;
  }

  #scanText(pieces: MarkupPiece[], ended: boolean): void {
    if (!this.#said && this.#mode.in === 'text' && this.#scanStart(ended)) return;
    const at = this.#rest.search(this.#stripped ? OPENING_OR_STRIPPED : OPENING);
    if (at !== 0) {
      this.#say(pieces, this.#take(at < 0 ? this.#rest.length : at));
      return;
    }
    if (this.#stripped && this.#endStripped(pieces)) return;
    const inCode = this.#code.inside;
    const found = inCode ? undefined : this.#tagAt(pieces, ended);
    if (found) return;
    if (!ended && !inCode && mayBecomeTag(this.#rest)) return;
    if (!ended && this.#stripped && STRIPPED_HARMONY.close.startsWith(this.#rest)) return;
    this.#say(pieces, this.#take(1));
  }

  /** What only the very start of a text can be; true when it is that, or may become it. */
  #scanStart(ended: boolean): boolean {
    const blank = this.#rest.length - this.#rest.trimStart().length;
    const rest = this.#rest.slice(blank, blank + 2 * MAX_TAG);
    const bare = BARE_CALL.exec(rest);
    if (bare?.[1] && this.#isTool(bare[1])) {
      this.#beginBlock('', [], '');
      return true;
    }
    this.#stripped ||= !this.#thought && STRIPPED_HARMONY.open.test(rest);
    return !ended && !this.#stripped && mayBecomeBare(rest);
  }

  #endStripped(pieces: MarkupPiece[]): boolean {
    const { prefix, close } = STRIPPED_HARMONY;
    if (!this.#rest.startsWith(close)) return false;
    this.#take(close.length);
    pieces.push({ type: 'rethink', prefix });
    this.#thoughtEnds();
    return true;
  }

  #beginBlock(open: string, closes: readonly string[], quote: string): void {
    const block = new CallBlock(open, closes, this.#isTool);
    this.#mode = { in: 'block', open, closes, block, quote };
  }

  /** Handles the tag at the start of the rest, if there is one; true also when more must come to tell. */
  #tagAt(pieces: MarkupPiece[], ended: boolean): boolean {
    const head = this.#rest.slice(0, MAX_TAG);
    const [token, name] = HARMONY.exec(head) ?? [];
    const [stray] = STRAY.exec(head) ?? [];
    const mark = token ?? (stray?.startsWith('<|') ? stray : undefined);
    if (mark && this.#said && this.#code.afterQuote) {
      if (!ended && head.length === mark.length) return true;
      if (GOES_ON.test(head.slice(mark.length))) return false;
    }
    if (token) {
      this.#take(token.length);
      this.#harmony(pieces, name ?? '', token);
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
    for (const { open, closes } of BLOCKS) {
      const found = open.exec(head);
      if (!found) continue;
      this.#take(found[0].length);
      this.#beginBlock(found[0], closes, this.#code.quotes ? '>' : this.#code.quoteMark);
      return true;
    }
    if (!stray || this.#mentioned.has(stray)) return false;
    this.#take(stray.length);
    return true;
  }

  #scanThought(pieces: MarkupPiece[], ended: boolean): void {
    if (this.#mode.in !== 'thought') return;
    const { close } = this.#mode;
    const at = this.#rest.indexOf(close);
    const text = this.#take(at >= 0 ? at : shownOfThought(this.#rest, close, ended));
    if (text) pieces.push({ type: 'reasoning', text });
    if (at >= 0) {
      this.#take(close.length);
      this.#mode = { in: 'text' };
      this.#thoughtEnds();
    } else if (!text && ended) {
      pieces.push(...this.#unendedThought());
    }
  }

  #unendedThought(): MarkupPiece[] {
    const text = this.#take(this.#rest.length);
    const calls = callsAtEnd(text, this.#isTool);
    return calls.length > 0 ? calls : [{ type: 'reasoning', text }];
  }

  #scanBlock(pieces: MarkupPiece[], ended: boolean): void {
    if (this.#mode.in !== 'block') return;
    const { block, quote } = this.#mode;
    const text = this.#take(this.#rest.length);
    const end = this.#mode.end ? { ...this.#mode.end, rest: text } : block.push(text);
    // Only the next character tells whether the quote closes.
    if (end?.rest === '' && quote && quote !== '>' && !ended) this.#mode.end = end;
    else if (end) this.#blockEnds(pieces, end);
  }

  #blockEnds(pieces: MarkupPiece[], end: BlockEnd): void {
    if (this.#mode.in !== 'block') return;
    const { open, closes, quote } = this.#mode;
    this.#mode = { in: 'text' };
    this.#rest = end.rest;
    const quoted = quote === '>' || (quote && end.rest.startsWith(CLOSING_MARKS[quote] ?? quote));
    if (end.calls.length > 0 && !quoted) {
      pieces.push(...end.calls.map((call): MarkupPiece => ({ type: 'call', call })));
    } else {
      for (const close of closes) this.#mentioned.add(close);
      // JSON that is no call would be taken for one again.
      const first = open || this.#take(1);
      if (!end.frame) this.#say(pieces, end.calls.length > 0 ? open + end.written : first);
    }
    if (end.text) this.#say(pieces, end.text);
  }

  #harmony(pieces: MarkupPiece[], name: string, token: string): void {
    const mode = this.#mode;
    if (mode.in === 'message' && mode.channel === 'call') pieces.push(...this.#closeMessage());
    const header = mode.in === 'header' ? mode.header : '';
    this.#mode = { in: 'text' };
    if (name === 'message') this.#beginMessage(messageOf(header) ?? { channel: 'text', tool: '' });
    if (name !== 'start' && name !== 'channel' && name !== 'constrain') return;
    const before = mode.in === 'header' ? mode.before : mode.in === 'message' ? mode : this.#mode;
    this.#mode = { in: 'header', header: header + token, before };
  }

  #scanHeader(pieces: MarkupPiece[], ended: boolean): void {
    if (this.#mode.in !== 'header') return;
    const { header, before } = this.#mode;
    const step = readHeader(header, this.#rest, ended);
    if (step?.type === 'token') {
      this.#mode.header += this.#take(step.before);
      this.#take(step.token.length);
      this.#harmony(pieces, step.name, step.token);
    } else if (step?.type === 'message') {
      this.#rest = this.#rest.slice(step.before).trimStart();
      this.#beginMessage(step.message);
    } else if (step?.type === 'prose') {
      this.#mode = before;
      this.#say(pieces, header);
    } else if (step) {
      this.#take(this.#rest.length);
    }
  }

  #beginMessage(message: HarmonyMessage): void {
    this.#mode = { in: 'message', ...message };
    this.#args = '';
  }

  #closeMessage(): MarkupPiece[] {
    if (this.#mode.in !== 'message') return [];
    const call = { name: this.#mode.tool, args: this.#args.trim() };
    this.#args = '';
    return [{ type: 'call', call }];
  }

  #say(pieces: MarkupPiece[], text: string): void {
    if (this.#mode.in === 'message' && this.#mode.channel === 'call') {
      this.#args += text;
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
    this.#stripped = false;
    this.#code.reset();
  }

  #take(count: number): string {
    const text = this.#rest.slice(0, count);
    this.#rest = this.#rest.slice(count);
    return text;
  }
}

type CallPiece = Extract<MarkupPiece, { type: 'call' }>;

/** The calls with which a thought ends: they are meant when nothing comes behind it. */
export function callsAtEnd(thought: string, isTool: (name: string) => boolean): CallPiece[] {
  const text = thought.trimEnd();
  if (!text.endsWith('>')) return [];
  // Drafts of calls may stand before.
  const lines = [...text.matchAll(CALL_LINE)].slice(-MAX_DRAFTS);
  for (const { index } of lines) {
    const markup = new TextMarkup(isTool);
    const pieces = [...markup.push(text.slice(index)), ...markup.end()];
    const calls = pieces.filter((piece) => piece.type === 'call');
    if (calls.length === pieces.length && calls.every(({ call }) => isTool(call.name)))
      return calls;
  }
  return [];
}
