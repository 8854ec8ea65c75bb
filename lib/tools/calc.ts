import { z } from 'zod';
import { CalcError } from './calc/calc-error.ts';
import { evaluate } from './calc/evaluate.ts';
import { isInteger, type Value } from './calc/numbers.ts';
import { defineTool, failure } from './tool.ts';

/** Digits that a JSON number carries exactly. */
const SAFE_DIGITS = 15;

export const calcTool = defineTool({
  name: 'calc',
  description:
    'Calculates an expression exactly. Operators as in Python: + - * / // % ** and parentheses (^ means **). Functions: sqrt, log(x) or log(x, base), sin, cos, tan (radians), abs, round(x) or round(x, digits) (half to even), ceil, floor, min, max. Constants: pi, e. Whole numbers are exact at any size.',
  input: z.object({
    expression: z
      .string()
      .min(1)
      .describe('The expression, such as 2**10 or sqrt(144)+pi. Numbers and names only, no text.'),
  }),
  effect: 'none',
  timeoutMs: 5000,
  async execute({ expression }) {
    try {
      return { ok: true, expression, result: present(evaluate(expression)) };
    } catch (error) {
      if (!(error instanceof CalcError)) throw error;
      const place = error.at === undefined ? '' : ` (at position ${error.at + 1})`;
      return failure('invalid_input', `${error.message}${place}`, { expression });
    }
  },
});

/** A number where JSON keeps it exactly, else its digits as text. */
function present(value: Value): number | string {
  if (isInteger(value)) {
    const digits = value.toString();
    return digits.replace('-', '').length <= SAFE_DIGITS ? Number(digits) : digits;
  }
  const shown = value.toSignificantDigits(SAFE_DIGITS);
  const number = shown.toNumber();
  const representable = Number.isFinite(number) && (number !== 0 || shown.isZero());
  return representable ? number : shown.toString();
}
