import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { lockDataDir } from './data-lock.ts';

const HOLDER = `
const { DatabaseSync } = require('node:sqlite');
const file = new DatabaseSync(process.argv[1]);
file.exec('begin exclusive');
process.send('held');
setInterval(() => file.isOpen, 1000);
`;

it('is kept by one process, and free as soon as that one is killed', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'loupe-lock-'));
  const holder = spawn(process.execPath, ['-e', HOLDER, path.join(folder, 'loupe.lock')], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  await once(holder, 'message');
  await expect(lockDataDir(folder, 200)).rejects.toThrow(/Another Loupe runs/);
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  await lockDataDir(folder, 2000);
  await expect(lockDataDir(folder, 100)).rejects.toThrow(/Another Loupe runs/);
  rmSync(folder, { recursive: true });
});
