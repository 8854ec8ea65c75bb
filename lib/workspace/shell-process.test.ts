import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { Shell } from './shell.ts';
import { type ShellFolders, ShellProcess } from './shell-process.ts';

function makeFolders(): ShellFolders {
  const outer = mkdtempSync(path.join(tmpdir(), 'loupe-process-'));
  onTestFinished(() => rmSync(outer, { recursive: true, force: true }));
  const folders = { root: path.join(outer, 'root'), tmp: path.join(outer, 'tmp') };
  for (const folder of Object.values(folders)) mkdirSync(folder);
  return folders;
}

it('ends after five minutes without a command', async () => {
  const onEnd = vi.fn();
  const process = new ShellProcess(makeFolders(), onEnd);
  onTestFinished(() => process.kill('killed'));
  await process.started;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const run = () =>
    new Promise<void>((resolve) => {
      const done = () => resolve();
      process.run('true', 9e6, { output: () => {}, done, lost: done });
    });
  await run();
  vi.advanceTimersByTime(4 * 60_000);
  await run();
  vi.advanceTimersByTime(4 * 60_000);
  expect(onEnd).not.toHaveBeenCalled();
  vi.advanceTimersByTime(60_000);
  expect(onEnd).toHaveBeenCalledOnce();
});

it('works behind a link to the data directory', async () => {
  const { root, tmp } = makeFolders();
  const link = `${root}-link`;
  symlinkSync(root, link);
  const shell = new Shell({ root: link, tmp });
  onTestFinished(() => shell.close());
  const signal = new AbortController().signal;
  const result = await shell.exec('echo a > a; cat a', { timeoutMs: 9000, signal });
  expect(result).toMatchObject({ stdout: 'a\n', end: 'exit' });
});

it('is started once for commands that come together', async () => {
  const shell = new Shell(makeFolders());
  onTestFinished(() => shell.close());
  const signal = new AbortController().signal;
  // The file system outside of the mounted folders is the process's own.
  const command = 'echo x >> /var/seen; sleep 0.3; wc -l < /var/seen';
  const runs = Array.from({ length: 5 }, () => shell.exec(command, { timeoutMs: 9000, signal }));
  expect(new Set((await Promise.all(runs)).map(({ stdout }) => stdout))).toEqual(new Set(['5\n']));
});

it('says so when it cannot start', async () => {
  const { root, tmp } = makeFolders();
  rmSync(root, { recursive: true });
  const shell = new Shell({ root, tmp });
  const signal = new AbortController().signal;
  const result = await shell.exec('echo a', { timeoutMs: 9000, signal });
  expect(result).toMatchObject({ end: 'crash', exitCode: 137, stdout: '' });
  expect(result.stderr).toContain('could not be started');
  expect(result.stderr).not.toContain(root);
});
