import type { LanguageModelV4FinishReason } from '@ai-sdk/provider';

const UNIFIED: Record<string, LanguageModelV4FinishReason['unified']> = {
  stop: 'stop',
  length: 'length',
  max_tokens: 'length',
  max_output_tokens: 'length',
  max_completion_tokens: 'length',
  model_length: 'length',
  token_limit: 'length',
  content_filter: 'content-filter',
  contentfilter: 'content-filter',
  safety: 'content-filter',
  recitation: 'content-filter',
  prohibited_content: 'content-filter',
  blocklist: 'content-filter',
  sensitive: 'content-filter',
  refusal: 'content-filter',
  error: 'error',
  network_error: 'error',
  insufficient_system_resource: 'error',
  abort: 'error',
};

/**
 * Servers disagree on the words: calls decide over them, and a word that is not known (`eos`,
 * `end_turn`, nothing) is a proper end.
 */
export function finishReason(
  raw: string | undefined,
  hasCalls: boolean,
): LanguageModelV4FinishReason {
  const unified = UNIFIED[raw ?? 'stop'] ?? 'stop';
  return {
    unified: hasCalls && unified !== 'error' && unified !== 'length' ? 'tool-calls' : unified,
    raw,
  };
}
