import type { ModelList } from '#lib/events/api';
import { listConnections } from './connections/connections.ts';
import { DEMO_ID, defaultModelId } from './resolve.ts';

/** The models that a person can choose from; nothing in it is secret. */
export async function listModels(): Promise<ModelList> {
  const demo = { id: DEMO_ID, label: 'demo', demo: true };
  const connections = await listConnections();
  const models = connections.flatMap(({ id, defaultModel }) =>
    defaultModel ? [{ id: `${id}/${defaultModel}`, label: defaultModel, demo: false }] : [],
  );
  return { models: [...models, demo], defaultModel: await defaultModelId() };
}
