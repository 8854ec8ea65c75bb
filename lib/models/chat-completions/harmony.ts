import { HARMONY, MAX_TAG, mayBecomeTag } from './markup-tags.ts';

/** What a message of the harmony format (gpt-oss) is. */
export interface HarmonyMessage {
  channel: 'text' | 'reasoning' | 'call';
  /** The tool that a call is for. */
  tool: string;
}

const WORD =
  /^\s*(?:(?:assistant|user|system|developer|tool|analysis|commentary|final|json|code)(?![\w.])|to=[\w.:-]+)/;

/** How a header goes on. */
export type HeaderStep =
  | { type: 'token'; before: number; token: string; name: string }
  /** Its message begins, behind so many characters. */
  | { type: 'message'; before: number; message: HarmonyMessage }
  /** It was none: its tokens are words of the text. */
  | { type: 'prose' }
  | { type: 'ended' };

/**
 * Reads on in a header, which is a few known words between tokens. Any other word is that of its
 * message, whose own token some servers leave out. Undefined: more must come to tell.
 */
export function readHeader(header: string, rest: string, ended: boolean): HeaderStep | undefined {
  const at = rest.search(/<(?:\||$)/);
  const words = at < 0 ? rest : rest.slice(0, at);
  const known = headerLength(words);
  const left = words.slice(known).trimStart();
  if (!left) {
    const [token, name = ''] = (at >= 0 && HARMONY.exec(rest.slice(at, at + MAX_TAG))) || [];
    if (token) return { type: 'token', before: at, token, name };
    if (at < 0 || (!ended && mayBecomeTag(rest.slice(at))))
      return ended ? { type: 'ended' } : undefined;
  } else if (at < 0 && !ended && /^[\w=.:-]*$/.test(left)) {
    return undefined;
  }
  const message = messageOf(header + rest.slice(0, known));
  return message ? { type: 'message', before: known, message } : { type: 'prose' };
}

/** How many characters at the start of a text are words of a header. */
function headerLength(text: string): number {
  let at = 0;
  for (;;) {
    const word = WORD.exec(text.slice(at, at + 200))?.[0];
    if (!word) return at;
    at += word.length;
  }
}

/** What a header says of its message; undefined when it says nothing, and the token stood in prose. */
export function messageOf(header: string): HarmonyMessage | undefined {
  const tool = /\bto=([\w.:-]+)/.exec(header)?.[1];
  if (tool && tool !== 'user' && tool !== 'assistant') return { channel: 'call', tool };
  const channel = /<\|channel\|>\s*(\w+)/.exec(header)?.[1];
  if (!channel && !/<\|start\|>\w/.test(header)) return undefined;
  return { channel: channel === 'analysis' ? 'reasoning' : 'text', tool: '' };
}
