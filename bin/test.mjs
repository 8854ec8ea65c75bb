import { spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { closingLine, tallyE2e, tallyStep, tallyUnit } from './tally.mjs';

const root = path.resolve(import.meta.dirname, '..');
const results = path.join(root, 'test-results');
const unitReport = path.join(results, 'unit.json');

const STEPS = [
  { script: 'types' },
  { script: 'lint' },
  {
    script: 'unit',
    args: ['--reporter=default', '--reporter=json', `--outputFile.json=${unitReport}`],
    counts: () => tallyUnit(readJson(unitReport)),
  },
  { script: 'e2e', counts: () => tallyE2e(readJson(path.join(results, 'e2e.json'))) },
];

// A report of an earlier run must not be counted when a step breaks before it writes its own.
rmSync(results, { recursive: true, force: true });
const done = [];
for (const step of STEPS) {
  console.log(`\n── ${step.script}`);
  const started = Date.now();
  const exitCode = await runScript(step);
  done.push({
    ...step,
    exitCode,
    ms: Date.now() - started,
    tally: tallyStep(exitCode, count(step)),
  });
}

console.log('');
for (const { script, exitCode, ms, tally } of done) {
  const state = exitCode === 0 ? 'ok' : 'FAILED';
  const seconds = `${(ms / 1000).toFixed(1)} s`;
  console.log(
    `${script.padEnd(6)} ${state.padEnd(7)} ${seconds.padStart(8)}   ${closingLine([tally])}`,
  );
}
process.exitCode = done.every(({ exitCode, tally }) => exitCode === 0 && !tally.failed) ? 0 : 1;
console.log(closingLine(done.map(({ tally }) => tally)));

function runScript({ script, args = [] }) {
  return new Promise((resolve) => {
    const child = spawn('npm', ['run', '--silent', script, '--', ...args], {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    child.once('error', (error) => {
      console.error(error.message);
      resolve(1);
    });
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

/** The tests that a step ran; a step that should have reported and did not counts as failed. */
function count({ script, counts }) {
  if (!counts) return undefined;
  try {
    return counts();
  } catch (error) {
    console.error(`No report of ${script}: ${error.message}`);
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}
