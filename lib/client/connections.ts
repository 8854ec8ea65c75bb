import type {
  ConnectionList,
  ConnectionModels,
  ConnectionView,
  DoctorReport,
  ModelList,
  Price,
} from '#lib/events/api';
import { call, withJson } from './api.ts';

/** What the form sends; an absent key stays as it is, null takes it away. */
export interface ConnectionDraft {
  label: string;
  baseUrl: string;
  apiKey?: string | null;
  headers?: Record<string, string>;
  defaultModel?: string | null;
}

export async function getConnections(): Promise<ConnectionList> {
  return (await call('/api/connections')).json();
}

/** Adds a connection, or changes the one with this id. */
export async function putConnection(
  id: string | undefined,
  draft: ConnectionDraft,
): Promise<ConnectionView> {
  const path = id === undefined ? '/api/connections' : `/api/connections/${id}`;
  return (await call(path, withJson(id === undefined ? 'POST' : 'PATCH', draft))).json();
}

export async function deleteConnection(id: string): Promise<void> {
  await call(`/api/connections/${id}`, { method: 'DELETE' });
}

export async function getConnectionModels(id: string): Promise<ConnectionModels> {
  return (await call(`/api/connections/${id}/models`)).json();
}

export interface ModelChange {
  model: string;
  contextSize: number | null;
  price: Price | null;
}

export async function patchModel(id: string, change: ModelChange): Promise<void> {
  await call(`/api/connections/${id}/models`, withJson('PATCH', change));
}

/** Holds a conversation with the endpoint; it takes as long as the model does. */
export async function postDoctor(id: string, model: string): Promise<DoctorReport> {
  return (await call(`/api/connections/${id}/doctor`, withJson('POST', { model }))).json();
}

export async function getModels(): Promise<ModelList> {
  return (await call('/api/models')).json();
}

export async function patchDefaultModel(defaultModel: string): Promise<void> {
  await call('/api/models', withJson('PATCH', { defaultModel }));
}
