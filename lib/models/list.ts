import { env } from '#lib/env';
import type { ModelList } from '#lib/events/api';
import { DEMO_ID, defaultModelId, hasEndpoint } from './resolve.ts';

/** The models that a person can choose from; nothing in it is secret. */
export function listModels(): ModelList {
  const demo = { id: DEMO_ID, label: 'demo', demo: true };
  const defaultModel = defaultModelId();
  if (!hasEndpoint(env())) return { models: [demo], defaultModel };
  const label = defaultModel.slice('env/'.length);
  return { models: [{ id: defaultModel, label, demo: false }, demo], defaultModel };
}
