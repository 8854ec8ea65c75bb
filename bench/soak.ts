import { readFileSync } from 'node:fs';
import { readChat, textOf } from '../e2e/api.ts';
import type { App } from '../e2e/app.ts';
import { cpuMs } from './measure.ts';

export interface Soak {
  runs: number;
  /** How long new runs are begun. */
  ms: number;
  chunks: number;
  gapMs: number;
}

export interface Soaked {
  seconds: number;
  ended: number;
  /** Chunks that reached their viewers. */
  shown: number;
  /** Of one core. */
  cpuPercent: number;
  peakMb: number;
  /** Runs of which a viewer or the store lacks something, in words. */
  lost: string[];
}

/** Keeps many runs going for long; every chunk must reach its viewer and the store. */
export async function soak(app: App, load: Soak): Promise<Soaked> {
  const { chunks, gapMs } = load;
  const at = Date.now();
  const until = at + load.ms;
  const cpu = cpuMs(app.pid);
  const lost: string[] = [];
  let ended = 0;
  let shown = 0;
  let peakMb = 0;
  const one = async () => {
    while (Date.now() < until) {
      const response = await send(app, `paced-${chunks}-${gapMs}`);
      const seen = stampsIn(await response.text());
      const chatId = response.headers.get('x-chat-id') ?? '';
      const stored = (await readChat(app, chatId)).messages.at(-1);
      const kept = stored ? stampsIn(textOf(stored)) : 0;
      if (seen !== chunks || kept !== chunks) {
        lost.push(`${chatId}: ${seen} shown and ${kept} stored of ${chunks}`);
      }
      ended++;
      shown += seen;
      peakMb = Math.max(peakMb, memoryMb(app.pid));
    }
  };
  await Promise.all(Array.from({ length: load.runs }, one));
  const seconds = (Date.now() - at) / 1000;
  const cpuPercent = Math.round((cpuMs(app.pid) - cpu) / seconds / 10);
  return { seconds, ended, shown, cpuPercent, peakMb, lost };
}

/** Begins a run with a model of this name and answers its stream. */
export async function send(app: App, model: string): Promise<Response> {
  const response = await fetch(`${app.url}/api/chat`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ message: 'go', model }),
  });
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  return response;
}

/** Resident memory of a process (Linux). */
export function memoryMb(pid: number): number {
  const kb = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Math.round(Number(kb ?? 0) / 1024);
}

function stampsIn(text: string): number {
  return text.match(/@[\d.]+ /g)?.length ?? 0;
}
