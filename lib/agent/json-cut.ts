/** Whether a JSON text, however badly written, ends before what it opened is closed. */
export function isCutOff(text: string): boolean {
  let quote = '';
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (quote) {
      if (character === '\\') at++;
      else if (character === quote && closes(text, at)) quote = '';
    } else if (character === '"' || character === "'") quote = character;
    else if (character === '{' || character === '[') depth++;
    else if (character === '}' || character === ']') depth--;
  }
  return quote !== '' || depth > 0;
}

/** A quote ends a string where JSON could go on; an apostrophe in a word does not. */
function closes(text: string, at: number): boolean {
  return /^\s*([,:}\]]|$)/.test(text.slice(at + 1, at + 20));
}
