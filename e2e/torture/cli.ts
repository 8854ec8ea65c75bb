import { parseArgs } from 'node:util';
import { ensureBuild } from '../../bin/build.mjs';
import { startPostgres } from '../../bin/postgres.mjs';
import { torture } from './torture.ts';

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '100' },
    seed: { type: 'string', default: String(Date.now() % 100_000) },
    engine: { type: 'string', default: 'both' },
  },
});

/** Kills the built server again and again and says what it found. */
async function main(): Promise<void> {
  await ensureBuild();
  const options = { kills: Number(values.kills), seed: Number(values.seed) };
  console.log(`${options.kills} kills, seed ${options.seed}`);
  if (values.engine !== 'postgres') await show('SQLite', options, {});
  if (values.engine === 'sqlite') return;
  const postgres = await startPostgres();
  if (!postgres) return;
  try {
    await show('PostgreSQL', options, {
      DATABASE_URL: `${postgres.url}/postgres`,
      LOUPE_LEASE: '3',
    });
  } finally {
    await postgres.stop();
  }
}

async function show(
  name: string,
  options: { kills: number; seed: number },
  env: Record<string, string>,
): Promise<void> {
  console.log(`\n${name}`);
  const log = (line: string) => process.stdout.write(`\r  ${line}      `);
  const { faults, ...report } = await torture({ ...options, env, log });
  console.log(`\r  ${JSON.stringify(report, null, 1).replaceAll('\n', '\n  ')}`);
  for (const fault of faults) console.log(`  FAULT ${fault}`);
  console.log(`  ${faults.length} faults`);
  if (faults.length > 0) process.exitCode = 1;
}

await main();
