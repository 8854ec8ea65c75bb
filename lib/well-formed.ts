/** A text without halves of characters: JSON carries them, but strict servers and UTF-8 do not. */
export function withoutHalves(text: string): string {
  return text.isWellFormed() ? text : text.replace(/\p{Surrogate}/gu, '');
}
