import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { emptyView, isToolPart, reduce, toMessage } from '#lib/events/reduce';
import type { LoupeChunk } from '#lib/events/types';
import { answerOf, post, readChat, startRun } from '../api.ts';
import { type App, startApp } from '../app.ts';
import { type McpFixture, startMcpServer } from '../mcp-server.ts';
import { positionOf } from '../model-server/request.ts';
import { type ModelServer, startModelServer } from '../model-server.ts';
import { readLog, Watcher } from './watch.ts';
import { actsOf, KINDS, type Kind, scriptKinds, TOOLS } from './workload.ts';

export interface TortureOptions {
  kills: number;
  /** Of the server's environment: which engine, how long a lease. */
  env?: Record<string, string>;
  /** Makes the moments of the kills. */
  seed: number;
  log?(line: string): void;
}

export interface TortureReport {
  kills: number;
  runs: number;
  /** How many runs ended with which reason. */
  reasons: Record<string, number>;
  /** What a kill found the runs doing. */
  moments: Record<string, number>;
  /** What must not be, in words. */
  faults: string[];
}

interface Run {
  kind: Kind;
  tag: string;
  watcher: Watcher;
}

const END_MS = 240_000;

/**
 * Starts the built server, gives it runs of every kind, kills it with SIGKILL at random moments, starts it
 * again, and checks at the end that nothing that was acknowledged is lost and nothing was done twice.
 */
export async function torture(options: TortureOptions): Promise<TortureReport> {
  const model = await startModelServer();
  const world = await startMcpServer({ tools: TOOLS });
  scriptKinds(model);
  const app = await startApp({
    env: {
      OPENAI_BASE_URL: model.url,
      OPENAI_API_KEY: 'key',
      OPENAI_MODEL: 'text',
      LOUPE_MCP_SERVERS: JSON.stringify({ world: { url: world.url } }),
      ...options.env,
    },
  });
  const runs: Run[] = [];
  const moments: Record<string, number> = {};
  const random = numbers(options.seed);
  try {
    for (let kill = 1; kill <= options.kills; kill++) {
      await beginRuns(app, runs, kill);
      const delay = 60 + Math.floor(random() * 800);
      await Promise.race([sleep(delay), allowWaiting(app, runs, random, delay)]);
      for (const moment of momentsOf(runs)) moments[moment] = (moments[moment] ?? 0) + 1;
      await app.stop('SIGKILL');
      options.log?.(`kill ${kill} after ${delay} ms`);
      await app.restart();
    }
    await untilSettled(app, runs);
    const faults: string[] = [];
    const reasons: Record<string, number> = {};
    for (const run of runs) {
      const reason = await judge({ app, run, model, world, faults });
      reasons[reason] = (reasons[reason] ?? 0) + 1;
    }
    return { kills: options.kills, runs: runs.length, reasons, moments, faults };
  } finally {
    for (const { watcher } of runs) watcher.stop();
    await app.dispose();
    await world.close();
    await model.close();
  }
}

/** A third of the kinds, each in turn: with those that earlier kills have left, a kill finds all of them at different places. */
async function beginRuns(app: App, runs: Run[], round: number): Promise<void> {
  const kinds = KINDS.filter((_, index) => (index + round) % 3 === 0);
  for (const kind of kinds) {
    const tag = `${kind.name}-${round}`;
    const approval = kind.waits ? 'outside' : 'never';
    const started = await startRun(app, { message: tag, model: kind.name, approval });
    runs.push({ kind, tag, watcher: new Watcher(app, started) });
  }
}

/** A person allows some of what waits, at some time. */
async function allowWaiting(app: App, runs: Run[], random: () => number, forMs: number) {
  const until = Date.now() + forMs;
  while (Date.now() < until) {
    await sleep(100);
    for (const run of runs) {
      if (run.kind.waits && !run.watcher.finished && random() < 0.2)
        await allow(app, run).catch(() => undefined);
    }
  }
  await sleep(forMs);
}

async function allow(app: App, { watcher }: Run): Promise<void> {
  const waiting = viewOf(watcher)
    .steps.flatMap((step) => step.parts)
    .find((part) => isToolPart(part) && part.state === 'approval-requested');
  if (!waiting || !isToolPart(waiting)) return;
  const callId = waiting.toolCallId;
  await post(app, `/api/runs/${watcher.runId}/approve`, { callId, approved: true });
}

/** Waits until every run has ended; what waits for a person is allowed. */
async function untilSettled(app: App, runs: Run[]): Promise<void> {
  const until = Date.now() + END_MS;
  for (const run of runs) {
    for (;;) {
      const chat = await readChat(app, run.watcher.chatId);
      if (chat.runs.at(-1)?.status === 'ended') break;
      if (chat.state === 'waiting') await allow(app, run);
      if (Date.now() > until) return;
      await sleep(150);
    }
  }
}

interface Case {
  app: App;
  run: Run;
  model: ModelServer;
  world: McpFixture;
  faults: string[];
}

/** Finds what must not be in one run; answers how it ended. */
async function judge({ app, run, model, world, faults }: Case): Promise<string> {
  const { kind, tag, watcher } = run;
  const fault = (words: string) => faults.push(`${tag}: ${words}`);
  const { status, reason, events } = await readLog(app, watcher.runId);
  if (status !== 'ended') fault(`is still ${status}`);
  if (events.some((event, index) => event.seq !== index + 1)) fault('its log has a gap');
  for (const [seq, json] of watcher.seen) {
    const stored = events[seq - 1]?.chunks;
    if (JSON.stringify(stored) !== json) fault(`event ${seq} was shown and is not stored so`);
  }
  if (watcher.changed.length > 0) fault(`events ${watcher.changed} came twice and differed`);

  const chat = await readChat(app, watcher.chatId);
  const folded = toMessage(events.flatMap((event) => event.chunks).reduce(reduce, emptyView('')));
  const message = chat.messages.at(-1);
  if (chat.messages.length !== 2) fault(`has ${chat.messages.length} messages`);
  if (!isDeepStrictEqual(message, JSON.parse(JSON.stringify(folded))))
    fault('its message is not its log');
  const calls = folded.parts.filter(isToolPart);
  if (calls.some((each) => !each.state.startsWith('output'))) fault('a call has no result');

  const acts = [...actsOf(world, tag).values()];
  if (acts.some((count) => count > 1)) fault(`changed the world more than once: ${acts}`);
  const inDoubt = calls.some(
    (each) =>
      each.state === 'output-available' &&
      (each.output as { error?: { code?: string } }).error?.code === 'in_doubt',
  );
  const recoveries = chat.runs.at(-1)?.recoveries ?? 0;
  if (reason === 'answered') {
    const wanted = kind.answer.replace('TAG', tag);
    if (answerOf(folded) !== wanted) fault(`answered "${answerOf(folded)}"`);
    if (acts.length !== kind.acts) fault(`changed the world ${acts.length} times`);
    if (kind.file !== undefined && fileOf(app, watcher.chatId) !== kind.file) {
      fault(`its file holds ${JSON.stringify(fileOf(app, watcher.chatId))}`);
    }
  } else if (reason !== 'interrupted') fault(`ended ${reason}`);
  else if (!inDoubt && recoveries <= 3) fault('was interrupted for no reason');
  askedAgain(model, tag, fault);
  return inDoubt ? 'in doubt' : (reason ?? status);
}

/** Once a step was complete and the next one asked for, its model call must not be made again. */
function askedAgain(model: ModelServer, tag: string, fault: (words: string) => void): void {
  const turns = model.requests
    .map((request) => ({ ...positionOf(request.body) }))
    .filter(({ lastUserText }) => lastUserText === tag)
    .map(({ turn }) => turn);
  if (turns.some((turn, index) => turn < Math.max(...turns.slice(0, index), 0))) {
    fault(`asked the model for what was there: steps ${turns}`);
  }
}

function viewOf(watcher: Watcher) {
  const chunks = [...watcher.seen.entries()]
    .toSorted(([a], [b]) => a - b)
    .flatMap(([, json]): LoupeChunk[] => JSON.parse(json));
  return chunks.reduce(reduce, emptyView(''));
}

/** What the runs were doing, as far as their viewers had been shown. */
function momentsOf(runs: Run[]): string[] {
  return runs.flatMap(({ watcher }) => {
    if (watcher.finished) return [];
    const view = viewOf(watcher);
    const part = view.steps.at(-1)?.parts.findLast((each) => !each.type.startsWith('data-'));
    if (!part) return ['begun'];
    if (isToolPart(part)) return [`tool ${part.state}`];
    return [part.type];
  });
}

function fileOf(app: App, chatId: string): string | undefined {
  try {
    return readFileSync(path.join(app.dataDir, 'workspaces', chatId, 'kept.txt'), 'utf8');
  } catch {
    return undefined;
  }
}

/** Numbers in [0, 1) that depend on the seed alone (mulberry32). */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}
