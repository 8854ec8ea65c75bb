import type { LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { expect } from 'vitest';
import { ProviderFailure } from '../../failure.ts';
import { AnswerReader, partsBefore } from '../answer-reader.ts';
import { ToolNames } from '../tool-names.ts';
import { WireDecoder } from '../wire-decoder.ts';

const TOOLS = new Map(['calc', 'bash', 'get_weather', 'write_file'].map((name) => [name, name]));

/** What was read of a body. */
export interface Answer {
  text: string;
  reasoning: string;
  calls: { name: string; input: string; id?: string }[];
  finish?: string;
  usage?: unknown;
  failure?: string;
  words?: string;
  /** What a provider wants back of its thoughts. */
  details?: unknown[];
}

/** Reads a body in pieces of the given sizes, as the model does. */
export function read(body: string | Uint8Array, sizes: readonly number[] = []): Answer {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  let ids = 0;
  const reader = new AnswerReader({ names: new ToolNames(TOOLS), newId: () => `new${++ids}` });
  const decoder = new WireDecoder();
  const parts: LanguageModelV4StreamPart[] = [];
  const answer: Answer = { text: '', reasoning: '', calls: [] };
  try {
    let at = 0;
    for (let i = 0; at < bytes.length; i++) {
      const size = sizes.length > 0 ? (sizes[i % sizes.length] ?? 1) : bytes.length;
      for (const event of decoder.push(bytes.subarray(at, at + size)))
        parts.push(...reader.push(event));
      at += size;
    }
    for (const event of decoder.end()) parts.push(...reader.push(event));
    if (decoder.form === 'page') throw new ProviderFailure('not-api', { words: decoder.rest });
    parts.push(...reader.end(decoder.form === 'json'));
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    parts.push(...partsBefore(error));
    answer.failure = error.kind;
    answer.words = error.words;
  }
  for (const part of parts) {
    if ('providerMetadata' in part && part.providerMetadata?.loupe?.reset) {
      answer.text = '';
      answer.reasoning = '';
    }
    if (part.type === 'reasoning-end' && part.providerMetadata?.loupe?.details) {
      const { details } = part.providerMetadata.loupe;
      answer.details = [...(answer.details ?? []), ...(details as unknown[])];
    }
    if (part.type === 'text-delta') answer.text += part.delta;
    if (part.type === 'reasoning-delta') answer.reasoning += part.delta;
    if (part.type === 'tool-call') {
      answer.calls.push({ name: part.toolName, input: part.input, id: part.toolCallId });
    }
    if (part.type === 'finish') {
      answer.finish = part.finishReason.unified;
      answer.usage = [part.usage.inputTokens.total, part.usage.outputTokens.total];
    }
  }
  checkOrder(parts);
  return answer;
}

/** Every part that begins ends once, and nothing comes outside of its part. */
function checkOrder(parts: readonly LanguageModelV4StreamPart[]): void {
  const open = new Set<string>();
  for (const part of parts) {
    if (!('id' in part) || !/-(start|delta|end)$/.test(part.type)) continue;
    const id = String(part.id);
    if (open.has(id) === part.type.endsWith('-start'))
      expect.fail(`${part.type} ${id} out of order`);
    if (part.type.endsWith('-start')) open.add(id);
    if (part.type.endsWith('-end')) open.delete(id);
  }
}
