import { estimateTokenCount } from 'tokenx';
import type { Price } from '#lib/events/api';
import type { Usage } from '#lib/events/types';
import type { ModelRequest, ModelTurn } from './ask-model.ts';

const MILLION = 1_000_000;

/** US dollars; undefined when the price or a count is unknown. */
export function costOf(usage: Usage, price: Price | undefined): number | undefined {
  const { inputTokens, outputTokens, cachedTokens = 0 } = usage;
  if (!price || inputTokens === undefined || outputTokens === undefined) return undefined;
  const fresh = Math.max(0, inputTokens - cachedTokens);
  const cached = price.cached ?? price.input;
  return (fresh * price.input + cachedTokens * cached + outputTokens * price.output) / MILLION;
}

/** What a call took, from the length of its texts, where the provider does not say. */
export function estimateUsage(request: ModelRequest, turn: ModelTurn): Usage | undefined {
  if (turn.failure && !turn.text) return undefined;
  const output = turn.text + turn.calls.map((call) => JSON.stringify(call.input)).join('');
  return {
    inputTokens: estimateTokenCount(request.instructions + JSON.stringify(request.messages)),
    outputTokens: estimateTokenCount(output),
    estimated: true,
  };
}
