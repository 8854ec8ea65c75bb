import type {
  ApiError,
  ChatDetail,
  ChatPage,
  ChatSettings,
  OutputSlice,
  QueuedMessage,
  Resolution,
  ShareContents,
  ShareLink,
  StartedRun,
} from '#lib/events/api';

/** A refusal of the server, or the code `network` when it could not be reached. */
export class ApiFailure extends Error {
  readonly code: string;
  readonly hint: string | undefined;

  constructor({ code, message, hint }: ApiError['error']) {
    super(message);
    this.code = code;
    this.hint = hint;
  }
}

/**
 * Calls our own API.
 * @throws ApiFailure
 */
export async function call(path: string, init?: RequestInit): Promise<Response> {
  const response = await fetch(path, init).catch(() => {
    throw new ApiFailure({ code: 'network', message: 'The server could not be reached.' });
  });
  if (response.ok) return response;
  const body = (await response.json().catch(() => undefined)) as ApiError | undefined;
  throw new ApiFailure(
    body?.error ?? { code: 'internal', message: `The server answered ${response.status}.` },
  );
}

/** A request with a JSON body, which is the only kind that changes anything. */
export function withJson(method: string, body: unknown): RequestInit {
  return {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
}

export interface SendOptions extends ChatSettings {
  id: string;
  message: string;
}

export async function postMessage(options: SendOptions): Promise<StartedRun> {
  return (await call('/api/chat?wait=none', withJson('POST', options))).json();
}

/** Sends a message that waits for the run that is on. */
export async function postQueued(
  chatId: string,
  body: { message: string; mode: QueuedMessage['mode'] },
): Promise<void> {
  await call(`/api/chat/${chatId}/queue`, withJson('POST', body));
}

export async function patchQueued(
  chatId: string,
  id: string,
  body: { message?: string; mode?: QueuedMessage['mode'] },
): Promise<void> {
  await call(`/api/chat/${chatId}/queue/${id}`, withJson('PATCH', body));
}

/** Puts the waiting messages in this order. */
export async function patchQueueOrder(chatId: string, order: readonly string[]): Promise<void> {
  await call(`/api/chat/${chatId}/queue`, withJson('PATCH', { order }));
}

export async function deleteQueued(chatId: string, id: string): Promise<void> {
  await call(`/api/chat/${chatId}/queue/${id}`, { method: 'DELETE' });
}

/** Sends the next waiting message now. */
export async function postSendQueued(chatId: string): Promise<void> {
  await call(`/api/chat/${chatId}/queue/send`, withJson('POST', {}));
}

/** The person's word on a call that waits for it. */
export async function postApproval(
  runId: string,
  body: { callId: string; approved: boolean; reason?: string },
): Promise<void> {
  await call(`/api/runs/${runId}/approve`, withJson('POST', body));
}

/** The person's word on a call of which nobody knows whether it took effect. */
export async function postResolution(
  runId: string,
  body: { callId: string; resolution: Resolution },
): Promise<void> {
  await call(`/api/runs/${runId}/resolve`, withJson('POST', body));
}

export async function postStop(runId: string): Promise<void> {
  await call(`/api/runs/${runId}/stop`, withJson('POST', {}));
}

export async function postContinue(runId: string): Promise<StartedRun> {
  return (await call(`/api/runs/${runId}/continue`, withJson('POST', {}))).json();
}

export async function getChat(id: string): Promise<ChatDetail> {
  return (await call(`/api/chat/${id}`)).json();
}

export async function getChats(query: { q?: string; cursor?: string }): Promise<ChatPage> {
  const search = new URLSearchParams(Object.entries(query).filter(([, value]) => value));
  return (await call(`/api/chats?${search}`)).json();
}

export async function patchChat(
  id: string,
  change: { title?: string; visibility?: 'private' | 'team' },
): Promise<void> {
  await call(`/api/chat/${id}`, withJson('PATCH', change));
}

export async function deleteChat(id: string): Promise<void> {
  await call(`/api/chat/${id}`, { method: 'DELETE' });
}

/** The share link of a chat; undefined when it has none. */
export async function getShare(chatId: string): Promise<ShareLink | undefined> {
  return (await (await call(`/api/chat/${chatId}/share`)).json()).share ?? undefined;
}

/** Makes the share link of a chat, or brings what it shows up to date. */
export async function postShare(chatId: string, contents: ShareContents): Promise<ShareLink> {
  return (await (await call(`/api/chat/${chatId}/share`, withJson('POST', contents))).json()).share;
}

export async function deleteShare(chatId: string): Promise<void> {
  await call(`/api/chat/${chatId}/share`, { method: 'DELETE' });
}

/** A piece of a long tool result; `offset` in characters. */
export async function getOutput(runId: string, ref: string, offset: number): Promise<OutputSlice> {
  return (await call(`/api/runs/${runId}/outputs/${ref}?offset=${offset}`)).json();
}
