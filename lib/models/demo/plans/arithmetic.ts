import { callOne, type Job, type Language, type Plan, type Result, say } from '../plan.ts';

/** A stretch of text that could be an expression of calc. */
const EXPRESSION =
  /(?:\b(?:sqrt|log|sin|cos|tan|abs|round|ceil|floor|min|max)\s*\(|[-+(（.\d０-９]|\b(?:pi|e)\b)(?:[-+*/%^×÷−().,（），\d０-９\s]|\*\*|\b(?:sqrt|log|sin|cos|tan|abs|round|ceil|floor|min|max|pi|e|mod)\b)*/giu;
const OPERATION = /[-+*/%^×÷−]\s*[\d(（.a-z]|[a-z]\s*[(（]/i;
const NUMBER = String.raw`(-?\d+(?:\.\d+)?)`;

/** How people say an operation; each turns two numbers into an expression. */
const SPOKEN: [RegExp, (a: string, b: string) => string][] = [
  [new RegExp(`${NUMBER}\\s*的\\s*${NUMBER}\\s*次方`), (a, b) => `${a}**${b}`],
  [
    new RegExp(`${NUMBER} (?:to the power of|to the|raised to) ${NUMBER}`, 'i'),
    (a, b) => `${a}**${b}`,
  ],
  [new RegExp(`${NUMBER}\\s*除以\\s*${NUMBER}`), (a, b) => `${a}/${b}`],
  [new RegExp(`${NUMBER} divided by ${NUMBER}`, 'i'), (a, b) => `${a}/${b}`],
  [new RegExp(`${NUMBER}\\s*(?:乘以|乘)\\s*${NUMBER}`), (a, b) => `${a}*${b}`],
  [new RegExp(`${NUMBER} times ${NUMBER}`, 'i'), (a, b) => `${a}*${b}`],
  [new RegExp(`${NUMBER}\\s*加(?:上)?\\s*${NUMBER}`), (a, b) => `${a}+${b}`],
  [new RegExp(`${NUMBER} plus ${NUMBER}`, 'i'), (a, b) => `${a}+${b}`],
  [new RegExp(`${NUMBER}\\s*减(?:去)?\\s*${NUMBER}`), (a, b) => `${a}-${b}`],
  [new RegExp(`${NUMBER} minus ${NUMBER}`, 'i'), (a, b) => `${a}-${b}`],
  [new RegExp(`${NUMBER}\\s*%\\s*of ${NUMBER}`, 'i'), (a, b) => `${a}/100*${b}`],
  [new RegExp(`${NUMBER}\\s*的\\s*${NUMBER}\\s*%`), (a, b) => `${b}/100*${a}`],
];

export const arithmetic: Plan = ({ text, language }) => {
  const expression = spoken(text) ?? written(text);
  return expression ? calculate(expression, text, language) : undefined;
};

function* calculate(expression: string, text: string, language: Language): Job {
  const thought = say(
    language,
    'I need the exact value, so I use the calculator.',
    '需要准确的数值，我用计算器来算。',
  );
  const result = yield* callOne(thought, 'calc', { expression });
  if (result.failed) {
    const reason = result.text.split('\n')[0]?.replace(/^Error: /, '') ?? '';
    return say(
      language,
      `\`${expression}\` has no value: ${reason}.`,
      `\`${expression}\` 算不出结果：${reason}。`,
    );
  }
  const value = readValue(result);
  const power = /^(-?[\d.]+)\*\*(-?[\d.]+)$/.exec(expression);
  if (power && /次方/.test(text)) return `${power[1]}的${power[2]}次方是${value}。`;
  return `${expression.replaceAll('*', '\\*')} = **${value}**`;
}

/** The value that calc answered: the last thing in its text that reads as one. */
export function readValue({ text }: Result): string {
  const field = /"result":\s*"?(-?[\d.]+(?:e[-+]?\d+)?)"?/i.exec(text)?.[1];
  return field ?? text;
}

function spoken(text: string): string | undefined {
  for (const [pattern, build] of SPOKEN) {
    const [, a, b] = pattern.exec(text) ?? [];
    if (a && b) return build(a, b);
  }
  return undefined;
}

function written(text: string): string | undefined {
  const candidates = [...text.matchAll(EXPRESSION)]
    .map(([match]) => match.trim().replace(/[,.，\s]+$/, ''))
    .filter((match) => OPERATION.test(match));
  return candidates.sort((a, b) => b.length - a.length)[0];
}
