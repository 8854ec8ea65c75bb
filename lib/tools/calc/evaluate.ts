import { CalcError } from './calc-error.ts';
import { CONSTANTS, FUNCTIONS } from './functions.ts';
import {
  add,
  checked,
  Decimal,
  divide,
  floorDivide,
  modulo,
  multiply,
  negate,
  power,
  subtract,
  type Value,
} from './numbers.ts';
import { type Token, tokenise } from './tokens.ts';

const MAX_LENGTH = 2000;
const MAX_DEPTH = 100;

const SUMS = new Map([
  ['+', add],
  ['-', subtract],
]);
const PRODUCTS = new Map([
  ['*', multiply],
  ['/', divide],
  ['//', floorDivide],
  ['%', modulo],
  ['mod', modulo],
]);

/**
 * The value of an expression, with Python's precedence: `**` binds to the right and tighter than a
 * minus on its left.
 * @throws CalcError
 */
export function evaluate(expression: string): Value {
  if (expression.length > MAX_LENGTH) {
    throw new CalcError(`the expression is longer than ${MAX_LENGTH} characters`);
  }
  return new Parser(tokenise(expression)).whole();
}

class Parser {
  readonly #tokens: Token[];
  #next = 0;
  #depth = 0;

  constructor(tokens: Token[]) {
    this.#tokens = tokens;
  }

  whole(): Value {
    if (this.#tokens.length === 1) throw new CalcError('the expression is empty');
    const value = this.#sum();
    if (this.#peek.type !== 'end') throw this.#unexpected(this.#peek);
    return value;
  }

  get #peek(): Token {
    return this.#tokens[this.#next] ?? { type: 'end', text: '', at: 0 };
  }

  #take(): Token {
    const token = this.#peek;
    this.#next++;
    return token;
  }

  #sum(): Value {
    return this.#leftToRight(SUMS, () => this.#product());
  }

  #product(): Value {
    return this.#leftToRight(PRODUCTS, () => this.#signed());
  }

  #leftToRight(operators: Map<string, typeof add>, operand: () => Value): Value {
    let value = operand();
    for (;;) {
      const operation = operators.get(this.#peek.text);
      if (!operation) return value;
      const left = value;
      const { at, text } = this.#take();
      if (text === '%') this.#refusePercent(at);
      const right = operand();
      value = located(at, () => operation(left, right));
    }
  }

  /** `200+10%` means something else to a person than to Python: better no value than a wrong one. */
  #refusePercent(at: number): void {
    const { type, text } = this.#peek;
    if (type === 'end' || text === ')' || text === ',') {
      throw new CalcError('% is the remainder here; for a percentage write 10/100', at);
    }
  }

  #signed(): Value {
    const { text } = this.#peek;
    if (text !== '-' && text !== '+') return this.#power();
    this.#take();
    const value = this.#nested(() => this.#signed());
    return text === '-' ? negate(value) : value;
  }

  #power(): Value {
    const base = this.#atom();
    if (this.#peek.text !== '**') return base;
    const { at } = this.#take();
    const exponent = this.#nested(() => this.#signed());
    return located(at, () => power(base, exponent));
  }

  #atom(): Value {
    const token = this.#take();
    if (token.type === 'number') return located(token.at, () => parseNumber(token.text));
    if (token.type === 'name') return this.#named(token);
    if (token.text !== '(') throw this.#unexpected(token);
    const value = this.#nested(() => this.#sum());
    this.#close();
    return value;
  }

  #named(token: Token): Value {
    const name = token.text.toLowerCase();
    const called = FUNCTIONS.get(name);
    if (this.#peek.text !== '(') {
      const constant = CONSTANTS.get(name);
      if (constant !== undefined) return constant;
      if (called) throw new CalcError(`${name} is a function: write ${name}(…)`, token.at);
    }
    if (!called) throw new CalcError(unknownName(token.text), token.at);
    this.#take();
    const args = this.#nested(() => this.#arguments());
    const [fewest, most] = called.takes;
    if (args.length < fewest || args.length > most) {
      const takes = fewest === most ? `${fewest}` : `${fewest} to ${most}`;
      throw new CalcError(`${name} takes ${takes} argument(s), got ${args.length}`, token.at);
    }
    return located(token.at, () => called.apply(args));
  }

  #arguments(): Value[] {
    const args: Value[] = [];
    if (this.#peek.text !== ')') {
      args.push(this.#sum());
      while (this.#peek.text === ',') {
        this.#take();
        args.push(this.#sum());
      }
    }
    this.#close();
    return args;
  }

  #close(): void {
    const token = this.#take();
    if (token.text !== ')') throw new CalcError('a closing ) is missing', token.at);
  }

  #nested<T>(parse: () => T): T {
    if (++this.#depth > MAX_DEPTH) throw new CalcError('the expression is nested too deeply');
    const value = parse();
    this.#depth--;
    return value;
  }

  #unexpected(token: Token): CalcError {
    const what =
      token.type === 'end' ? 'the expression ends too early' : `unexpected ${token.text}`;
    return new CalcError(what, token.at);
  }
}

function parseNumber(text: string): Value {
  return /^\d+$/.test(text) ? BigInt(text) : new Decimal(text);
}

function unknownName(name: string): string {
  const known = [...FUNCTIONS.keys(), ...CONSTANTS.keys()].join(', ');
  return `unknown name ${name}; available: ${known}`;
}

/** Runs an operation and gives its error the place of the operator. */
function located(at: number, operation: () => Value): Value {
  try {
    return checked(operation());
  } catch (error) {
    if (error instanceof CalcError && error.at === undefined) {
      throw new CalcError(error.message, at);
    }
    throw error;
  }
}
