import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { WorkspaceFiles } from './files.ts';

let outer: string;
let root: string;
let files: WorkspaceFiles;

beforeEach(() => {
  outer = mkdtempSync(path.join(tmpdir(), 'loupe-files-'));
  root = path.join(outer, 'ws');
  mkdirSync(root);
  mkdirSync(path.join(outer, 'ws-evil'));
  writeFileSync(path.join(outer, 'ws-evil/secret.txt'), 'secret');
  files = new WorkspaceFiles(root);
  onTestFinished(() => rmSync(outer, { recursive: true, force: true }));
});

const OUTSIDE = [
  '../ws-evil/secret.txt',
  '../../etc/passwd',
  '/etc/passwd',
  '/workspace2/x',
  '/workspace/../workspace2/x',
  'a/../../ws-evil/secret.txt',
  'notes.txt\0.png',
  '..\\ws-evil\\secret.txt',
  '~/.ssh/id_rsa',
  '~',
  'file:///etc/passwd',
  '/',
  '..',
];

it.each(OUTSIDE)(
  'refuses %j for reading, writing and listing, in the same words',
  async (given) => {
    const refused = { code: 'blocked', message: expect.stringMatching(/^Outside the workspace: /) };
    await expect(files.readText(given)).rejects.toMatchObject(refused);
    await expect(files.writeText(given, 'x')).rejects.toMatchObject(refused);
    await expect(files.list(given, { depth: 1, limit: 10 })).rejects.toMatchObject(refused);
    expect(readdirSync(outer).sort()).toEqual(['ws', 'ws-evil']);
  },
);

it.each([
  '..notes.txt',
  '/workspace/a.txt',
  './b//c.txt',
  'd/../e.txt',
  '日本 語.txt',
  '~backup',
  '/workspace/...',
])('takes %j', async (given) => {
  await files.writeText(given, 'here');
  expect(await files.readText(given)).toBe('here');
});

it('follows no link, neither the file nor a folder on the way', async () => {
  symlinkSync(path.join(outer, 'ws-evil/secret.txt'), path.join(root, 'file'));
  symlinkSync(path.join(outer, 'ws-evil'), path.join(root, 'folder'));
  for (const given of ['file', 'folder/secret.txt', 'folder/new.txt', 'folder/deep/new.txt']) {
    await expect(files.readText(given)).rejects.toMatchObject({ code: 'blocked' });
    await expect(files.writeText(given, 'x')).rejects.toMatchObject({ code: 'blocked' });
  }
  expect(await files.list('.', { depth: 9, limit: 10 })).toEqual([]);
  expect(readFileSync(path.join(outer, 'ws-evil/secret.txt'), 'utf8')).toBe('secret');
  expect(existsSync(path.join(outer, 'ws-evil/new.txt'))).toBe(false);
});

it('says what is missing, or no file, without a path of the server', async () => {
  mkdirSync(path.join(root, 'folder'));
  writeFileSync(path.join(root, 'file'), 'x');
  const messages = await Promise.all([
    files.readText('does/not/exist.txt').catch((error) => error),
    files.readText('folder').catch((error) => error),
    files.readText('file/below').catch((error) => error),
    files.writeText('folder', 'x').catch((error) => error),
    files.writeText('file/below', 'x').catch((error) => error),
  ]);
  expect(messages.map(({ code }) => code)).toEqual([
    'not_found',
    'conflict',
    'conflict',
    'conflict',
    'conflict',
  ]);
  for (const { message } of messages) expect(message).not.toContain(outer);
});

it('reads UTF-8 without its byte order mark and refuses what is none', async () => {
  writeFileSync(path.join(root, 'bom.txt'), '\ufeffhällo 中\r\n');
  expect(await files.readText('bom.txt')).toBe('hällo 中\r\n');
  writeFileSync(path.join(root, 'image.png'), Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1]));
  await expect(files.readText('image.png')).rejects.toMatchObject({
    code: 'invalid_input',
    message: expect.stringContaining('binary file (6 bytes)'),
  });
  writeFileSync(path.join(root, 'gbk.csv'), Buffer.from([0xd6, 0xd0, 0xce, 0xc4]));
  await expect(files.readText('gbk.csv')).rejects.toMatchObject({
    code: 'invalid_input',
    message: expect.stringContaining('not UTF-8'),
  });
});

it('replaces a file as a whole and keeps its mode', async () => {
  writeFileSync(path.join(root, 'run.sh'), 'old', { mode: 0o755 });
  expect(await files.writeText('run.sh', 'née')).toBe(4);
  expect(statSync(path.join(root, 'run.sh')).mode & 0o777).toBe(0o755);
  expect(readdirSync(root)).toEqual(['run.sh']);
});

it('writes no half characters', async () => {
  await files.writeText('a.txt', 'a\ud800b');
  expect(await files.readText('a.txt')).toBe('a\ufffdb');
});

it('refuses to go over the quota, in bytes and in files', async () => {
  const small = new WorkspaceFiles(root, { bytes: 100, entries: 3 });
  await small.writeText('a', 'x'.repeat(90));
  const full = { code: 'too_large', message: expect.stringContaining('No space left') };
  await expect(small.writeText('b', 'x'.repeat(20))).rejects.toMatchObject(full);
  await small.writeText('a', 'x'.repeat(95));
  await small.writeText('a', '');
  await small.writeText('b/c', 'x');
  await expect(small.writeText('d', 'x')).rejects.toMatchObject(full);
  expect(readdirSync(root).sort()).toEqual(['a', 'b']);
});

it('lists folders before what is in them, in order, to a depth and a limit', async () => {
  for (const given of ['b/z.txt', 'b/deep/y.txt', 'a.txt', 'c/x.txt', '.hidden']) {
    await files.writeText(given, 'xy');
  }
  const paths = async (given: string, depth: number, limit = 100) =>
    (await files.list(given, { depth, limit })).map((entry) => entry.path);
  expect(await paths('.', 9)).toEqual([
    '.hidden',
    'a.txt',
    'b',
    'b/deep',
    'b/deep/y.txt',
    'b/z.txt',
    'c',
    'c/x.txt',
  ]);
  expect(await paths('.', 1)).toEqual(['.hidden', 'a.txt', 'b', 'c']);
  expect(await paths('b', 1)).toEqual(['b/deep', 'b/z.txt']);
  expect(await paths('.', 9, 3)).toHaveLength(3);
  expect(await files.list('a.txt', { depth: 1, limit: 5 })).toEqual([
    { path: 'a.txt', type: 'file', bytes: 2 },
  ]);
});
