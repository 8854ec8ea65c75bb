import { z } from 'zod';
import { AppError } from '#lib/errors';
import type {
  ConnectionList,
  ConnectionModel,
  ConnectionModels,
  ConnectionView,
} from '#lib/events/api';
import { newId } from '#lib/ids';
import { describeError } from '../describe-error.ts';
import { DEMO_ID, defaultModelId, setDefaultModel } from '../resolve.ts';
import { checkedBaseUrl } from './base-url.ts';
import {
  allSecrets,
  type Connection,
  findConnection,
  listConnections,
  removeConnection,
  saveConnection,
} from './connections.ts';
import { fetchModels, knownModels } from './model-list.ts';
import { modelSettingsSchema, readModelSettings, writeModelSettings } from './model-settings.ts';
import { PRESETS } from './presets.ts';

const header = z
  .string()
  .max(4000)
  .regex(/^[\t\x20-\x7e]*$/, 'only plain characters');

/** What a person may write of a connection. A key of null is taken away; an absent one stays. */
export const connectionInput = z.object({
  label: z.string().trim().min(1).max(80),
  baseUrl: z.string().max(500),
  apiKey: header.trim().nullish(),
  /** All headers anew; absent ones stay. */
  headers: z.record(z.string().regex(/^[\w-]{1,80}$/), header).optional(),
  defaultModel: z.string().trim().max(200).nullish(),
});

export const modelInput = z.object({
  model: z.string().min(1).max(200),
  contextSize: modelSettingsSchema.shape.contextSize.nullable(),
  price: modelSettingsSchema.shape.price.nullable(),
});

/** Every connection, without its secrets. */
export async function viewConnections(): Promise<ConnectionList> {
  const connections = await listConnections();
  return {
    connections: connections.map(viewOf),
    presets: [...PRESETS],
    defaultModel: await defaultModelId(),
  };
}

/** @throws AppError `invalid_url` */
export async function addConnection(
  input: z.output<typeof connectionInput>,
): Promise<ConnectionView> {
  const taken = new Set((await listConnections()).map(({ id }) => id));
  const connection: Connection = {
    id: freeId(input.label, taken),
    label: input.label,
    baseUrl: checkedBaseUrl(input.baseUrl),
    ...(input.apiKey ? { apiKey: input.apiKey } : {}),
    headers: input.headers ?? {},
    ...(input.defaultModel ? { defaultModel: input.defaultModel } : {}),
    origin: 'saved',
  };
  await saveConnection(connection);
  return viewOf(connection);
}

/**
 * Changes a connection. A key never follows its connection to another host: it has to be entered again.
 * @throws AppError `unknown_connection`, `connection_fixed`, `invalid_url`
 */
export async function changeConnection(
  id: string,
  input: Partial<z.output<typeof connectionInput>>,
): Promise<ConnectionView> {
  const old = await savedConnection(id);
  const baseUrl = input.baseUrl === undefined ? old.baseUrl : checkedBaseUrl(input.baseUrl);
  const sameHost = new URL(baseUrl).origin === new URL(old.baseUrl).origin;
  const apiKey = input.apiKey === undefined && sameHost ? old.apiKey : input.apiKey;
  const defaultModel = input.defaultModel === undefined ? old.defaultModel : input.defaultModel;
  const connection: Connection = {
    id,
    label: input.label ?? old.label,
    baseUrl,
    ...(apiKey ? { apiKey } : {}),
    headers: input.headers ?? (sameHost ? old.headers : {}),
    ...(defaultModel ? { defaultModel } : {}),
    origin: 'saved',
  };
  await saveConnection(connection);
  if (!sameHost) await forgetEndpoint(id);
  return viewOf(connection);
}

/** What an endpoint has taught or shown says nothing about another one; what the person said stays. */
async function forgetEndpoint(id: string): Promise<void> {
  for (const [model, { contextSize, price }] of await readModelSettings(id)) {
    await writeModelSettings(id, model, { contextSize, price });
  }
}

/** @throws AppError `unknown_connection`, `connection_fixed` */
export async function dropConnection(id: string): Promise<void> {
  await savedConnection(id);
  await removeConnection(id);
}

/**
 * The models of a connection: those that its endpoint lists, and those that something is known of.
 * @throws AppError `unknown_connection`
 */
export async function modelsOf(id: string): Promise<ConnectionModels> {
  const connection = await knownConnection(id);
  const failure = await fetchModels(connection).then(
    () => undefined,
    async (error) => describeError(error, await allSecrets()),
  );
  const settings = await readModelSettings(id);
  const listed = new Map(knownModels(connection).map((model) => [model.id, model]));
  const names = new Set([
    ...(connection.defaultModel ? [connection.defaultModel] : []),
    ...listed.keys(),
    ...settings.keys(),
  ]);
  const models = [...names].map((name): ConnectionModel => {
    const { contextSize, price, report } = settings.get(name) ?? {};
    return {
      ...listed.get(name),
      id: name,
      ...(contextSize ? { contextSize } : {}),
      ...(price ? { price } : {}),
      ...(report ? { report } : {}),
    };
  });
  return {
    models,
    ...(failure ? { failure: { code: failure.code, message: failure.message } } : {}),
  };
}

/** @throws AppError `unknown_connection` */
export async function changeModel(
  id: string,
  { model, contextSize, price }: z.output<typeof modelInput>,
): Promise<void> {
  await knownConnection(id);
  const settings = (await readModelSettings(id)).get(model) ?? {};
  await writeModelSettings(id, model, {
    ...settings,
    contextSize: contextSize ?? undefined,
    price: price ?? undefined,
  });
}

/** @throws AppError `unknown_model` */
export async function chooseDefault(model: string): Promise<void> {
  const connection = await findConnection(model.split('/')[0] ?? '');
  if (!connection && model !== DEMO_ID) {
    throw new AppError('unknown_model', `There is no model "${model}".`);
  }
  await setDefaultModel(model);
}

/** @throws AppError `unknown_connection` */
export async function knownConnection(id: string): Promise<Connection> {
  const connection = await findConnection(id);
  if (!connection) throw new AppError('unknown_connection', `There is no connection "${id}".`);
  return connection;
}

async function savedConnection(id: string): Promise<Connection> {
  const connection = await knownConnection(id);
  if (connection.origin === 'saved') return connection;
  throw new AppError(
    'connection_fixed',
    'This connection is not kept by the settings.',
    connection.origin === 'env'
      ? 'It comes from the environment: change OPENAI_BASE_URL.'
      : 'It was found on this machine: add it to change it.',
  );
}

function viewOf(connection: Connection): ConnectionView {
  const { id, label, baseUrl, origin, apiKey, headers, defaultModel, locked } = connection;
  return {
    id,
    label,
    baseUrl,
    origin,
    hasKey: Boolean(apiKey),
    headerNames: Object.keys(headers),
    ...(defaultModel ? { defaultModel } : {}),
    ...(locked ? { locked } : {}),
  };
}

/** An id that can stand before a slash: the label in plain letters, with a number when it is taken. */
function freeId(label: string, taken: ReadonlySet<string>): string {
  const plain = label
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 32);
  const base =
    plain ||
    newId()
      .toLowerCase()
      .replace(/[^a-z0-9]/g, '')
      .slice(0, 6);
  const reserved = new Set([...taken, 'env', 'demo']);
  for (let n = 1; ; n++) {
    const id = n === 1 ? base : `${base}-${n}`;
    if (!reserved.has(id)) return id;
  }
}
