import { type Label, labelAt, mayBecomeLabel } from './labels.ts';

/** What can be shown of a reply before all of it is there. */
export interface ReactPiece {
  type: 'thought' | 'answer' | 'prose';
  text: string;
}

/** What a reply came to. */
export type ReactOutcome =
  | { type: 'call'; name: string; input: string }
  | { type: 'answer' }
  /** Neither an action nor an answer was labelled. */
  | { type: 'unlabelled' };

interface Block {
  action: string;
  input: string;
  hasInput: boolean;
}

const FINISH = /^(finish|finished|final[\s_]?answer|done|完成|结束|回答)$/i;

/**
 * Reads a reply in the form `Thought / Action / Action Input` (or 思考/行动/行动输入) while it streams.
 * Labels count at the start of a line only. The last action wins; its input runs to the end of the reply
 * or to the next label; what follows `FINISH` is the answer to its last character, labels and all; what a
 * model makes up after `Observation:` is left out.
 */
export class ReactParser {
  #section: Label | 'none' = 'none';
  #line = '';
  /** The start of the current line has been handed on: it is no label. */
  #open = false;
  #block: Block | undefined;
  #answered = false;
  #begun = new Set<ReactPiece['type']>();
  #fenced = false;

  push(text: string): ReactPiece[] {
    const pieces: ReactPiece[] = [];
    let rest = text;
    while (rest) {
      const end = rest.indexOf('\n');
      this.#line += end < 0 ? rest : rest.slice(0, end);
      rest = end < 0 ? '' : rest.slice(end + 1);
      this.#takeLine(pieces, end >= 0);
    }
    return pieces;
  }

  end(): { pieces: ReactPiece[]; outcome: ReactOutcome } {
    const pieces: ReactPiece[] = [];
    this.#takeLine(pieces, true, true);
    if (this.#answered) return { pieces, outcome: { type: 'answer' } };
    const block = this.#block;
    const name = block?.action.trim();
    if (!block || !name) return { pieces, outcome: { type: 'unlabelled' } };
    if (isFinish(name)) {
      const text = block.input.trim();
      if (text) this.#put(pieces, 'answer', text);
      return { pieces, outcome: { type: text ? 'answer' : 'unlabelled' } };
    }
    return { pieces, outcome: { type: 'call', ...callOf(name, block) } };
  }

  /** Takes what there is of the line; `complete`: its end has come. */
  #takeLine(pieces: ReactPiece[], complete: boolean, last = false): void {
    const free = this.#open || this.#answered || this.#section === 'observation';
    if (!free) {
      const found = labelAt(this.#line);
      // Marks of emphasis may still follow a label: it is whole when something else does.
      const unsure = found ? found.length === this.#line.length : mayBecomeLabel(this.#line);
      if (!complete && unsure) return;
      if (found) {
        this.#line = this.#line.slice(found.length);
        this.#begin(found.label, pieces);
      } else if (this.#section === 'none' && /^\s*```\w*\s*$/.test(this.#line) && complete) {
        this.#fenced = true;
        this.#line = '';
        return;
      }
    }
    const closingFence = complete && this.#fenced && /^\s*```\s*$/.test(this.#line);
    const text = closingFence ? '' : this.#line;
    this.#line = '';
    this.#open = !complete;
    this.#add(pieces, complete && !last ? `${text}\n` : text);
  }

  #begin(label: Label, pieces: ReactPiece[]): void {
    if (label === 'action') {
      // An earlier action that was not the last one was part of the thinking.
      const { action, input } = this.#block ?? { action: '', input: '' };
      const earlier = [action.trim(), input.trim()].filter(Boolean).join('\n');
      if (earlier && !isFinish(action.trim())) this.#put(pieces, 'thought', `\n${earlier}\n`);
      this.#block = { action: '', input: '', hasInput: false };
    }
    if (label === 'answer') this.#answered = true;
    if (label === 'input') {
      this.#block ??= { action: '', input: '', hasInput: false };
      this.#block.hasInput = true;
      if (isFinish(this.#block.action.trim())) this.#answered = true;
    }
    this.#section = label;
  }

  #add(pieces: ReactPiece[], text: string): void {
    if (this.#answered) this.#put(pieces, 'answer', text);
    else if (this.#section === 'none') this.#put(pieces, 'prose', text);
    else if (this.#section === 'thought') this.#put(pieces, 'thought', text);
    else if (this.#section === 'input' && this.#block) this.#block.input += text;
    else if (this.#section === 'action' && this.#block) this.#addAction(text);
  }

  /** The first line names the action; what follows without a label is its input. */
  #addAction(text: string): void {
    const block = this.#block;
    if (!block) return;
    if (block.action.trim() && block.action.includes('\n')) block.input += text;
    else block.action += text;
  }

  #put(pieces: ReactPiece[], type: ReactPiece['type'], text: string): void {
    const words = this.#begun.has(type) ? text : text.trimStart();
    if (!words) return;
    this.#begun.add(type);
    const last = pieces.at(-1);
    if (last?.type === type) last.text += words;
    else pieces.push({ type, text: words });
  }
}

function isFinish(action: string): boolean {
  return FINISH.test(bare(action));
}

/** A name without the marks around it. */
function bare(name: string): string {
  return name
    .trim()
    .replace(/^[*_`"'“「[(<]+|[*_`"'”」\])>.。]+$/g, '')
    .trim();
}

/** `web_search`, or both in one as `web_search[weather]` or `web_search("weather")`. */
function callOf(action: string, block: Block): { name: string; input: string } {
  const joined = /^[*_`]*([\w.:-]+)\s*(?:\[([\s\S]*)\]|\(([\s\S]*)\))[*_`]*$/.exec(action);
  const inline = joined?.[2] ?? joined?.[3];
  if (joined?.[1] && inline !== undefined && !block.input.trim()) {
    return { name: joined[1], input: inline.trim() };
  }
  return { name: bare(action), input: block.input.trim() };
}
