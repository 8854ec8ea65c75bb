import type { ModelInfo, ModelList } from '#lib/events/api';
import { type Connection, listConnections } from './connections/connections.ts';
import { fetchModels, knownModels } from './connections/model-list.ts';
import { readModelSettings } from './connections/model-settings.ts';
import { DEMO_ID, defaultModelId } from './resolve.ts';

/**
 * The models that a person can choose from; nothing in it is secret.
 * @param ask whether endpoints are asked for what they offer now; else what is known of them is told
 */
export async function listModels({ ask }: { ask: boolean }): Promise<ModelList> {
  const connections = await listConnections();
  // A page does not wait for an endpoint, but the next one knows more.
  const asked = Promise.allSettled(connections.map(fetchModels));
  if (ask) await asked;
  const models = await Promise.all(connections.map(modelsOfConnection));
  const demo: ModelInfo = { id: DEMO_ID, label: 'demo', demo: true };
  return { models: [...models.flat(), demo], defaultModel: await defaultModelId() };
}

async function modelsOfConnection(connection: Connection): Promise<ModelInfo[]> {
  const settings = await readModelSettings(connection.id);
  const listed = new Map(knownModels(connection).map((model) => [model.id, model]));
  const { defaultModel } = connection;
  const names = new Set([...(defaultModel ? [defaultModel] : []), ...listed.keys()]);
  return [...names].map((name) => {
    const contextSize = settings.get(name)?.contextSize ?? listed.get(name)?.contextSize;
    return {
      id: `${connection.id}/${name}`,
      label: name,
      connection: connection.label,
      demo: false,
      ...(contextSize ? { contextSize } : {}),
    };
  });
}
