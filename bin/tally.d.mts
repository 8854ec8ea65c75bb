export interface Tally {
  passed: number;
  failed: number;
  skipped: number;
}
export function tallyUnit(report: object): Tally;
export function tallyE2e(report: object): Tally;
export function tallyStep(exitCode: number, counts?: Tally): Tally;
export function closingLine(tallies: readonly Tally[]): string;
