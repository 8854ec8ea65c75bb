import { CalcError } from './calc-error.ts';
import { Decimal, isInteger, negate, toDecimal, toInteger, type Value } from './numbers.ts';

interface CalcFunction {
  /** Fewest and most arguments. */
  takes: readonly [number, number];
  apply(args: Value[]): Value;
}

const PI = new Decimal('3.14159265358979323846264338327950288419716939937510582');
const MAX_ARGUMENTS = 200;
/** What sin(pi) and its like come to when the digits of pi run out. */
const NOISE = new Decimal('1e-30');

/** A Map, so that no name reaches a property that the language brings along. */
export const CONSTANTS: ReadonlyMap<string, Value> = new Map<string, Value>([
  ['pi', PI],
  ['e', Decimal.exp(1)],
]);

export const FUNCTIONS: ReadonlyMap<string, CalcFunction> = new Map([
  ['sqrt', one(squareRoot)],
  ['log', { takes: [1, 2], apply: logarithm }],
  ['sin', one((x) => withoutNoise(angle(x).sin()))],
  ['cos', one((x) => withoutNoise(angle(x).cos()))],
  ['tan', one(tangent)],
  ['abs', one((x) => (isInteger(x) ? (x < 0n ? negate(x) : x) : x.abs()))],
  ['round', { takes: [1, 2], apply: round }],
  ['ceil', one((x) => (isInteger(x) ? x : toInteger(x.ceil())))],
  ['floor', one((x) => (isInteger(x) ? x : toInteger(x.floor())))],
  ['min', most((a, b) => toDecimal(b).lt(toDecimal(a)))],
  ['max', most((a, b) => toDecimal(b).gt(toDecimal(a)))],
]);

function one(apply: (value: Value) => Value): CalcFunction {
  return { takes: [1, 1], apply: ([value = 0n]) => apply(value) };
}

function most(better: (best: Value, next: Value) => boolean): CalcFunction {
  return {
    takes: [1, MAX_ARGUMENTS],
    apply: (args) => args.reduce((best, next) => (better(best, next) ? next : best)),
  };
}

function squareRoot(value: Value): Value {
  const x = toDecimal(value);
  if (x.lt(0)) throw new CalcError('sqrt of a negative number');
  const root = x.sqrt();
  if (!isInteger(value) || !root.isInteger()) return root;
  const whole = toInteger(root);
  return whole * whole === value ? whole : root;
}

function logarithm([value = 0n, base]: Value[]): Value {
  const x = positive(value);
  if (base === undefined) return x.ln();
  const b = positive(base);
  if (b.eq(1)) throw new CalcError('log: the base must not be 1');
  return x.log(b);
}

function positive(value: Value): Decimal {
  const x = toDecimal(value);
  if (x.lte(0)) throw new CalcError('log of a number that is not positive');
  return x;
}

function angle(value: Value): Decimal {
  const x = toDecimal(value);
  if (x.abs().gt('1e15')) throw new CalcError('the angle is too large');
  return x;
}

function tangent(value: Value): Value {
  const x = angle(value);
  if (x.cos().abs().lt(NOISE)) throw new CalcError('tan has no value here');
  return withoutNoise(x.tan());
}

function withoutNoise(value: Decimal): Value {
  return value.abs().lt(NOISE) ? 0n : value;
}

/** Half to even, as in Python; a whole number when no digits are asked for. */
function round([value = 0n, digits]: Value[]): Value {
  if (digits !== undefined && !isInteger(digits)) {
    throw new CalcError('round: the number of digits must be whole');
  }
  const places = Number(digits ?? 0n);
  if (Math.abs(places) > 1000) throw new CalcError('round: too many digits');
  if (isInteger(value) && places >= 0) return value;
  const scale = new Decimal(10).pow(-places);
  const rounded =
    places >= 0
      ? toDecimal(value).toDecimalPlaces(places)
      : toDecimal(value).div(scale).toDecimalPlaces(0).times(scale);
  return isInteger(value) || digits === undefined ? toInteger(rounded) : rounded;
}
