import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ChatDetail } from '#lib/events/api';
import { toMessage } from '#lib/events/reduce';
import { encodeEvent, SSE_DONE } from '#lib/events/sse';
import type { LoupeChunk } from '#lib/events/types';
import { ChatStore } from './chat-store.ts';

/** A server of one chat, whose streams a test feeds by hand. */
function fakeServer() {
  const streams: { after: number; send(text: string): void; end(): void }[] = [];
  const calls: string[] = [];
  let detail: ChatDetail | undefined;
  let refuse: object | undefined;
  let ended = false;
  const respond = (path: string): Response => {
    if (path.includes('/stream')) {
      if (ended) return new Response(null, { status: 204 });
      const encoder = new TextEncoder();
      let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
      const body = new ReadableStream<Uint8Array>({
        start: (given) => {
          controller = given;
        },
      });
      streams.push({
        after: Number(new URL(path, 'http://x').searchParams.get('after')),
        send: (text) => controller?.enqueue(encoder.encode(text)),
        end: () => controller?.close(),
      });
      return new Response(body);
    }
    if (refuse) return Response.json({ error: refuse }, { status: 409 });
    if (path.startsWith('/api/chat?')) {
      return Response.json({ chatId: 'c', runId: 'r', messageId: 'm' }, { status: 202 });
    }
    return Response.json(detail ?? {});
  };
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    calls.push(`${init?.method ?? 'GET'} ${path}`);
    return respond(path);
  });
  return {
    streams,
    calls,
    setDetail: (next: ChatDetail) => {
      detail = next;
    },
    refuse: (error: object) => {
      refuse = error;
    },
    end: () => {
      ended = true;
    },
  };
}

const event = (seq: number, ...chunks: LoupeChunk[]) => encodeEvent({ seq, at: 0, chunks });
const begin = event(
  1,
  { type: 'start', messageId: 'm' },
  { type: 'start-step' },
  { type: 'text-start', id: 't' },
);
const words = (seq: number, delta: string) => event(seq, { type: 'text-delta', id: 't', delta });
const finish = (seq: number) =>
  event(
    seq,
    { type: 'data-end', data: { reason: 'answered', steps: 1, ms: 1 } },
    { type: 'finish' },
  );

const textOf = (store: ChatStore) => {
  const last = store.getState().entries.at(-1);
  if (last?.role !== 'assistant') return undefined;
  return toMessage(last.view)
    .parts.map((part) => (part.type === 'text' ? part.text : ''))
    .join('');
};

beforeEach(() => {
  vi.stubGlobal('document', { hidden: true });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

it('shows a run as it comes and takes the server’s word for its end', async () => {
  const server = fakeServer();
  const store = new ChatStore('c');
  const close = store.open();
  expect(await store.send('hello', { maxSteps: 3 })).toBe(true);
  await vi.waitFor(() => expect(server.streams).toHaveLength(1));
  server.streams[0]?.send(begin + words(2, 'Hi '));
  await vi.waitFor(() => expect(textOf(store)).toBe('Hi '));
  expect(store.getState().phase).toBe('running');
  server.streams[0]?.send(words(3, 'there') + finish(4));
  await vi.waitFor(() => expect(textOf(store)).toBe('Hi there'));
  expect(store.getState().phase).toBe('running');
  server.streams[0]?.send(SSE_DONE);
  await vi.waitFor(() => expect(store.getState().phase).toBe('idle'));
  expect(store.getState().entries.map((entry) => entry.role)).toEqual(['user', 'assistant']);
  close();
});

it('goes on from the last whole event when a connection breaks', async () => {
  const server = fakeServer();
  const store = new ChatStore('c');
  store.open();
  await store.send('hello', {});
  await vi.waitFor(() => expect(server.streams).toHaveLength(1));
  server.streams[0]?.send(begin + words(2, 'one ') + words(3, 'two').slice(0, 20));
  server.streams[0]?.end();
  await vi.waitFor(() => expect(server.streams).toHaveLength(2));
  expect(server.streams[1]?.after).toBe(2);
  server.streams[1]?.send(words(3, 'two') + finish(4) + SSE_DONE);
  await vi.waitFor(() => expect(store.getState().phase).toBe('idle'));
  expect(textOf(store)).toBe('one two');
});

it('asks the server what the chat holds when a run ended unseen', async () => {
  const server = fakeServer();
  const store = new ChatStore('c');
  store.open();
  server.setDetail(detailOf([{ id: 'm', text: 'the whole answer' }]));
  await store.send('hello', {});
  await vi.waitFor(() => expect(server.streams).toHaveLength(1));
  server.end();
  server.streams[0]?.end();
  await vi.waitFor(() => expect(store.getState().phase).toBe('idle'));
  expect(textOf(store)).toBe('the whole answer');
});

it('gives a refused message back with the reason', async () => {
  const server = fakeServer();
  server.refuse({ code: 'run_active', message: 'A run is on.', hint: 'Wait.' });
  const store = new ChatStore('c');
  store.open();
  expect(await store.send('hello', {})).toBe(false);
  expect(store.getState()).toMatchObject({
    entries: [],
    phase: 'idle',
    failure: { code: 'run_active', hint: 'Wait.' },
  });
});

it('is not set back by a page that was rendered before the end of a run', async () => {
  const server = fakeServer();
  const store = new ChatStore('c');
  store.open();
  await store.send('hello', {});
  await vi.waitFor(() => expect(server.streams).toHaveLength(1));
  server.streams[0]?.send(begin + words(2, 'done') + finish(3) + SSE_DONE);
  await vi.waitFor(() => expect(store.getState().phase).toBe('idle'));
  const stale = detailOf([]);
  store.refresh({ ...stale, runs: [{ ...run, status: 'running' }] });
  expect(store.getState().phase).toBe('idle');
  expect(textOf(store)).toBe('done');
});

it('lets go of its connection with the last view, and follows again with the next', async () => {
  const server = fakeServer();
  const store = new ChatStore('c', { ...detailOf([]), runs: [{ ...run, status: 'running' }] });
  const close = store.open();
  await vi.waitFor(() => expect(server.streams).toHaveLength(1));
  close();
  store.open();
  await vi.waitFor(() => expect(server.streams).toHaveLength(2));
  expect(server.streams[1]?.after).toBe(0);
});

const run = {
  id: 'r',
  chatId: 'c',
  messageId: 'm',
  status: 'ended' as const,
  maxSteps: 3,
  model: 'x/y',
  createdAt: 1,
};

function detailOf(answers: { id: string; text: string }[]): ChatDetail {
  return {
    id: 'c',
    title: 'c',
    createdAt: 1,
    updatedAt: 1,
    state: 'idle',
    settings: {},
    runs: [run],
    messages: [
      { id: 'q', role: 'user', parts: [{ type: 'text', text: 'hello' }] },
      ...answers.map(({ id, text }) => ({
        id,
        role: 'assistant' as const,
        parts: [{ type: 'step-start' as const }, { type: 'text' as const, text }],
      })),
    ],
  };
}
