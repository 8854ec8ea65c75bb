import { startPostgres } from '../bin/postgres.mjs';
import { expect, test } from './fixtures.ts';
import { type TortureReport, torture } from './torture/torture.ts';

// Half a minute of kills each; what they find is judged once everything has come to its end.
const KILLS = 30;
test.describe.configure({ mode: 'parallel', timeout: 600_000 });

function check(report: TortureReport): void {
  expect(report.faults).toEqual([]);
  expect(report.kills).toBe(KILLS);
  // A kill that finds nothing under way proves nothing.
  const found = Object.keys(report.moments);
  expect(found).toEqual(expect.arrayContaining(['text', 'tool input-available']));
  expect(Object.values(report.moments).reduce((sum, n) => sum + n, 0)).toBeGreaterThan(KILLS);
  expect(report.reasons.answered).toBeGreaterThan(report.runs / 4);
}

test('nothing acknowledged is lost and nothing is done twice, over 30 kills on SQLite', async () => {
  check(await torture({ kills: KILLS, seed: 7 }));
});

test('nothing acknowledged is lost and nothing is done twice, over 30 kills on PostgreSQL', async () => {
  const postgres = await startPostgres();
  test.skip(!postgres, 'There is no PostgreSQL here.');
  try {
    const env = { DATABASE_URL: `${postgres?.url}/postgres`, LOUPE_LEASE: '3' };
    check(await torture({ kills: KILLS, seed: 8, env }));
  } finally {
    await postgres?.stop();
  }
});
