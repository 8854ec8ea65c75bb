/** Why an expression has no value; `at` is the place in it, from 0. */
export class CalcError extends Error {
  readonly at: number | undefined;

  constructor(message: string, at?: number) {
    super(message);
    this.name = 'CalcError';
    this.at = at;
  }
}
