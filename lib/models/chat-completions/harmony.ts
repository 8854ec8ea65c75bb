/** What a message of the harmony format (gpt-oss) is. */
export interface HarmonyMessage {
  channel: 'text' | 'reasoning' | 'call';
  /** The tool that a call is for. */
  tool: string;
}

const WORD =
  /^\s*(?:(?:assistant|user|system|developer|tool|analysis|commentary|final|json|code)(?![\w.])|to=[\w.:-]+)/;

/** How many characters at the start of a text are words of a header. */
export function headerLength(text: string): number {
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
