import { setTimeout as sleep } from 'node:timers/promises';
import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Content,
  LanguageModelV4FinishReason,
  LanguageModelV4StreamPart,
} from '@ai-sdk/provider';
import { newId } from '#lib/ids';
import { UNKNOWN_USAGE } from '../usage.ts';
import { type Decision, decide } from './decide.ts';
import { readPrompt } from './read-prompt.ts';

/**
 * The model that Loupe talks to when none is configured: fixed plans over real tool results. It is no
 * AI, and says so wherever it appears.
 * @param options.delayMs pause between two pieces of text, so that a person can see it stream
 */
export function demoModel({ delayMs = 15 }: { delayMs?: number } = {}): LanguageModelV4 {
  return {
    specificationVersion: 'v4',
    provider: 'loupe',
    modelId: 'demo',
    supportedUrls: {},
    async doGenerate(options) {
      const decision = decide(readPrompt(options));
      return {
        content: contentOf(decision),
        finishReason: finishOf(decision),
        usage: UNKNOWN_USAGE,
        warnings: [],
      };
    },
    async doStream(options) {
      const parts = stream(options, delayMs);
      return {
        stream: new ReadableStream({
          async pull(controller) {
            const { done, value } = await parts.next();
            if (done) controller.close();
            else controller.enqueue(value);
          },
        }),
      };
    },
  };
}

async function* stream(
  { abortSignal, ...options }: LanguageModelV4CallOptions,
  delayMs: number,
): AsyncGenerator<LanguageModelV4StreamPart> {
  yield { type: 'stream-start', warnings: [] };
  const decision = decide(readPrompt(options));
  for (const part of contentOf(decision)) {
    for (const piece of pieces(part)) {
      if (piece.type.endsWith('-delta')) await sleep(delayMs, undefined, { signal: abortSignal });
      yield piece;
    }
  }
  yield { type: 'finish', finishReason: finishOf(decision), usage: UNKNOWN_USAGE };
}

function finishOf(decision: Decision): LanguageModelV4FinishReason {
  const unified = 'move' in decision ? 'tool-calls' : 'stop';
  return { unified, raw: unified };
}

function contentOf(decision: Decision): LanguageModelV4Content[] {
  if ('answer' in decision) return [{ type: 'text', text: decision.answer }];
  const { thought, calls } = decision.move;
  return [
    { type: 'reasoning', text: thought },
    ...calls.map(({ tool, input }): LanguageModelV4Content => {
      const id = `call_${newId()}`;
      return { type: 'tool-call', toolCallId: id, toolName: tool, input: JSON.stringify(input) };
    }),
  ];
}

function* pieces(part: LanguageModelV4Content): Generator<LanguageModelV4StreamPart> {
  if (part.type === 'tool-call') {
    const { toolCallId: id, toolName } = part;
    yield { type: 'tool-input-start', id, toolName };
    yield { type: 'tool-input-delta', id, delta: part.input };
    yield { type: 'tool-input-end', id };
    yield part;
  } else if (part.type === 'text' || part.type === 'reasoning') {
    const id = newId();
    yield { type: `${part.type}-start`, id };
    for (const delta of words(part.text)) yield { type: `${part.type}-delta`, id, delta };
    yield { type: `${part.type}-end`, id };
  }
}

/** A word with the space after it, or a few characters of a script without spaces. */
function words(text: string): string[] {
  return text.match(/[\p{Script=Han}，。；：！？]{1,3}|[^\s\p{Script=Han}]+\s*|\s+/gu) ?? [];
}
