/** Counts the tests in a JSON report of vitest; a file that could not be run counts as a failure. */
export function tallyUnit(report) {
  const tests = report.testResults.flatMap((file) => file.assertionResults);
  const broken = report.testResults.filter(
    (file) =>
      file.status === 'failed' && !file.assertionResults.some((each) => each.status === 'failed'),
  );
  const count = (status) => tests.filter((each) => each.status === status).length;
  const passed = count('passed');
  const failed = count('failed');
  return { passed, failed: failed + broken.length, skipped: tests.length - passed - failed };
}

/** Counts the tests in a JSON report of Playwright; an error outside a test counts as a failure. */
export function tallyE2e({ stats, errors }) {
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    skipped: stats.skipped,
  };
}

/** What a step adds to the sum. A check without tests counts as one; no failure stays uncounted. */
export function tallyStep(exitCode, counts) {
  const ok = exitCode === 0;
  if (!counts) return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 };
  return ok ? counts : { ...counts, failed: Math.max(1, counts.failed) };
}

/** The closing line. */
export function closingLine(tallies) {
  const sum = (key) => tallies.reduce((total, each) => total + each[key], 0);
  const skipped = sum('skipped');
  const line = `${sum('passed')} passed, ${sum('failed')} failed`;
  return skipped > 0 ? `${line}, ${skipped} skipped` : line;
}
