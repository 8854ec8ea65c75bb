import { statfs } from 'node:fs/promises';
import os from 'node:os';
import { z } from 'zod';
import { defineTool } from './tool.ts';

const MB = 1024 ** 2;
const GB = 1024 ** 3;

const input = z.object({
  section: z
    .enum(['os', 'cpu', 'memory', 'disk', 'time'])
    .optional()
    .describe('Only this part; by default everything.'),
});

export const sysinfoTool = defineTool({
  name: 'sysinfo',
  description:
    'Tells about the machine that this server runs on: operating system, processor and load, memory, disk, uptime, Node version, time. The shell is a sandbox and does not see these.',
  input,
  effect: 'none',
  timeoutMs: 10_000,
  async execute({ section }) {
    const all = {
      os: { os: `${os.type()} ${os.release()}`, arch: os.arch(), node: process.version },
      cpu: { cpu: cpu() },
      memory: {
        memory: { totalMB: Math.round(os.totalmem() / MB), freeMB: Math.round(os.freemem() / MB) },
      },
      disk: { disk: await disk() },
      time: {
        uptimeSeconds: Math.round(os.uptime()),
        time: new Date().toISOString(),
        timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      },
    };
    if (section) return { ok: true, ...all[section] };
    return { ok: true, ...all.os, ...all.cpu, ...all.memory, ...all.disk, ...all.time };
  },
});

function cpu() {
  const cores = os.cpus();
  const load = os.loadavg().map((value) => Math.round(value * 100) / 100);
  return { model: cores[0]?.model.trim() || 'unknown', cores: cores.length, load };
}

/** The disk that the server's folder is on. */
async function disk() {
  const { bsize, blocks, bavail } = await statfs('.');
  const gb = (count: number) => Math.round(((count * bsize) / GB) * 10) / 10;
  return { totalGB: gb(blocks), freeGB: gb(bavail) };
}
