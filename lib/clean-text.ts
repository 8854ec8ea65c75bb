/**
 * A text that every store and every provider takes: without halves of characters, which JSON carries but
 * UTF-8 does not, and without NUL, which PostgreSQL refuses.
 */
export function cleanText(text: string): string {
  const whole = text.isWellFormed() ? text : text.replace(/\p{Surrogate}/gu, '');
  return whole.replaceAll('\0', '');
}
