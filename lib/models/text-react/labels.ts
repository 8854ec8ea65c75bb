/** What a labelled line of a ReAct reply begins. */
export type Label = 'thought' | 'action' | 'input' | 'observation' | 'answer';

// Longer words first, so that `Action Input` is not taken for `Action`.
const WORDS: readonly (readonly [Label, string])[] = [
  ['input', 'action input'],
  ['input', '行动输入'],
  ['input', '动作输入'],
  ['answer', 'final answer'],
  ['answer', '最终答案'],
  ['answer', '最终回答'],
  ['observation', 'observation'],
  ['observation', '观察结果'],
  ['observation', '观察'],
  ['thought', 'thought'],
  ['thought', '思考'],
  ['action', 'action'],
  ['action', '行动'],
  ['action', '动作'],
];

/** Bullets, headings, quotes and emphasis that models put before a label. */
const BEFORE = String.raw`\s*(?:[#>*\-•]+\s*)?[*_\x60]*\s*`;
const AFTER = String.raw`\s*\d*\s*[*_\x60]*\s*[:：][*_\x60]*[ \t]*`;
const LABEL = new RegExp(
  `^${BEFORE}(${WORDS.map(([, word]) => word.replace(' ', String.raw`[\s_]*`)).join('|')})${AFTER}`,
  'i',
);
const DECORATION = new RegExp(`^${BEFORE}`);
const LONGEST = 24;

/** The label at the start of a line, and how many characters it takes up. */
export function labelAt(line: string): { label: Label; length: number } | undefined {
  const found = LABEL.exec(line);
  if (!found) return undefined;
  const word = plain(found[1] ?? '');
  const label = WORDS.find(([, known]) => plain(known) === word)?.[0];
  return label && { label, length: found[0].length };
}

/** Whether the start of a line may still become a label when more of it comes. */
export function mayBecomeLabel(line: string): boolean {
  const rest = plain(line.replace(DECORATION, '')).replace(/[\d*_`]+$/, '');
  if (rest.length > LONGEST) return false;
  return WORDS.some(([, word]) => plain(word).startsWith(rest));
}

function plain(text: string): string {
  return text.toLowerCase().replace(/[\s_]+/g, '');
}
