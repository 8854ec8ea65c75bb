/** What shows nothing but reaches a model: controls, zero-width and direction marks, tags, private use. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu;

/**
 * Words of a foreign server as one line without hidden characters, so that they can neither forge a
 * structure nor carry what a person would not see.
 * @param max characters, with the ellipsis of a cut
 */
export function plainText(text: string, max: number): string {
  const line = text.replace(/\s+/g, ' ').replace(HIDDEN, '').replace(/ +/g, ' ').trim();
  const characters = [...line];
  return characters.length <= max ? line : `${characters.slice(0, max - 1).join('')}…`;
}
