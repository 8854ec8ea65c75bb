import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4FunctionTool,
  LanguageModelV4Prompt,
} from '@ai-sdk/provider';
import { toFailure } from '../classify.ts';
import type { ProviderFailure } from '../failure.ts';

/** One answer, as everything behind the door sees it. */
export interface Heard {
  text: string;
  reasoning: string;
  calls: { id: string; name: string; input: string }[];
  inputTokens?: number;
  failure?: ProviderFailure;
}

const lookUp: LanguageModelV4FunctionTool = {
  type: 'function',
  name: 'look_up_stock',
  description: 'Tells how many pieces of an item are in stock.',
  inputSchema: {
    type: 'object',
    properties: { item: { type: 'string', description: 'The item, such as "apples".' } },
    required: ['item'],
  },
};

const INSTRUCTIONS = 'You answer briefly and use the tools that you are given.';
const BOTH =
  'How many apples and how many pears are in stock? Look up both, in the same step if you can.';
const STOCK: Record<string, string> = { apples: '17', pears: '4' };

/** Sends one request and takes down what comes. */
export async function hear(
  model: LanguageModelV4,
  call: LanguageModelV4CallOptions,
): Promise<Heard> {
  const heard: Heard = { text: '', reasoning: '', calls: [] };
  try {
    const { stream } = await model.doStream(call);
    const reader = stream.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return heard;
      if (value.type === 'text-delta') heard.text += value.delta;
      if (value.type === 'reasoning-delta') heard.reasoning += value.delta;
      if (value.type === 'error') heard.failure ??= toFailure(value.error);
      if (value.type === 'finish') heard.inputTokens = value.usage.inputTokens.total;
      if (value.type === 'tool-call') {
        heard.calls.push({ id: value.toolCallId, name: value.toolName, input: value.input });
      }
    }
  } catch (error) {
    heard.failure = toFailure(error);
    return heard;
  }
}

/** The requests of the examination, in their order. */
export const asks = {
  greeting: (signal: AbortSignal): LanguageModelV4CallOptions => ({
    prompt: [...system(), user('Count from one to ten, in words, separated by commas.')],
    abortSignal: signal,
  }),
  stock: (signal: AbortSignal): LanguageModelV4CallOptions => ({
    prompt: [...system(), user(BOTH)],
    tools: [lookUp],
    toolChoice: { type: 'auto' },
    abortSignal: signal,
  }),
  results: (signal: AbortSignal, calls: Heard['calls']): LanguageModelV4CallOptions => ({
    prompt: [...system(), user(BOTH), ...exchange(calls)],
    tools: [lookUp],
    toolChoice: { type: 'auto' },
    abortSignal: signal,
  }),
  toolsOff: (signal: AbortSignal): LanguageModelV4CallOptions => ({
    prompt: [
      ...system(),
      user('How many apples are in stock? Answer without the tool: make a guess.'),
    ],
    tools: [lookUp],
    toolChoice: { type: 'none' },
    abortSignal: signal,
  }),
};

function system(): LanguageModelV4Prompt {
  return [{ role: 'system', content: INSTRUCTIONS }];
}

function user(text: string): LanguageModelV4Prompt[number] {
  return { role: 'user', content: [{ type: 'text', text }] };
}

function exchange(calls: Heard['calls']): LanguageModelV4Prompt {
  return [
    {
      role: 'assistant',
      content: calls.map((call) => ({
        type: 'tool-call',
        toolCallId: call.id,
        toolName: call.name,
        input: inputOf(call.input),
      })),
    },
    {
      role: 'tool',
      content: calls.map((call) => ({
        type: 'tool-result',
        toolCallId: call.id,
        toolName: call.name,
        output: { type: 'text', value: stockOf(call.input) },
      })),
    },
  ];
}

function stockOf(input: string): string {
  const { item } = inputOf(input);
  return STOCK[String(item).toLowerCase()] ?? '9';
}

function inputOf(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
