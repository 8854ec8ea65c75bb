import { startApp } from '../e2e/app.ts';
import { type Load, type Measured, measure, startScript } from './measure.ts';

/**
 * Server CPU per 1,000 chunks and the delay that Loupe adds to a chunk, against a raw pass-through of
 * the same stream in the same run. Rounds alternate, so that a noisy neighbour meets both alike.
 */
const LOAD: Load = { streams: 20, chunks: 300, gapMs: 16 };
const ROUNDS = 3;

const model = await startScript('paced-model.ts');
const modelUrl = `http://127.0.0.1:${model.port}/v1`;
const floor = await startScript('floor.ts', [modelUrl]);
const app = await startApp({
  env: { OPENAI_BASE_URL: modelUrl, OPENAI_API_KEY: 'bench', OPENAI_MODEL: 'paced-1-1' },
});

try {
  const post = (url: string, body: object) =>
    fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const throughFloor = (name: string) =>
    post(`http://127.0.0.1:${floor.port}/`, { model: name, stream: true });
  const throughLoupe = (name: string) =>
    post(`${app.url}/api/chat`, { message: 'go', model: name });

  const warmUp = { ...LOAD, chunks: 50 };
  await measure(app.pid, warmUp, throughLoupe);
  await measure(floor.child.pid ?? 0, warmUp, throughFloor);

  const rounds: { floor: Measured; loupe: Measured }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    rounds.push({
      floor: await measure(floor.child.pid ?? 0, LOAD, throughFloor),
      loupe: await measure(app.pid, LOAD, throughLoupe),
    });
  }
  report(rounds);
} finally {
  await app.dispose();
  model.child.kill();
  floor.child.kill();
}

function report(rounds: { floor: Measured; loupe: Measured }[]): void {
  const median = (pick: (round: { floor: Measured; loupe: Measured }) => number) =>
    rounds.map(pick).sort((a, b) => a - b)[Math.floor(rounds.length / 2)] ?? 0;
  const row = (name: string, side: 'floor' | 'loupe') => ({
    path: name,
    'CPU ms / 1,000 chunks': round(median((r) => r[side].cpuPer1000)),
    'delay p50 ms': round(median((r) => r[side].p50)),
    'delay p99 ms': round(median((r) => r[side].p99)),
  });
  console.log(
    `${LOAD.streams} streams, one chunk per ${LOAD.gapMs} ms, median of ${ROUNDS} rounds`,
  );
  console.table([row('raw pass-through', 'floor'), row('Loupe', 'loupe')]);
  const ratio = median((r) => r.loupe.cpuPer1000 / r.floor.cpuPer1000);
  const added = median((r) => r.loupe.p99 - r.floor.p99);
  console.log(`server CPU: ${ratio.toFixed(1)} x the pass-through`);
  console.log(`added delay: ${added.toFixed(0)} ms at p99`);
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
