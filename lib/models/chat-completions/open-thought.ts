import { CALL_LINE } from './markup-tags.ts';
import { overlap } from './overlap.ts';

/** What may become a call at the start of a line. */
const LINE_START = /\n[ \t]*(?:[<[][^\n]{0,30})?$/;
/** Words behind a call: the thought goes on. */
const GOES_ON = /(?:<\/(?:[\w:]+_calls?|function|invoke)>|_end\|>)\s*[^\s<]/;

/**
 * How much can be shown of a thought whose end has not come. Held back is what may be its closing tag,
 * and a call behind which nothing has come: that one is made, should the thought never end.
 */
export function shownOfThought(text: string, close: string, ended: boolean): number {
  const call = text.search(CALL_LINE);
  if (call >= 0) {
    const more = GOES_ON.exec(text.slice(call));
    return more ? call + more.index + more[0].length : call;
  }
  if (ended) return text.length;
  const line = LINE_START.exec(text)?.index ?? text.length;
  return Math.min(line, text.length - overlap(text, close));
}
