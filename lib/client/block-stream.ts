import { Marked, type Token, type TokenizerAndRendererExtension } from 'marked';
import cjkFriendly from 'marked-cjk-friendly';

/** A line or block over these sizes is shown as plain text: the inline lexer is superlinear on them. */
const MAX_LINE_CHARS = 4000;
const MAX_BLOCK_CHARS = 32_000;
const FENCE = /^ {0,3}(`{3,}|~{3,})[^\n]*\n/;

export interface MathToken {
  type: 'math';
  raw: string;
  text: string;
  display: boolean;
}

export interface PlainToken {
  type: 'plain';
  raw: string;
  text: string;
}

export type Block = Token | MathToken | PlainToken;

const displayMath: TokenizerAndRendererExtension = {
  name: 'math',
  level: 'block',
  start: (source) => source.match(/^(?:\$\$|\\\[)/m)?.index,
  tokenizer(source) {
    const match =
      /^\$\$\s*([\s\S]+?)\s*\$\$(?:\n+|$)/.exec(source) ??
      /^\\\[\s*([\s\S]+?)\s*\\\](?:\n+|$)/.exec(source);
    if (!match) return undefined;
    return { type: 'math', raw: match[0], text: match[1] ?? '', display: true };
  },
};

const inlineMath: TokenizerAndRendererExtension = {
  name: 'math',
  level: 'inline',
  start: (source) => source.match(/\$|\\\(/)?.index,
  tokenizer(source) {
    // Dollars are money unless they hug what is between them and no digit follows.
    const match =
      /^\$(?![\s$])((?:\\.|[^$\n\\])+?)(?<!\s)\$(?![\d$])/.exec(source) ??
      /^\\\(([^\n]+?)\\\)/.exec(source);
    if (!match) return undefined;
    return { type: 'math', raw: match[0], text: match[1] ?? '', display: false };
  },
};

const markdown = new Marked({ gfm: true });
markdown.use({ extensions: [displayMath, inlineMath] });
markdown.use(cjkFriendly());

/** The blocks of a text, without the empty space between them. */
export function lexBlocks(text: string): Block[] {
  if (isTooLong(text)) return [{ type: 'plain', raw: text, text }];
  return markdown.lexer(text).filter((token) => token.type !== 'space');
}

function isTooLong(text: string): boolean {
  if (FENCE.test(text)) return false;
  for (let at = 0; at < text.length; ) {
    const end = text.indexOf('\n', at);
    const length = (end < 0 ? text.length : end) - at;
    if (length > MAX_LINE_CHARS) return true;
    at += length + 1;
  }
  return false;
}

/** What a growing text is so far: blocks that will never change, and the rest. */
export interface StreamedText {
  /** How much of the text is in `blocks`. */
  settled: number;
  blocks: readonly Block[];
  tail: string;
}

export const EMPTY: StreamedText = { settled: 0, blocks: [], tail: '' };

/**
 * Goes on from an earlier state of the same text. A block is settled once a later one has begun on a
 * complete line; settled blocks keep their identity, and only the tail is ever read again.
 */
export function advanceText(before: StreamedText, text: string): StreamedText {
  const whole = before.tail === '' && before.settled === 0;
  const known = whole || text.length >= before.settled + before.tail.length;
  const from = known ? before : EMPTY;
  const tail = text.slice(from.settled);
  const settledTail = settle(tail);
  if (!settledTail) return { ...from, tail };
  return {
    settled: from.settled + settledTail.length,
    blocks: [...from.blocks, ...settledTail.blocks],
    tail: tail.slice(settledTail.length),
  };
}

/** The blocks at the beginning of a tail that are complete, and their length in characters. */
function settle(tail: string): { blocks: Block[]; length: number } | undefined {
  const end = tail.lastIndexOf('\n') + 1;
  const complete = tail.slice(0, end);
  if (!complete || hasOpenFence(complete)) return undefined;
  if (isTooLong(complete) || complete.length > MAX_BLOCK_CHARS) {
    return { blocks: [{ type: 'plain', raw: complete, text: complete }], length: end };
  }
  const tokens = markdown.lexer(complete);
  let last = tokens.length - 1;
  while (last > 0 && tokens[last]?.type === 'space') last--;
  if (last <= 0) return undefined;
  const done = tokens.slice(0, last);
  const length = done.reduce((sum, token) => sum + token.raw.length, 0);
  const blocks = done.filter((token) => token.type !== 'space');
  // The lexer normalises some text (tabs, line ends): then its lengths say nothing about ours.
  if (complete.slice(0, length) !== done.map((token) => token.raw).join('')) return undefined;
  return blocks.length > 0 ? { blocks, length } : undefined;
}

/** An open fence swallows everything after it: nothing to decide until it closes. */
function hasOpenFence(text: string): boolean {
  const opening = FENCE.exec(text);
  if (!opening) return false;
  const marker = opening[1] ?? '';
  const closing = new RegExp(`^ {0,3}${marker[0]}{${marker.length},}[ \\t]*$`, 'm');
  return !closing.test(text.slice(opening[0].length));
}

/** The code of a tail that is an open fence: shown as it is, without a look at what it means. */
export function openFence(tail: string): { lang: string; code: string } | undefined {
  if (!hasOpenFence(tail)) return undefined;
  const head = tail.indexOf('\n');
  const lang = tail
    .slice(0, head)
    .replace(/^ {0,3}[`~]+/, '')
    .trim();
  return { lang, code: tail.slice(head + 1) };
}
