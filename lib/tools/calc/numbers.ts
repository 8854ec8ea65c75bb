import Base from 'decimal.js';
import { CalcError } from './calc-error.ts';

/** Forty digits inside, fifteen shown: the rounding of the last ones never shows. */
export const Decimal = Base.clone({
  precision: 40,
  maxE: 1_000_000,
  minE: -1_000_000,
  rounding: Base.ROUND_HALF_EVEN,
});
export type Decimal = Base;

/** A whole number is exact, however large; anything else is a decimal. */
export type Value = bigint | Decimal;

/** About 12,000 digits. */
const MAX_BITS = 40_000;
const MAX_EXPONENT = 1e9;

export function isInteger(value: Value): value is bigint {
  return typeof value === 'bigint';
}

export function toDecimal(value: Value): Decimal {
  return isInteger(value) ? new Decimal(value.toString()) : value;
}

/** @throws CalcError when the integer would have too many digits */
export function toInteger(value: Decimal): bigint {
  if (value.e > MAX_BITS / 4) throw new CalcError('the number is too large');
  return BigInt(value.toFixed(0));
}

function bits(value: bigint): number {
  return (value < 0n ? -value : value).toString(16).length * 4;
}

/** @throws CalcError when a value is no finite number of a size that can be handled */
export function checked(value: Value): Value {
  if (isInteger(value)) {
    if (bits(value) > MAX_BITS) throw new CalcError('the result has too many digits');
    return value;
  }
  if (value.isNaN()) throw new CalcError('the result is not a number');
  if (!value.isFinite()) throw new CalcError('the result is too large');
  return value;
}

export const add = (a: Value, b: Value): Value =>
  isInteger(a) && isInteger(b) ? a + b : toDecimal(a).plus(toDecimal(b));

export const subtract = (a: Value, b: Value): Value =>
  isInteger(a) && isInteger(b) ? a - b : toDecimal(a).minus(toDecimal(b));

export const negate = (a: Value): Value => (isInteger(a) ? -a : a.neg());

export function multiply(a: Value, b: Value): Value {
  if (!isInteger(a) || !isInteger(b)) return toDecimal(a).times(toDecimal(b));
  if (bits(a) + bits(b) > MAX_BITS + 8) throw new CalcError('the result has too many digits');
  return a * b;
}

export function divide(a: Value, b: Value): Value {
  refuseZero(b);
  if (isInteger(a) && isInteger(b) && a % b === 0n) return a / b;
  return toDecimal(a).div(toDecimal(b));
}

/** Rounds towards minus infinity, as in Python. */
export function floorDivide(a: Value, b: Value): Value {
  refuseZero(b);
  if (!isInteger(a) || !isInteger(b)) return toInteger(toDecimal(a).div(toDecimal(b)).floor());
  const quotient = a / b;
  return a % b !== 0n && a < 0n !== b < 0n ? quotient - 1n : quotient;
}

/** Takes the sign of the divisor, as in Python. */
export function modulo(a: Value, b: Value): Value {
  refuseZero(b);
  if (isInteger(a) && isInteger(b)) {
    const rest = a % b;
    return rest !== 0n && rest < 0n !== b < 0n ? rest + b : rest;
  }
  const [x, y] = [toDecimal(a), toDecimal(b)];
  if (x.e - y.e > 60) throw new CalcError('the operands of % differ too much in size');
  const rest = x.mod(y);
  return !rest.isZero() && rest.isNegative() !== y.isNegative() ? rest.plus(y) : rest;
}

export function power(a: Value, b: Value): Value {
  if (isInteger(a) && isInteger(b) && b >= 0n) return integerPower(a, b);
  const [x, y] = [toDecimal(a), toDecimal(b)];
  if (x.isZero() && y.isNegative()) throw new CalcError('division by zero: 0 to a negative power');
  if (x.isNegative() && !y.isInteger()) {
    throw new CalcError('a negative number has no fractional power');
  }
  if (y.abs().gt(MAX_EXPONENT)) throw new CalcError('the exponent is too large');
  return x.pow(y);
}

function integerPower(a: bigint, b: bigint): bigint {
  if (a === 0n || a === 1n) return b === 0n ? 1n : a;
  if (a === -1n) return b % 2n === 0n ? 1n : -1n;
  if (b * BigInt(bits(a) - 3) > BigInt(MAX_BITS)) {
    throw new CalcError('the power is too large: the result would have over 12,000 digits');
  }
  return a ** b;
}

function refuseZero(value: Value): void {
  if (isInteger(value) ? value === 0n : value.isZero()) throw new CalcError('division by zero');
}
