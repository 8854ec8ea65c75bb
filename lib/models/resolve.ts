import type { LanguageModelV4 } from '@ai-sdk/provider';
import { AppError } from '#lib/errors';
import type { Engine, Price } from '#lib/events/api';
import { reportBug } from '#lib/report-bug';
import { readSetting, writeSetting } from '#lib/store/settings';
import {
  allSecrets,
  type Connection,
  ENV_ID,
  findConnection,
  hasEndpoint,
  listConnections,
} from './connections/connections.ts';
import { knownModels } from './connections/model-list.ts';
import {
  type ModelSettings,
  readModelSettings,
  writeModelSettings,
} from './connections/model-settings.ts';
import { demoModel } from './demo/demo-model.ts';
import { EndpointModel } from './endpoint.ts';
import { defaultSwitches, type Switches } from './switches.ts';

export interface ResolvedModel {
  /** `connection/model`, as runs and the API name it. */
  id: string;
  model: LanguageModelV4;
  demo: boolean;
  /** Values that must never reach a log, an event or a browser. */
  secrets: string[];
  /** In tokens; absent when unknown. */
  contextSize?: number;
  price?: Price;
}

export const DEMO_ID = 'demo/demo';
const DEFAULT_MODEL = 'default-model';

/** The model that a run uses when none is asked for: the one that was chosen, else the environment's. */
export async function defaultModelId(): Promise<string> {
  const chosen = await readSetting(DEFAULT_MODEL);
  if (chosen && (await isAvailable(chosen))) return chosen;
  const env = hasEndpoint() ? await findConnection(ENV_ID) : undefined;
  if (env?.defaultModel) return `${ENV_ID}/${env.defaultModel}`;
  return DEMO_ID;
}

/** Makes a model the one that runs use when none is asked for. */
export async function setDefaultModel(id: string): Promise<void> {
  await writeSetting(DEFAULT_MODEL, id);
}

/** Whether a model that a run used can be used now. */
export async function isAvailable(id: string): Promise<boolean> {
  return id === DEMO_ID || (await parseReference(id)) !== undefined;
}

/**
 * Finds a model by `connection/model`, or by a model id of the default connection.
 * @throws AppError `unknown_model`
 */
export async function resolveModel(
  asked?: string,
  engine: Engine = 'auto',
): Promise<ResolvedModel> {
  const reference = asked ?? (await defaultModelId());
  if (reference === DEMO_ID || reference === 'demo') {
    return { id: DEMO_ID, model: demoModel(), demo: true, secrets: [] };
  }
  const found = (await parseReference(reference)) ?? (await inDefaultConnection(reference));
  if (!found) {
    throw new AppError(
      'unknown_model',
      `There is no model "${reference}": no connection has it.`,
      `Add a connection in the settings, or use "${DEMO_ID}".`,
    );
  }
  const { connection, name } = found;
  const settings = (await readModelSettings(connection.id)).get(name) ?? {};
  return {
    id: `${connection.id}/${name}`,
    model: new EndpointModel(name, {
      connection,
      switches: switchesFor(connection, settings, engine),
      onLearn: (switches) => remember(connection.id, name, switches, engine),
    }),
    demo: false,
    secrets: await allSecrets(),
    ...sizeAndPrice(connection, name, settings),
  };
}

/** What the person says of a model counts before what its endpoint lists. */
function sizeAndPrice(
  connection: Connection,
  name: string,
  settings: ModelSettings,
): Pick<ResolvedModel, 'contextSize' | 'price'> {
  const listed = knownModels(connection).find((model) => model.id === name);
  const contextSize = settings.contextSize ?? listed?.contextSize;
  const price = settings.price ?? listed?.price;
  return { ...(contextSize ? { contextSize } : {}), ...(price ? { price } : {}) };
}

interface Reference {
  connection: Connection;
  name: string;
}

async function parseReference(reference: string): Promise<Reference | undefined> {
  const slash = reference.indexOf('/');
  if (slash < 1 || slash === reference.length - 1) return undefined;
  const connection = await findConnection(reference.slice(0, slash));
  return connection && { connection, name: reference.slice(slash + 1) };
}

/** A model id without its connection belongs to the default one. */
async function inDefaultConnection(name: string): Promise<Reference | undefined> {
  if (!name) return undefined;
  const fallback = await parseReference(await defaultModelId());
  const connection =
    fallback?.connection ?? (await listConnections()).find((each) => each.origin !== 'local');
  return connection && { connection, name };
}

function switchesFor(connection: Connection, settings: ModelSettings, engine: Engine): Switches {
  return {
    ...defaultSwitches(connection.baseUrl),
    ...settings.switches,
    ...(engine === 'auto' ? {} : { tools: engine === 'native' }),
  };
}

/** What an endpoint taught is kept for the next run; the run that learned it does not wait. */
function remember(connectionId: string, name: string, switches: Switches, engine: Engine): void {
  const save = async () => {
    const settings = (await readModelSettings(connectionId)).get(name) ?? {};
    // A run that asked for an engine says nothing about the endpoint.
    const tools = engine === 'auto' ? switches.tools : (settings.switches?.tools ?? true);
    await writeModelSettings(connectionId, name, { ...settings, switches: { ...switches, tools } });
  };
  save().catch((error) => reportBug('model settings', error));
}
