import { expect, test } from 'vitest';
import { closingLine, tallyE2e, tallyStep, tallyUnit } from './tally.mjs';

const file = (status: string, ...tests: string[]) => ({
  status,
  assertionResults: tests.map((each) => ({ status: each })),
});

test('unit tests are counted by state, and a file that could not be run is a failure', () => {
  const report = {
    testResults: [
      file('passed', 'passed', 'passed', 'skipped'),
      file('failed', 'passed', 'failed'),
      file('failed'),
    ],
  };
  expect(tallyUnit(report)).toEqual({ passed: 3, failed: 2, skipped: 1 });
});

test('end-to-end tests are counted with errors outside of tests', () => {
  const stats = { expected: 4, unexpected: 1, flaky: 1, skipped: 2 };
  expect(tallyE2e({ stats, errors: [{}] })).toEqual({ passed: 5, failed: 2, skipped: 2 });
});

test('a step that fails is never without a failure', () => {
  const good = { passed: 3, failed: 0, skipped: 0 };
  expect(tallyStep(0)).toEqual({ passed: 1, failed: 0, skipped: 0 });
  expect(tallyStep(2)).toEqual({ passed: 0, failed: 1, skipped: 0 });
  expect(tallyStep(0, good)).toEqual(good);
  expect(tallyStep(1, good)).toEqual({ passed: 3, failed: 1, skipped: 0 });
  expect(tallyStep(1, { ...good, failed: 2 })).toEqual({ passed: 3, failed: 2, skipped: 0 });
});

test('the closing line adds up, and names skipped tests only where there are some', () => {
  const one = { passed: 1, failed: 0, skipped: 0 };
  expect(closingLine([one, { passed: 20, failed: 3, skipped: 0 }])).toBe('21 passed, 3 failed');
  expect(closingLine([one, { ...one, skipped: 2 }])).toBe('2 passed, 0 failed, 2 skipped');
});
