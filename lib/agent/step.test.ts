import type { LanguageModelV4CallOptions, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { MockLanguageModelV4 } from 'ai/test';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { emptyView, type MessageView, reduce, toMessage } from '#lib/events/reduce';
import type { LoupeChunk, LoupeMessage } from '#lib/events/types';
import { defineTool, type ToolResult } from '#lib/tools/tool';
import { runStep, type StepOutcome } from './step.ts';

type Turn = LanguageModelV4StreamPart[] | Error;
type Behave = (call: { options: LanguageModelV4CallOptions; n: number }) => Turn;

const usage = {
  inputTokens: { total: 10, noCache: 10, cacheRead: 4, cacheWrite: undefined },
  outputTokens: { total: 5, text: 5, reasoning: undefined },
};
const finish = (
  unified: 'stop' | 'tool-calls' | 'length' | 'other',
): LanguageModelV4StreamPart => ({
  type: 'finish',
  finishReason: { unified, raw: unified },
  usage,
});
const text = (words: string): LanguageModelV4StreamPart[] => [
  { type: 'text-start', id: 't' },
  { type: 'text-delta', id: 't', delta: words },
  { type: 'text-end', id: 't' },
];
const call = (input: string, name = 'add', id = 'c'): LanguageModelV4StreamPart => ({
  type: 'tool-call',
  toolCallId: id,
  toolName: name,
  input,
});

const add = defineTool({
  name: 'add',
  description: 'Adds one.',
  input: z.object({ n: z.number().describe('a number') }),
  effect: 'none',
  timeoutMs: 1000,
  execute: async ({ n }): Promise<ToolResult> => ({ ok: true, result: n + 1 }),
});

const question: LoupeMessage = {
  id: 'q',
  role: 'user',
  parts: [{ type: 'text', text: 'go' }],
};

/** Steps until the run ends, as the driver does. */
async function run(behave: Behave, maxSteps = 3, controller = new AbortController()) {
  const requests: LanguageModelV4CallOptions[] = [];
  const model = new MockLanguageModelV4({
    doStream: async (options) => {
      requests.push(options);
      const turn = behave({ options, n: requests.length });
      if (turn instanceof Error) throw turn;
      const parts = [...turn];
      return {
        stream: new ReadableStream({
          pull(stream) {
            const part = parts.shift();
            if (part?.type === 'error' && part.error === 'hang') return new Promise(() => {});
            if (part?.type === 'error' && part.error === 'reset') stream.error(new Error('reset'));
            else if (part) stream.enqueue(part);
            else stream.close();
          },
        }),
      };
    },
  });
  const chunks: LoupeChunk[] = [];
  let view: MessageView = emptyView('m');
  let outcome: StepOutcome = { next: 'again' };
  while (outcome.next === 'again') {
    outcome = await runStep({
      n: view.steps.length + 1,
      maxSteps,
      model: { id: 'test/model', model, demo: false, secrets: [] },
      tools: [add],
      runStartedAt: new Date(0),
      branch: [question],
      view: () => view,
      emit: (chunk) => {
        chunks.push(chunk);
        view = reduce(view, chunk);
      },
      flush: async () => {},
      async *runTools(calls) {
        for (const each of calls) {
          const { n } = each.input as { n: number };
          yield [each, { result: { ok: true, result: n + 1 } }];
        }
      },
      signal: controller.signal,
    });
  }
  const message = toMessage(view);
  const reason = outcome.next === 'end' ? outcome.reason : undefined;
  return { reason, message, requests, chunks };
}

const textOf = (message: LoupeMessage) =>
  message.parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
const off = (options: LanguageModelV4CallOptions) =>
  options.toolChoice?.type === 'none' || !options.tools?.length;
const looper = (n: number): LanguageModelV4StreamPart[] => [
  call(`{"n":${n}}`),
  finish('tool-calls'),
];

describe('a run', () => {
  it('feeds results back and ends with the answer', async () => {
    const { reason, message, requests } = await run(({ n }) =>
      n === 1 ? looper(41) : [...text('It is 42.'), finish('stop')],
    );
    expect(reason).toBe('answered');
    expect(textOf(message)).toBe('It is 42.');
    expect(requests[1]?.prompt.slice(-2)).toMatchObject([
      { role: 'assistant', content: [{ type: 'tool-call', input: { n: 41 } }] },
      { role: 'tool', content: [{ output: { type: 'text', value: '{"result":42}' } }] },
    ]);
    expect(message.parts.find((part) => part.type === 'data-step')).toMatchObject({
      data: {
        n: 1,
        max: 3,
        tries: 1,
        ms: expect.any(Number),
        usage: { inputTokens: 10, cachedTokens: 4 },
      },
    });
  });

  it('turns tools off on the last step and answers', async () => {
    const { reason, message, requests } = await run(({ options, n }) =>
      off(options) ? [...text('As far as I got.'), finish('stop')] : looper(n),
    );
    expect(reason).toBe('max-steps');
    expect(requests).toHaveLength(3);
    expect(textOf(message)).toBe('As far as I got.');
    expect(JSON.stringify(requests[2]?.prompt.at(-1))).toContain('This is the last step');
    expect(message.parts.some((part) => part.type === 'data-policy')).toBe(true);
  });
});

// Whatever a model does, the run ends with a reason and a text, and every call has one result.
const hostile: [string, Behave, string][] = [
  ['calls tools for ever', ({ n }) => looper(n), 'max-steps'],
  [
    'calls a tool beside its text',
    ({ n }) => [...text(`Some words ${n}.`), ...looper(n)],
    'max-steps',
  ],
  ['says nothing', () => [finish('stop')], 'failed'],
  [
    'answers only when it is asked again',
    ({ n }) => (n === 1 ? [finish('stop')] : [...text('There.'), finish('stop')]),
    'answered',
  ],
  [
    'finishes oddly with a call',
    ({ n }) => (n === 1 ? [call('{"n":1}'), finish('other')] : [...text('ok'), finish('stop')]),
    'answered',
  ],
  [
    'breaks off when it is asked again',
    ({ n }) =>
      n === 1 ? [finish('stop')] : [...text('The res'), { type: 'error', error: 'reset' }],
    'failed',
  ],
  ['is cut in its answer', () => [...text('Half an'), finish('length')], 'answered'],
  [
    'calls an unknown tool',
    ({ n }) =>
      n === 1 ? [call('{}', 'nope'), finish('tool-calls')] : [...text('ok'), finish('stop')],
    'answered',
  ],
  [
    'sends an input of the wrong shape',
    ({ n }) =>
      n === 1 ? [call('{"n":"x"}'), finish('tool-calls')] : [...text('ok'), finish('stop')],
    'answered',
  ],
  [
    'sends an input that is no JSON',
    ({ n }) => (n === 1 ? [call('{"n":'), finish('tool-calls')] : [...text('ok'), finish('stop')]),
    'answered',
  ],
  [
    'breaks after a result',
    ({ n }) => (n === 1 ? looper(1) : [...text('par'), { type: 'error', error: 'reset' }]),
    'failed',
  ],
  [
    'sends an error in the stream',
    ({ n }) => (n === 1 ? looper(1) : [{ type: 'error', error: { message: 'overloaded' } }]),
    'failed',
  ],
  [
    'repeats a call id in each step',
    ({ n, options }) =>
      off(options)
        ? [...text('ok'), finish('stop')]
        : [call(`{"n":${n}}`, 'add', 'same'), finish('tool-calls')],
    'max-steps',
  ],
  ['refuses at once', () => new Error('refused'), 'failed'],
];

describe.each(hostile)('a model that %s', (_name, behave, expected) => {
  it(`ends "${expected}" with a text or a notice and nothing open`, async () => {
    const { reason, message, chunks } = await run(behave);
    expect(reason).toBe(expected);
    const notice = message.parts.some((part) => part.type === 'data-notice');
    expect(textOf(message).trim() !== '' || notice).toBe(true);
    expect(chunks.map((chunk) => chunk.type)).not.toContain('error');
    const calls = message.parts.flatMap((part) => ('toolCallId' in part ? [part] : []));
    expect(new Set(calls.map((part) => part.toolCallId)).size).toBe(calls.length);
    for (const part of calls) expect(part.state).toMatch(/^output-/);
    const frames = chunks.filter((chunk) => /^(start|finish)-step$/.test(chunk.type));
    expect(frames.length % 2).toBe(0);
  });
});

it('tells the model what was wrong with a call', async () => {
  const { message } = await run(({ n }) =>
    n === 1 ? [call('{"n":"x"}'), finish('tool-calls')] : [...text('ok'), finish('stop')],
  );
  const part = message.parts.find((each) => 'toolCallId' in each);
  expect(part).toMatchObject({
    state: 'output-error',
    errorText: expect.stringMatching(/^Error: the input of add is not valid: n: .*number/),
  });
});

it('says in plain words what the steps found when the provider breaks', async () => {
  const { message } = await run(({ n }) =>
    n === 1 ? looper(1) : [{ type: 'error', error: { message: 'overloaded' } }],
  );
  expect(textOf(message)).toContain('`add`: {"result":2}');
  expect(message.parts.find((part) => part.type === 'data-notice')).toMatchObject({
    data: { message: 'overloaded' },
  });
});

it('ends at once when it is stopped in the model call, keeping what was shown', async () => {
  const controller = new AbortController();
  const { reason, message } = await run(
    () => {
      setTimeout(() => controller.abort('stop'), 20);
      return [
        { type: 'text-start', id: 't' },
        { type: 'text-delta', id: 't', delta: 'half' },
        { type: 'error', error: 'hang' },
      ];
    },
    3,
    controller,
  );
  expect(reason).toBe('stopped');
  expect(textOf(message)).toBe('half');
});
