import type { LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { MockLanguageModelV4 } from 'ai/test';
import { newId } from '#lib/ids';

export const fake = {
  /** The parts of the next answer; without a `finish` it hangs until it is stopped. */
  turn: (): LanguageModelV4StreamPart[] => says('Hello.'),
  /** The prompts that it was asked, as JSON. */
  prompts: [] as string[],
};

/** In the place of `#lib/models/resolve`. */
export const resolveModule = {
  isAvailable: () => true,
  resolveModel: async (id = 'test/model') => ({
    id,
    demo: false,
    secrets: [],
    model: new MockLanguageModelV4({
      doStream: async ({ abortSignal, prompt }) => {
        fake.prompts.push(JSON.stringify(prompt));
        const parts = fake.turn();
        const ends = parts.some((part) => part.type === 'finish');
        return {
          stream: new ReadableStream({
            pull(stream) {
              const part = parts.shift();
              if (part) return stream.enqueue(part);
              if (ends) return stream.close();
              return new Promise((_, reject) =>
                abortSignal?.addEventListener('abort', () => reject(abortSignal.reason)),
              );
            },
          }),
        };
      },
    }),
  }),
};

const finish: Extract<LanguageModelV4StreamPart, { type: 'finish' }> = {
  type: 'finish',
  finishReason: { unified: 'stop', raw: 'stop' },
  usage: {
    inputTokens: { total: 3, noCache: 3, cacheRead: undefined, cacheWrite: undefined },
    outputTokens: { total: 2, text: 2, reasoning: undefined },
  },
};

export function says(text: string): LanguageModelV4StreamPart[] {
  return [...begins(text), { type: 'text-end', id: 't' }, finish];
}

/** An answer that its provider keeps back: the run fails, and it would not help to ask again. */
export function filtered(): LanguageModelV4StreamPart[] {
  return [{ ...finish, finishReason: { unified: 'content-filter', raw: 'content_filter' } }];
}

/** An answer that never comes to its end. */
export function begins(text: string): LanguageModelV4StreamPart[] {
  return [
    { type: 'text-start', id: 't' },
    { type: 'text-delta', id: 't', delta: text },
  ];
}

export function callsTool(toolName: string, input: object): LanguageModelV4StreamPart[] {
  const call = { toolCallId: newId(), toolName, input: JSON.stringify(input) };
  return [{ type: 'tool-call', ...call }, finish];
}
