import type { LanguageModelV4CallOptions, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { wrapLanguageModel } from 'ai';
import { convertReadableStreamToArray, MockLanguageModelV4 } from 'ai/test';
import { expect, it } from 'vitest';
import { guard } from './guard.ts';

const finish: LanguageModelV4StreamPart = {
  type: 'finish',
  finishReason: { unified: 'tool-calls', raw: 'tool_calls' },
  usage: {
    inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 1, text: 1, reasoning: 0 },
  },
};

const call = (id: string): LanguageModelV4StreamPart[] => [
  { type: 'tool-input-start', id, toolName: 'calc' },
  { type: 'tool-input-delta', id, delta: '{}' },
  { type: 'tool-input-end', id },
  { type: 'tool-call', toolCallId: id, toolName: 'calc', input: '{}' },
];

const calc = { type: 'function' as const, name: 'calc', inputSchema: { type: 'object' as const } };

async function run(
  parts: LanguageModelV4StreamPart[],
  options: { fails?: Error; toolChoice?: 'none' | 'auto'; usedIds?: Set<string> } = {},
) {
  const stream = new ReadableStream<LanguageModelV4StreamPart>({
    pull(controller) {
      const part = parts.shift();
      if (part) controller.enqueue(part);
      else if (options.fails) controller.error(options.fails);
      else controller.close();
    },
  });
  const model = wrapLanguageModel({
    model: new MockLanguageModelV4({ doStream: { stream } }),
    middleware: guard(options.usedIds ?? new Set()),
  });
  const prompt: LanguageModelV4CallOptions = {
    prompt: [],
    tools: [calc],
    toolChoice: { type: options.toolChoice ?? 'auto' },
  };
  return convertReadableStreamToArray((await model.doStream(prompt)).stream);
}

it('turns a broken transport into closed parts and an error part', async () => {
  const fails = Object.assign(new Error('reset'), { code: 'ECONNRESET' });
  const parts: LanguageModelV4StreamPart[] = [
    { type: 'reasoning-start', id: 'r' },
    { type: 'reasoning-end', id: 'r' },
    { type: 'text-start', id: 't' },
    { type: 'text-delta', id: 't', delta: 'half' },
  ];
  expect(await run([...parts], { fails })).toEqual([
    ...parts,
    { type: 'text-end', id: 't' },
    { type: 'error', error: expect.objectContaining({ kind: 'unreachable', cause: fails }) },
  ]);
});

it('drops calls that were made although tools were off', async () => {
  const parts = await run([...call('c1'), finish], { toolChoice: 'none' });
  expect(parts).toEqual([{ ...finish, finishReason: { unified: 'stop', raw: 'tool_calls' } }]);
});

it('gives a repeated or empty id a new one, the same in all parts of the call', async () => {
  const usedIds = new Set(['c1']);
  const parts = await run([...call('c1'), ...call('c2'), finish], { usedIds });
  const ids = parts.flatMap((part) =>
    'toolCallId' in part
      ? [part.toolCallId]
      : part.type.startsWith('tool-') && 'id' in part
        ? [part.id]
        : [],
  );
  expect(new Set(ids.slice(0, 4)).size).toBe(1);
  expect(ids[0]).toMatch(/^[a-zA-Z0-9]{9}$/);
  expect(ids.slice(4)).toEqual(['c2', 'c2', 'c2', 'c2']);
  expect(usedIds).toEqual(new Set(['c1', ids[0], 'c2']));
});
