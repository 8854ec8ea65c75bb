import { expect, it, vi } from 'vitest';
import type { Workspace } from '#lib/workspace/workspace';
import { readOutputTool } from './read-output.ts';
import { modelText } from './run-tool.ts';
import { VISIBLE_CHARS } from './shape.ts';
import { sysinfoTool } from './sysinfo.ts';
import { timeTool } from './time.ts';
import type { Tool, ToolResult } from './tool.ts';

const outputs = new Map([
  ['long', 'abc'.repeat(10_000)],
  ['faces', '😀😀😀'],
]);

const call = (tool: Tool, input: object): Promise<ToolResult> =>
  tool.execute(tool.input.parse(input), {
    chatId: 'c',
    runId: 'r',
    callId: 'call',
    workspace: {} as Workspace,
    signal: new AbortController().signal,
    readOutput: async (ref) => outputs.get(ref),
  });

it('time tells the same moment in every zone', async () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 31, 16, 5, 9), toFake: ['Date'] });
  expect(await call(timeTool, { time_zone: 'Asia/Shanghai' })).toEqual({
    ok: true,
    iso: '2026-01-31T16:05:09.000Z',
    local: '2026-02-01 00:05:09 +08:00',
    timeZone: 'Asia/Shanghai',
    weekday: 'Sunday',
    epochMs: Date.UTC(2026, 0, 31, 16, 5, 9),
  });
  expect(await call(timeTool, { time_zone: 'UTC' })).toMatchObject({
    local: '2026-01-31 16:05:09 +00:00',
    weekday: 'Saturday',
  });
  expect(await call(timeTool, { time_zone: 'America/New_York' })).toMatchObject({
    local: '2026-01-31 11:05:09 -05:00',
  });
  expect(await call(timeTool, {})).toMatchObject({ ok: true, epochMs: Date.now() });
  vi.useRealTimers();
});

it('time refuses a zone that there is not', async () => {
  const result = await call(timeTool, { time_zone: 'Mars/Base' });
  expect(result).toMatchObject({ ok: false, error: { code: 'invalid_input' } });
  expect(modelText(timeTool, result)).toContain('"Mars/Base"');
});

it('sysinfo tells about the machine and nothing private', async () => {
  const result = await call(sysinfoTool, {});
  expect(result).toMatchObject({
    ok: true,
    node: process.version,
    arch: process.arch,
    cpu: {
      cores: expect.any(Number),
      load: [expect.any(Number), expect.any(Number), expect.any(Number)],
    },
    memory: { totalMB: expect.any(Number), freeMB: expect.any(Number) },
    disk: { totalGB: expect.any(Number), freeGB: expect.any(Number) },
    uptimeSeconds: expect.any(Number),
    timeZone: expect.any(String),
  });
  expect(Object.keys(result).sort()).toEqual(
    [
      'arch',
      'cpu',
      'disk',
      'memory',
      'node',
      'ok',
      'os',
      'time',
      'timeZone',
      'uptimeSeconds',
    ].sort(),
  );
  expect(JSON.stringify(result)).not.toContain(process.cwd());
});

it('sysinfo gives one part', async () => {
  expect(Object.keys(await call(sysinfoTool, { section: 'memory' }))).toEqual(['ok', 'memory']);
});

it('read_output reads a part', async () => {
  const result = await call(readOutputTool, { ref: 'long', offset: 3, limit: 6 });
  expect(result).toEqual({ ok: true, ref: 'long', text: 'abcabc', offset: 3, total: 30_000 });
  expect(modelText(readOutputTool, result)).toBe('[characters 3–9 of 30000]\nabcabc');
});

it('read_output gives no more than is shown uncut', async () => {
  expect(String((await call(readOutputTool, { ref: 'long' })).text)).toHaveLength(VISIBLE_CHARS);
  const last = await call(readOutputTool, { ref: 'long', offset: 29_999 });
  expect(last.text).toBe('c');
});

it('read_output never cuts a character', async () => {
  const { text, offset } = await call(readOutputTool, { ref: 'faces', offset: 1, limit: 2 });
  expect({ text, offset }).toEqual({ text: '😀', offset: 0 });
});

it('read_output says what is wrong', async () => {
  expect(await call(readOutputTool, { ref: 'none' })).toMatchObject({
    error: { code: 'not_found' },
  });
  expect(await call(readOutputTool, { ref: 'long', offset: 30_001 })).toMatchObject({
    error: { code: 'invalid_input' },
  });
});
