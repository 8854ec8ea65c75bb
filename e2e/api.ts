import type { ChatDetail, StartedRun } from '#lib/events/api';
import { emptyView, isToolPart, reduce, toMessage } from '#lib/events/reduce';
import { SseDecoder } from '#lib/events/sse';
import type { LoupeChunk, LoupeMessage } from '#lib/events/types';
import type { App } from './app.ts';

/** Loupe as another program uses it. */
export interface ChatBody {
  id?: string;
  message?: string;
  model?: string;
  maxSteps?: unknown;
  engine?: string;
  approval?: string;
}

export function post(app: App, path: string, body: unknown = {}): Promise<Response> {
  return fetch(app.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

/** A run from its message to its end, as its stream told it. */
export interface FinishedRun {
  chatId: string;
  runId: string;
  chunks: LoupeChunk[];
  message: LoupeMessage;
}

/** Sends a message and follows the run to its end. */
export async function runToEnd(app: App, body: ChatBody): Promise<FinishedRun> {
  const response = await post(app, '/api/chat', body);
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  const chunks = await readChunks(response);
  return {
    chatId: response.headers.get('x-chat-id') ?? '',
    runId: response.headers.get('x-run-id') ?? '',
    chunks,
    message: toMessage(chunks.reduce(reduce, emptyView(''))),
  };
}

/** Starts a run and does not wait for it. */
export async function startRun(app: App, body: ChatBody): Promise<StartedRun> {
  const response = await post(app, '/api/chat?wait=none', body);
  if (response.status !== 202) throw new Error(`${response.status} ${await response.text()}`);
  return response.json();
}

export async function readChat(app: App, id: string): Promise<ChatDetail> {
  const response = await fetch(`${app.url}/api/chat/${id}`);
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  return response.json();
}

async function readChunks(response: Response): Promise<LoupeChunk[]> {
  const decoder = new SseDecoder();
  const chunks: LoupeChunk[] = [];
  const text = response.body?.pipeThrough(new TextDecoderStream());
  for await (const piece of text ?? []) {
    const blocks = decoder.push(piece).filter((block) => block.data !== '[DONE]');
    chunks.push(...blocks.map((block): LoupeChunk => JSON.parse(block.data)));
  }
  return chunks;
}

export function toolParts(message: LoupeMessage) {
  return message.parts.filter(isToolPart);
}

export function textOf(message: LoupeMessage): string {
  return message.parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
}

/** The text of the last step: the answer. */
export function answerOf(message: LoupeMessage): string {
  const last = message.parts.findLastIndex((part) => part.type === 'step-start');
  return textOf({ ...message, parts: message.parts.slice(last) }).trim();
}

export function endOf(message: LoupeMessage): string | undefined {
  return message.parts.flatMap((part) => (part.type === 'data-end' ? [part.data.reason] : []))[0];
}
