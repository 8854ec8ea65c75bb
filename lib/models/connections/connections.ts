import { type Env, env } from '#lib/env';
import { secretsOfHeaders } from '#lib/redact';
import { seal, unseal } from '#lib/secret-box';
import {
  type ConnectionRecord,
  deleteConnection,
  putConnection,
  selectConnections,
} from '#lib/store/connections';
import { localConnections } from './local.ts';

/** Something that answers as an OpenAI-compatible endpoint, with what it takes to talk to it. */
export interface Connection {
  id: string;
  label: string;
  /** Without a slash at the end of its path. */
  baseUrl: string;
  apiKey?: string;
  headers: Record<string, string>;
  defaultModel?: string;
  /** `env`: the environment's; `saved`: made in the settings; `local`: found on this machine. */
  origin: 'env' | 'saved' | 'local';
  /** The key was sealed under another secret and cannot be read. */
  locked?: boolean;
}

interface Secrets {
  apiKey?: string;
  headers?: Record<string, string>;
}

export const ENV_ID = 'env';
const OPENAI_URL = 'https://api.openai.com/v1';
const OPENAI_MODEL = 'gpt-5-mini';

/** Whether the environment names a real endpoint. */
export function hasEndpoint({ openai }: Env = env()): boolean {
  return Boolean(openai.apiKey || openai.baseUrl);
}

/** Every connection: the environment's first, then those of the settings, then those found on this machine. */
export async function listConnections(): Promise<Connection[]> {
  const saved = (await selectConnections()).map(fromRecord);
  const taken = new Set(saved.map((each) => each.baseUrl));
  const local = (await localConnections()).filter(
    (each) => !taken.has(each.baseUrl) && !saved.some((other) => other.id === each.id),
  );
  return [...(hasEndpoint() ? [envConnection()] : []), ...saved, ...local];
}

export async function findConnection(id: string): Promise<Connection | undefined> {
  return (await listConnections()).find((connection) => connection.id === id);
}

export async function saveConnection(connection: Omit<Connection, 'origin'>): Promise<void> {
  const { id, label, baseUrl, apiKey, headers, defaultModel } = connection;
  const secrets: Secrets = {
    ...(apiKey ? { apiKey } : {}),
    ...(Object.keys(headers).length > 0 ? { headers } : {}),
  };
  const record: ConnectionRecord = {
    id,
    label,
    baseUrl,
    secrets: Object.keys(secrets).length > 0 ? seal(JSON.stringify(secrets)) : null,
    defaultModel: defaultModel ?? null,
  };
  await putConnection(record, Date.now());
}

export const removeConnection = deleteConnection;

function envConnection(): Connection {
  const { apiKey, baseUrl, model } = env().openai;
  return {
    id: ENV_ID,
    label: new URL(baseUrl ?? OPENAI_URL).host,
    baseUrl: (baseUrl ?? OPENAI_URL).replace(/\/+$/, ''),
    ...(apiKey ? { apiKey } : {}),
    headers: {},
    defaultModel: model ?? OPENAI_MODEL,
    origin: 'env',
  };
}

function fromRecord(record: ConnectionRecord): Connection {
  const opened = record.secrets === null ? '{}' : unseal(record.secrets);
  const { apiKey, headers = {} }: Secrets = JSON.parse(opened ?? '{}');
  return {
    id: record.id,
    label: record.label,
    baseUrl: record.baseUrl,
    ...(apiKey ? { apiKey } : {}),
    headers,
    ...(record.defaultModel ? { defaultModel: record.defaultModel } : {}),
    origin: 'saved',
    ...(opened === undefined ? { locked: true } : {}),
  };
}

/** Values that must never reach a log, an event or a browser: those of every connection. */
export async function allSecrets(): Promise<string[]> {
  return (await listConnections()).flatMap(secretsOf);
}

export function secretsOf({ apiKey, headers }: Connection): string[] {
  return [...(apiKey ? [apiKey] : []), ...secretsOfHeaders(headers)];
}

/** The headers of a request to the connection. */
export function headersOf({ apiKey, headers }: Connection): Record<string, string> {
  return { ...(apiKey ? { authorization: `Bearer ${apiKey}` } : {}), ...headers };
}
