import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';

const TICKS_PER_SECOND = 100;

/** Starts a script of this folder; resolves with its port. */
export async function startScript(
  name: string,
  args: string[] = [],
): Promise<{ port: number; child: ChildProcess }> {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, name), ...args], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const [port] = await once(child, 'message');
  return { port, child };
}

/** CPU time that a process has used, user and system, in ms (Linux). */
export function cpuMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return ((Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND) * 1000;
}

export interface Load {
  streams: number;
  chunks: number;
  gapMs: number;
}

export interface Measured {
  cpuPer1000: number;
  p50: number;
  p99: number;
}

/** Sends `streams` requests at once and measures the server's CPU and each chunk's way from model to client. */
export async function measure(
  pid: number,
  load: Load,
  open: (model: string) => Promise<Response>,
): Promise<Measured> {
  const before = cpuMs(pid);
  const model = `paced-${load.chunks}-${load.gapMs}`;
  const streams = Array.from({ length: load.streams }, async () => delays(await open(model)));
  const all = (await Promise.all(streams)).flat().sort((a, b) => a - b);
  const expected = load.streams * load.chunks;
  if (all.length !== expected) throw new Error(`${all.length} of ${expected} chunks arrived`);
  return {
    cpuPer1000: ((cpuMs(pid) - before) / expected) * 1000,
    p50: all[Math.floor(all.length * 0.5)] ?? 0,
    p99: all[Math.floor(all.length * 0.99)] ?? 0,
  };
}

/** The delay of every chunk in ms: each carries `@<time sent> `. */
async function delays(response: Response): Promise<number[]> {
  const found: number[] = [];
  const decoder = new TextDecoder();
  let rest = '';
  for await (const bytes of response.body ?? []) {
    const at = performance.timeOrigin + performance.now();
    rest += decoder.decode(bytes, { stream: true });
    rest = rest.replaceAll(/@([\d.]+) /g, (_, sent) => {
      found.push(at - Number(sent));
      return '';
    });
    rest = rest.slice(Math.max(0, rest.lastIndexOf('@')));
  }
  return found;
}
