import { InvalidToolInputError, NoSuchToolError, type ToolSet, tool } from 'ai';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { isCutOff } from './json-cut.ts';
import { repairCall } from './repair-call.ts';

const tools: ToolSet = {
  write_file: tool({ inputSchema: z.object({ path: z.string(), mode: z.number().optional() }) }),
};

function repair(input: string, toolName = 'write_file') {
  const known = toolName in tools;
  return repairCall({
    toolCall: { type: 'tool-call', toolCallId: 'c', toolName, input },
    tools,
    error: known
      ? new InvalidToolInputError({ toolName, toolInput: input, cause: new Error('x') })
      : new NoSuchToolError({ toolName }),
    inputSchema: async () => ({
      type: 'object',
      properties: { path: { type: 'string' }, mode: { type: 'number' }, list: { type: 'array' } },
    }),
    instructions: undefined,
    system: undefined,
    messages: [],
  });
}

it.each([
  ["{'path': 'a',}", '{"path":"a"}'],
  ['{path: "a"}', '{"path":"a"}'],
  ['{"path": "a" "mode": 1}', '{"path":"a","mode":1}'],
  ['```json\n{"path":"a"}\n```', '{"path":"a"}'],
  ['"{\\"path\\":\\"a\\"}"', '{"path":"a"}'],
  ['{"path":"a","mode":"7"}', '{"path":"a","mode":7}'],
  ['{"path":7}', '{"path":"7"}'],
  ['{"path":"a","list":"[1]"}', '{"path":"a","list":[1]}'],
  ["{'path': 'it\\'s'}", '{"path":"it\'s"}'],
])('mends %s', async (input, mended) => {
  expect((await repair(input))?.input).toBe(mended);
});

it.each([
  '{"path":"report.md","content":"# Rep',
  '{"path":"a.js","content":"function f() { }',
  '{"path":"a"',
  "{'path': 'a', 'b': [1, 2}",
  '[1, 2]',
  'just words',
  '',
])('leaves %s alone', async (input) => {
  expect(await repair(input)).toBeNull();
});

it('finds a tool whose name is written otherwise', async () => {
  expect((await repair('{}', 'functions.WriteFile'))?.toolName).toBe('write_file');
  expect((await repair('{}', 'Write-File'))?.toolName).toBe('write_file');
  expect(await repair('{}', 'delete_file')).toBeNull();
});

it('knows an end in the middle, apostrophes in words or not', () => {
  expect(isCutOff("{'a': 'it's fine'}")).toBe(false);
  expect(isCutOff('{"a": "x}')).toBe(true);
  expect(isCutOff('{"a": "\\"}')).toBe(true);
  expect(isCutOff('{"a": {"b": 1}')).toBe(true);
});

it('takes no longer for a long run of blanks', async () => {
  const before = performance.now();
  const mended = await repair(`{"path":"a",${' '.repeat(50_000)}"mode":"7"}`);
  expect(mended?.input).toBe('{"path":"a","mode":7}');
  expect(performance.now() - before).toBeLessThan(500);
});
