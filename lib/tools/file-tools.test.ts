import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { WorkspaceFiles } from '#lib/workspace/files';
import type { Workspace } from '#lib/workspace/workspace';
import { editFileTool } from './edit-file.ts';
import { listFilesTool } from './list-files.ts';
import { readFileTool } from './read-file.ts';
import { modelText } from './run-tool.ts';
import { searchTool } from './search.ts';
import type { Tool, ToolResult } from './tool.ts';
import { writeFileTool } from './write-file.ts';

let root: string;
let workspace: Workspace;

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'loupe-tools-'));
  const files = new WorkspaceFiles(root);
  workspace = {
    exec: () => Promise.reject(new Error('no shell here')),
    readText: (given) => files.readText(given),
    writeText: (given, text) => files.writeText(given, text),
    list: (given, options) => files.list(given, options),
  };
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
});

const call = (tool: Tool, input: object): Promise<ToolResult> =>
  tool.execute(tool.input.parse(input), {
    chatId: 'c',
    runId: 'r',
    callId: 'call',
    workspace,
    signal: new AbortController().signal,
    readOutput: async () => undefined,
  });

const write = (file: string, text: string) => workspace.writeText(file, text);

it.each([
  [readFileTool, { path: '../x' }],
  [writeFileTool, { path: '../x', content: '' }],
  [editFileTool, { path: '../x', old_text: 'a', new_text: 'b' }],
  [listFilesTool, { path: '../x' }],
])('$name refuses a path that leads out', async (tool, input) => {
  const result = await call(tool, input);
  expect(result).toMatchObject({ ok: false, error: { code: 'blocked' } });
  expect(modelText(tool, result)).toBe('Error: Outside the workspace: ../x');
});

describe('read_file', () => {
  it('reads a whole file as it is', async () => {
    await write('a.txt', 'one\ntwo\n');
    const result = await call(readFileTool, { path: '/workspace/./a.txt' });
    const text = 'one\ntwo\n';
    expect(result).toEqual({ ok: true, path: 'a.txt', text, fromLine: 1, lines: 2, totalLines: 2 });
    expect(modelText(readFileTool, result)).toBe(text);
  });

  it('reads some lines and says which', async () => {
    await write('a.txt', '1\n2\n3\n4\n5');
    const result = await call(readFileTool, { path: 'a.txt', offset: 2, limit: 3 });
    expect(result).toMatchObject({ text: '2\n3\n4', fromLine: 2, lines: 3, totalLines: 5 });
    expect(modelText(readFileTool, result)).toBe('[lines 2–4 of 5]\n2\n3\n4');
    expect(await call(readFileTool, { path: 'a.txt', offset: 5 })).toMatchObject({
      text: '5',
      lines: 1,
    });
    expect(await call(readFileTool, { path: 'a.txt', offset: 6 })).toMatchObject({
      error: { code: 'invalid_input', message: 'The file has 5 lines; offset is 6.' },
    });
  });

  it('tells about empty, missing and binary files', async () => {
    await write('empty', '');
    writeFileSync(path.join(root, 'b.bin'), Buffer.from([1, 0, 2]));
    expect(modelText(readFileTool, await call(readFileTool, { path: 'empty' }))).toBe(
      '(empty file)',
    );
    const missing = await call(readFileTool, { path: 'does/not/exist.txt' });
    expect(missing).toEqual({
      ok: false,
      error: {
        code: 'not_found',
        message: 'No such file or folder: does/not/exist.txt',
        retryable: false,
      },
    });
    const binary = await call(readFileTool, { path: 'b.bin' });
    expect(modelText(readFileTool, binary)).toContain('b.bin is a binary file (3 bytes)');
  });
});

describe('write_file', () => {
  it('makes a file and says so', async () => {
    const result = await call(writeFileTool, { path: 'src/a.txt', content: 'é\nb\n' });
    expect(result).toEqual({
      ok: true,
      path: 'src/a.txt',
      bytes: 5,
      created: true,
      diff: '--- /dev/null\n+++ b/src/a.txt\n@@ -0,0 +1,2 @@\n+é\n+b\n',
    });
    expect(modelText(writeFileTool, result)).toBe('Created src/a.txt (5 bytes).');
  });

  it('shows what it replaced, in few lines', async () => {
    const lines = Array.from({ length: 20 }, (_, i) => `line ${i}`);
    await write('a.txt', lines.join('\n'));
    const content = lines.with(10, 'changed').join('\n');
    const result = await call(writeFileTool, { path: 'a.txt', content });
    expect(result).toMatchObject({ created: false });
    expect(String(result.diff).split('\n').slice(2)).toEqual([
      '@@ -8,7 +8,7 @@',
      ' line 7',
      ' line 8',
      ' line 9',
      '-line 10',
      '+changed',
      ' line 11',
      ' line 12',
      ' line 13',
      '',
    ]);
  });

  it('replaces a binary file, and bounds its diff', async () => {
    writeFileSync(path.join(root, 'b'), Buffer.from([1, 0, 2]));
    const long = 'a line of text\n'.repeat(5000);
    expect(await call(writeFileTool, { path: 'b', content: long })).toMatchObject({ diff: '' });
    const { diff } = await call(writeFileTool, { path: 'new', content: long });
    expect(String(diff).length).toBeLessThan(8100);
    expect(diff).toMatch(/… \d+ more lines$/);
  });

  it('gives an answer in time when two big texts have nothing in common', async () => {
    const text = (seed: number) =>
      Array.from({ length: 20_000 }, (_, i) => `${(i * seed) % 7919} ${i * seed}`).join('\n');
    await write('a.txt', text(3));
    const result = await call(writeFileTool, { path: 'a.txt', content: text(5) });
    expect(result).toMatchObject({ ok: true, diff: '(too many changes to show)' });
  });
});

describe('edit_file', () => {
  const edit = (old_text: string, new_text: string, more = {}) =>
    call(editFileTool, { path: 'a.txt', old_text, new_text, ...more });

  it('replaces the only occurrence', async () => {
    await write('a.txt', 'one\ntwo\nthree\n');
    const result = await edit('two', '$& and $1');
    expect(result).toMatchObject({ ok: true, path: 'a.txt', replaced: 1, added: 1, removed: 1 });
    expect(result.diff).toContain('-two\n+$& and $1\n');
    expect(await workspace.readText('a.txt')).toBe('one\n$& and $1\nthree\n');
  });

  it('changes nothing when the text occurs several times, and says where', async () => {
    await write('a.txt', 'x = 1\ny\nx = 1\nx = 1\n');
    const result = await edit('x = 1', 'x = 2');
    expect(result).toMatchObject({ ok: false, error: { code: 'conflict' } });
    expect(modelText(editFileTool, result)).toContain('occurs 3 times in a.txt (lines 1, 3, 4)');
    expect(await workspace.readText('a.txt')).toBe('x = 1\ny\nx = 1\nx = 1\n');
    expect(await edit('x = 1', 'x = 2', { replace_all: true })).toMatchObject({ replaced: 3 });
    expect(await workspace.readText('a.txt')).toBe('x = 2\ny\nx = 2\nx = 2\n');
  });

  it('names the place when only blanks differ', async () => {
    await write('a.txt', 'begin\nif (a) {\n\treturn  1;\n}\n');
    const result = await edit('if (a) {\n  return 1;\n}', 'x');
    expect(result).toMatchObject({ ok: false, error: { code: 'not_found' } });
    expect(modelText(editFileTool, result)).toContain(
      'with other blanks, at line 2:\nif (a) {\n\treturn  1;\n}',
    );
  });

  it('names the nearest line, or that there is none', async () => {
    await write('a.txt', 'const total = sum(values);\nreturn total;\n');
    expect(modelText(editFileTool, await edit('const total = sum(value)', 'x'))).toContain(
      'The nearest line is 1:\nconst total = sum(values);',
    );
    expect(modelText(editFileTool, await edit('qqq www zzz', 'x'))).toContain('Nothing like it');
  });

  it('keeps the line ends of Windows', async () => {
    await write('a.txt', 'one\r\ntwo\r\nthree\r\n');
    expect(await edit('one\ntwo', '1\n2\n2b')).toMatchObject({ ok: true, replaced: 1 });
    expect(await workspace.readText('a.txt')).toBe('1\r\n2\r\n2b\r\nthree\r\n');
  });

  it('refuses to change nothing, and a file that is not there', async () => {
    await write('a.txt', 'same');
    expect(await edit('same', 'same')).toMatchObject({ error: { code: 'invalid_input' } });
    expect(await call(editFileTool, { path: 'b', old_text: 'a', new_text: 'b' })).toMatchObject({
      error: { code: 'not_found', message: 'No such file or folder: b' },
    });
  });
});

describe('list_files', () => {
  it('lists names and sizes', async () => {
    await write('b/c.txt', 'abc');
    await write('a.txt', '');
    const result = await call(listFilesTool, {});
    expect(result).toEqual({
      ok: true,
      path: '.',
      entries: [
        { path: 'a.txt', type: 'file', bytes: 0 },
        { path: 'b', type: 'directory', bytes: 0 },
        { path: 'b/c.txt', type: 'file', bytes: 3 },
      ],
      more: false,
    });
    expect(modelText(listFilesTool, result)).toBe('a.txt (0 bytes)\nb/\nb/c.txt (3 bytes)');
  });

  it('says that there is more, or nothing', async () => {
    expect(modelText(listFilesTool, await call(listFilesTool, {}))).toBe('(empty folder)');
    for (let i = 0; i < 501; i++) writeFileSync(path.join(root, `f${i}`), '');
    const result = await call(listFilesTool, {});
    expect(result.more).toBe(true);
    expect(result.entries).toHaveLength(500);
  });
});

describe('search', () => {
  it('finds names and lines, whatever their case', async () => {
    await write('Needle.md', 'nothing');
    await write('src/a.ts', 'first\n  const NEEDLE = 1;\n');
    await write('src/b.ts', 'x.*needle(');
    writeFileSync(path.join(root, 'b.bin'), Buffer.from('needle\0'));
    const result = await call(searchTool, { query: 'needle' });
    expect(result).toEqual({
      ok: true,
      query: 'needle',
      matches: [
        { path: 'Needle.md', line: 0, text: 'Needle.md' },
        { path: 'src/a.ts', line: 2, text: 'const NEEDLE = 1;' },
        { path: 'src/b.ts', line: 1, text: 'x.*needle(' },
      ],
      more: false,
    });
    expect(modelText(searchTool, result)).toBe(
      'Needle.md\nsrc/a.ts:2: const NEEDLE = 1;\nsrc/b.ts:1: x.*needle(',
    );
    const literal = await call(searchTool, { query: '.*NEEDLE(' });
    expect(literal.matches).toHaveLength(1);
  });

  it('takes a glob, with or without folders', async () => {
    for (const file of ['a.md', 'docs/b.md', 'docs/c.txt']) await write(file, 'needle');
    const paths = async (glob: string) =>
      ((await call(searchTool, { query: 'needle', glob })).matches as { path: string }[]).map(
        (match) => match.path,
      );
    expect(await paths('*.md')).toEqual(['a.md', 'docs/b.md']);
    expect(await paths('docs/*')).toEqual(['docs/b.md', 'docs/c.txt']);
    expect(await paths('**/*.txt')).toEqual(['docs/c.txt']);
    expect(await paths('*.none')).toEqual([]);
  });

  it('stops at its limit and shows a part of a long line', async () => {
    await write('a.txt', 'needle\n'.repeat(30));
    const limited = await call(searchTool, { query: 'needle', limit: 10 });
    expect(limited.matches).toHaveLength(10);
    expect(limited.more).toBe(true);
    await write('b.txt', `${'x'.repeat(5000)}target${'y'.repeat(5000)}`);
    const { matches } = await call(searchTool, { query: 'target' });
    const [match] = matches as { text: string }[];
    expect(match?.text).toMatch(/^…x+targety+…$/);
    expect(match?.text.length).toBeLessThan(210);
  });
});
