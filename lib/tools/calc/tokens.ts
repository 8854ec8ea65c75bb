import { CalcError } from './calc-error.ts';

export interface Token {
  type: 'number' | 'name' | 'operator' | 'end';
  text: string;
  /** Where it begins in the expression, from 0. */
  at: number;
}

/** What people type or paste for the plain signs, besides full-width forms. */
const SAME: Record<string, string> = {
  '×': '*',
  '·': '*',
  '÷': '/',
  '−': '-',
  '–': '-',
  '、': ',',
  '【': '(',
  '】': ')',
  '^': '**',
};

const TOKEN =
  /(?<number>(?:\d[\d_]*(?:\.[\d_]*)?|\.\d+)(?:[eE][+-]?\d+)?)|(?<name>[\p{L}_][\p{L}\p{N}_]*)|(?<operator>\*\*|\/\/|[-+*/%(),^×·÷−–、【】])|(?<space>\s+)/uy;

/** @throws CalcError at the first character that belongs to no expression */
export function tokenise(expression: string): Token[] {
  const text = expression.normalize('NFKC');
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const at = TOKEN.lastIndex;
    const groups = TOKEN.exec(text)?.groups;
    if (!groups) {
      throw new CalcError(`unexpected character ${JSON.stringify(characterAt(text, at))}`, at);
    }
    const { number, name, operator } = groups;
    if (number) tokens.push({ type: 'number', text: number.replaceAll('_', ''), at });
    else if (name) tokens.push({ type: 'name', text: name, at });
    else if (operator) tokens.push({ type: 'operator', text: SAME[operator] ?? operator, at });
  }
  tokens.push({ type: 'end', text: '', at: text.length });
  return tokens;
}

function characterAt(text: string, at: number): string {
  return String.fromCodePoint(text.codePointAt(at) ?? 0);
}
