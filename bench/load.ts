import { parseArgs } from 'node:util';
import { startPostgres } from '../bin/postgres.mjs';
import { type App, startApp } from '../e2e/app.ts';
import { type Measured, measure, startScript } from './measure.ts';
import { memoryMb, send, soak } from './soak.ts';

/**
 * How many runs at 60 chunks a second one server bears until the delay of a chunk passes 100 ms at p99,
 * and whether anything is lost when many runs go on for long. The model, the server and the viewers share
 * this machine's cores: a server of its own bears more.
 */
const { values } = parseArgs({
  allowPositionals: true,
  options: {
    engine: { type: 'string', default: 'both' },
    runs: { type: 'string', default: '200' },
    minutes: { type: 'string', default: '10' },
  },
});
const GAP_MS = 16;
const CHUNKS = 300;
const LIMIT_MS = 100;
const STEPS = [10, 20, 30, 40, 60, 80, 100, 130, 160, 200, 250, 300];
const SOAK_CHUNKS = 1200;

const model = await startScript('paced-model.ts');
try {
  if (values.engine !== 'postgres') await withApp('SQLite', {});
  const postgres = values.engine === 'sqlite' ? undefined : await startPostgres();
  if (postgres) {
    await withApp('PostgreSQL', { DATABASE_URL: `${postgres.url}/postgres` });
    await postgres.stop();
  }
} finally {
  model.child.kill();
}

async function withApp(name: string, env: Record<string, string>): Promise<void> {
  const app = await startApp({
    env: {
      OPENAI_BASE_URL: `http://127.0.0.1:${model.port}/v1`,
      OPENAI_API_KEY: 'bench',
      OPENAI_MODEL: 'paced-1-1',
      ...env,
    },
  });
  try {
    console.log(`\n${name}`);
    await climb(app);
    await hold(app, Number(values.runs), Number(values.minutes));
  } finally {
    await app.dispose();
  }
}

/** More and more runs, until the delay is too long. */
async function climb(app: App): Promise<void> {
  const open = (modelName: string) => send(app, modelName);
  await measure(app.pid, { streams: 5, chunks: 50, gapMs: GAP_MS }, open);
  const rows: object[] = [];
  for (const streams of STEPS) {
    const load = { streams, chunks: CHUNKS, gapMs: GAP_MS };
    let found: Measured = await measure(app.pid, load, open);
    // A neighbour's noise does not come twice in the same place.
    if (found.p99 > LIMIT_MS) found = await measure(app.pid, load, open);
    rows.push({
      runs: streams,
      'delay p50 ms': Math.round(found.p50),
      'delay p99 ms': Math.round(found.p99),
      'CPU ms / 1,000 chunks': Math.round(found.cpuPer1000),
      // Of one core, at the pace of these runs.
      'CPU %': Math.round((found.cpuPer1000 * streams) / GAP_MS / 10),
      'memory MB': memoryMb(app.pid),
    });
    if (found.p99 > LIMIT_MS) break;
  }
  console.table(rows);
}

/** Many runs for long. */
async function hold(app: App, runs: number, minutes: number): Promise<void> {
  const load = { runs, ms: minutes * 60_000, chunks: SOAK_CHUNKS, gapMs: GAP_MS };
  const { seconds, ended, shown, cpuPercent, peakMb, lost } = await soak(app, load);
  console.log(
    `${runs} runs at a time for ${Math.round(seconds)} s: ${ended} runs ended, ${shown} chunks ` +
      `(${Math.round(shown / seconds)} a second), CPU ${cpuPercent} %, at most ${peakMb} MB, ` +
      `${lost.length} with something lost`,
  );
  for (const fault of lost.slice(0, 20)) console.log(`  LOST ${fault}`);
  if (lost.length > 0) process.exitCode = 1;
}
