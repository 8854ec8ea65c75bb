import { startScript } from '../bench/measure.ts';
import { soak } from '../bench/soak.ts';
import { startPostgres } from '../bin/postgres.mjs';
import { startApp } from './app.ts';
import { expect, test } from './fixtures.ts';

// `npm run bench -- load` does it for ten minutes with two hundred.
const LOAD = { runs: 40, ms: 5000, chunks: 120, gapMs: 16 };

async function nothingLost(env: Record<string, string>): Promise<void> {
  const model = await startScript('paced-model.ts');
  const app = await startApp({
    env: {
      OPENAI_BASE_URL: `http://127.0.0.1:${model.port}/v1`,
      OPENAI_API_KEY: 'bench',
      OPENAI_MODEL: 'paced-1-1',
      ...env,
    },
  });
  try {
    const { ended, lost } = await soak(app, LOAD);
    expect(lost).toEqual([]);
    expect(ended).toBeGreaterThanOrEqual(LOAD.runs);
  } finally {
    await app.dispose();
    model.child.kill();
  }
}

test('many runs at a time lose nothing on SQLite', () => nothingLost({}));

test('many runs at a time lose nothing on PostgreSQL', async () => {
  const postgres = await startPostgres();
  test.skip(!postgres, 'There is no PostgreSQL here.');
  await nothingLost({ DATABASE_URL: `${postgres?.url}/postgres` }).finally(() => postgres?.stop());
});
