import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, it } from 'vitest';
import { closeWorkspaces, openWorkspace, removeWorkspace } from './open.ts';

const data = realpathSync(mkdtempSync(path.join(tmpdir(), 'loupe-open-')));
const options = { timeoutMs: 10_000, signal: new AbortController().signal };

afterAll(() => {
  closeWorkspaces();
  rmSync(data, { recursive: true, force: true });
});

it('puts a README into a new workspace, and into no other', async () => {
  await openWorkspace('seed', data);
  const readme = path.join(data, 'workspaces/seed/README.md');
  const text = readFileSync(readme, 'utf8');
  expect(text.startsWith('# Workspace\n')).toBe(true);
  expect(text).toMatch(/belongs to one chat/);
  expect(text).toMatch(/属于一个对话/);
  closeWorkspaces();
  rmSync(readme);
  await openWorkspace('seed', data);
  expect(existsSync(readme)).toBe(false);
});

it('has one instance per chat', async () => {
  const [a, b, other] = await Promise.all([
    openWorkspace('one', data),
    openWorkspace('one', data),
    openWorkspace('two', data),
  ]);
  expect(a).toBe(b);
  expect(other).not.toBe(a);
  await a.writeText('a.txt', 'a');
  await expect(other.readText('a.txt')).rejects.toMatchObject({ code: 'not_found' });
});

it.each(['', '..', '../x', 'a/b', 'a\\b', 'a b', 'a\0'])('refuses the chat id %j', async (id) => {
  await expect(openWorkspace(id, data)).rejects.toThrow('Bad chat id.');
  await expect(removeWorkspace(id, data)).rejects.toThrow('Bad chat id.');
});

it('shares files between the shell and the file methods', async () => {
  const workspace = await openWorkspace('files', data);
  await workspace.writeText('src/a.txt', 'from the server\n');
  const { stdout } = await workspace.exec('cat src/a.txt; echo shell > b.txt', options);
  expect(stdout).toBe('from the server\n');
  expect(await workspace.readText('/workspace/b.txt')).toBe('shell\n');
});

it('deletes everything of a removed chat and ends its commands', async () => {
  const workspace = await openWorkspace('gone', data);
  await workspace.exec('echo a > a.txt; echo b > /tmp/b.txt', options);
  const running = workspace.exec('echo begun; sleep 60', options);
  await workspace.exec('sleep 0.2', options);
  await removeWorkspace('gone', data);
  expect(await running).toMatchObject({ end: 'crash', stdout: 'begun\n' });
  expect(readdirSync(path.join(data, 'workspaces'))).not.toContain('gone');
  expect(readdirSync(path.join(data, 'tmp'))).not.toContain('gone');
});

it('does not keep the server alive, and its shell ends with it', async () => {
  const script = `
    import { openWorkspace } from './lib/workspace/open.ts';
    const workspace = await openWorkspace('alive', ${JSON.stringify(data)});
    const signal = new AbortController().signal;
    const { stdout } = await workspace.exec('echo said', { timeoutMs: 9000, signal });
    console.log(JSON.stringify({ stdout }));`;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '--no-warnings', '-e', script],
    { timeout: 15_000 },
  );
  expect(JSON.parse(stdout)).toMatchObject({ stdout: 'said\n' });
  await expect.poll(() => shellsOf('alive'), { timeout: 3000 }).toEqual([]);
});

/** Command lines of the shell processes of a chat; nothing where there is no `/proc`. */
function shellsOf(chatId: string): string[] {
  if (!existsSync('/proc')) return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      } catch {
        return '';
      }
    })
    .filter((line) => line.includes('shell-child') && line.includes(`/workspaces/${chatId}\0`));
}
