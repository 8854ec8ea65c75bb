import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ChatDetail, FeedMessage, FeedState, RunSummary } from '#lib/events/api';
import { toMessage } from '#lib/events/reduce';
import { encodeMessage } from '#lib/events/sse';
import type { LoupeChunk, LoupeMessage } from '#lib/events/types';
import { ChatStore } from './chat-store.ts';

interface Stream {
  query: string;
  say(...messages: FeedMessage[]): void;
  raw(text: string): void;
  end(): void;
}

/** A server of one chat, whose feed a test writes by hand. */
function fakeServer() {
  const streams: Stream[] = [];
  const calls: string[] = [];
  let detail: ChatDetail | undefined;
  let refuse: { path: string; error: object } | undefined;
  let broken: (() => never) | undefined;
  const openFeed = (path: string): Response => {
    const encoder = new TextEncoder();
    let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
    const body = new ReadableStream<Uint8Array>({
      start: (given) => {
        controller = given;
      },
    });
    const raw = (text: string) => controller?.enqueue(encoder.encode(text));
    streams.push({
      query: new URL(path, 'http://x').search,
      say: (...messages) => raw(messages.map(encodeMessage).join('')),
      raw,
      end: () => controller?.close(),
    });
    return new Response(body);
  };
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    calls.push(`${init?.method ?? 'GET'} ${path} ${init?.body ?? ''}`.trim());
    broken?.();
    if (path.includes('/feed')) return openFeed(path);
    if (refuse && path.startsWith(refuse.path)) {
      return Response.json({ error: refuse.error }, { status: 409 });
    }
    if (path.startsWith('/api/chat?')) {
      return Response.json({ chatId: 'c', runId: 'r', messageId: 'm' }, { status: 202 });
    }
    return Response.json(detail ?? {});
  });
  return {
    streams,
    calls,
    setDetail: (next: ChatDetail) => {
      detail = next;
    },
    refuse: (path: string, error: object) => {
      refuse = { path, error };
    },
    breakWith: (fail: (() => never) | undefined) => {
      broken = fail;
    },
  };
}

const run: RunSummary = {
  id: 'r',
  chatId: 'c',
  messageId: 'm',
  status: 'running',
  maxSteps: 3,
  model: 'x/y',
  createdAt: 1,
};
const question = (text: string, id = 'q'): LoupeMessage => ({
  id,
  role: 'user',
  parts: [{ type: 'text', text }],
});
const event = (seq: number, chunks: LoupeChunk[], runId = 'r'): FeedMessage => ({
  type: 'event',
  runId,
  seq,
  chunks,
});
const begin = (runId = 'r', messageId = 'm') =>
  event(
    1,
    [{ type: 'start', messageId }, { type: 'start-step' }, { type: 'text-start', id: 't' }],
    runId,
  );
const words = (seq: number, delta: string, runId = 'r') =>
  event(seq, [{ type: 'text-delta', id: 't', delta }], runId);
const finish = (seq: number, runId = 'r') =>
  event(
    seq,
    [{ type: 'data-end', data: { reason: 'answered', steps: 1, ms: 1 } }, { type: 'finish' }],
    runId,
  );
const state = (change: Partial<FeedState>): FeedMessage => ({
  type: 'chat',
  state: { run: undefined, leafId: null, version: 0, queue: [], viewers: 1, ...change },
});

function detailOf(answers: { id: string; text: string }[], change: Partial<ChatDetail> = {}) {
  return {
    id: 'c',
    title: 'c',
    createdAt: 1,
    updatedAt: 1,
    state: 'idle' as const,
    settings: {},
    queue: [],
    runs: [{ ...run, status: 'ended' as const }],
    messages: [
      question('hello'),
      ...answers.map(({ id, text }) => ({
        id,
        role: 'assistant' as const,
        parts: [{ type: 'step-start' as const }, { type: 'text' as const, text }],
      })),
    ],
    ...change,
  };
}

const texts = (store: ChatStore) =>
  store
    .getState()
    .entries.map((entry) => (entry.role === 'user' ? entry.message : toMessage(entry.view)))
    .map((message) =>
      message.parts.map((part) => (part.type === 'text' ? part.text : '')).join(''),
    );

/** A store whose first feed is open. */
async function opened(detail?: ChatDetail) {
  const server = fakeServer();
  const store = new ChatStore('c', detail);
  const close = store.open();
  await vi.waitFor(() => expect(server.streams).toHaveLength(1));
  return { server, store, close };
}

beforeEach(() => {
  const target = new EventTarget();
  vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: true }));
  vi.stubGlobal('window', target);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

it('shows a run as it comes and takes the server’s word for its end', async () => {
  const { server, store, close } = await opened();
  expect(await store.send('hello', { maxSteps: 3 })).toBe(true);
  const [feed] = server.streams;
  feed?.say(
    { type: 'run', run, parent: question('hello'), before: null },
    begin(),
    words(2, 'Hi '),
  );
  await vi.waitFor(() => expect(texts(store)).toEqual(['hello', 'Hi ']));
  expect(store.getState()).toMatchObject({ phase: 'running', runId: 'r' });
  feed?.say(words(3, 'there'), finish(4), state({ leafId: 'm', version: 5 }));
  await vi.waitFor(() => expect(store.getState().phase).toBe('idle'));
  expect(texts(store)).toEqual(['hello', 'Hi there']);
  expect(store.getState().entries.map((entry) => entry.id)).toEqual(['q', 'm']);
  expect(server.calls.filter((call) => call === 'GET /api/chat/c')).toEqual([]);
  close();
});

it('may hear of its run from the feed before its request is answered', async () => {
  const { server, store, close } = await opened();
  const sent = store.send('hello', {});
  server.streams[0]?.say(
    { type: 'run', run, parent: question('hello'), before: null },
    begin(),
    words(2, 'Hi'),
  );
  await sent;
  await vi.waitFor(() => expect(texts(store)).toEqual(['hello', 'Hi']));
  expect(store.getState().phase).toBe('running');
  close();
});

it('goes on from the last whole event when a connection breaks', async () => {
  const { server, store, close } = await opened();
  await store.send('hello', {});
  const cut = encodeMessage(words(3, 'two')).slice(0, 20);
  const told: FeedMessage = { type: 'run', run, parent: question('hello'), before: null };
  server.streams[0]?.say(told, begin(), words(2, 'one '));
  server.streams[0]?.raw(cut);
  server.streams[0]?.end();
  await vi.waitFor(() => expect(server.streams).toHaveLength(2));
  expect(server.streams[1]?.query).toBe('?run=r&after=2');
  server.streams[1]?.say(words(2, 'one '), words(3, 'two'), finish(4));
  await vi.waitFor(() => expect(store.getState().phase).toBe('idle'));
  expect(texts(store)).toEqual(['hello', 'one two']);
  close();
});

it.each([
  ['Load failed', () => new TypeError('Load failed')],
  ['network error', () => new TypeError('network error')],
  ['an abort that nobody asked for', () => new DOMException('aborted', 'AbortError')],
])('takes a lost connection (%s) for what it is', async (_, failure) => {
  const { server, store, close } = await opened();
  await store.send('hello', {});
  server.streams[0]?.say(begin(), words(2, 'half '));
  await vi.waitFor(() => expect(texts(store)).toEqual(['hello', 'half ']));
  server.breakWith(() => {
    throw failure();
  });
  server.streams[0]?.end();
  await vi.waitFor(() => expect(store.getState().reconnecting).toBe(true));
  expect(store.getState().failure).toBeUndefined();
  server.breakWith(undefined);
  window.dispatchEvent(new Event('online'));
  await vi.waitFor(() => expect(server.streams).toHaveLength(2));
  server.streams[1]?.say(words(3, 'whole'), finish(4));
  await vi.waitFor(() => expect(store.getState().phase).toBe('idle'));
  expect(texts(store)).toEqual(['hello', 'half whole']);
  expect(store.getState()).toMatchObject({ reconnecting: false, failure: undefined });
  close();
});

it('shows a run that somebody else began', async () => {
  const { server, store, close } = await opened(detailOf([{ id: 'm0', text: 'first' }]));
  server.streams[0]?.say(
    {
      type: 'run',
      run: { ...run, id: 'r2', messageId: 'm2' },
      parent: question('more', 'q2'),
      before: 'm0',
    },
    begin('r2', 'm2'),
    words(2, 'second', 'r2'),
  );
  await vi.waitFor(() => expect(texts(store)).toEqual(['hello', 'first', 'more', 'second']));
  server.streams[0]?.say(finish(3, 'r2'));
  await vi.waitFor(() => expect(store.getState().phase).toBe('idle'));
  close();
});

it('asks the server what the chat holds when something happened unseen', async () => {
  const { server, store, close } = await opened(detailOf([]));
  server.setDetail(detailOf([{ id: 'm', text: 'the whole answer' }], { updatedAt: 9 }));
  server.streams[0]?.say(state({ leafId: 'm', version: 9 }));
  await vi.waitFor(() => expect(texts(store)).toEqual(['hello', 'the whole answer']));
  close();
});

it('does not miss turns that were over before the page had read the end of its own run', async () => {
  const { server, store, close } = await opened();
  await store.send('hello', {});
  server.setDetail(
    detailOf([
      { id: 'm', text: 'first' },
      { id: 'm3', text: 'third' },
    ]),
  );
  const [feed] = server.streams;
  feed?.say(begin(), words(2, 'first'), state({ leafId: 'm3', version: 9 }), finish(3));
  await vi.waitFor(() => expect(texts(store)).toEqual(['hello', 'first', 'third']));
  close();
});

it('lets a message wait while a run is on, also when somebody else was faster', async () => {
  const { server, store, close } = await opened();
  server.refuse('/api/chat?', { code: 'run_active', message: 'A run is on.' });
  expect(await store.send('me too', {})).toBe(true);
  expect(store.getState()).toMatchObject({ entries: [], phase: 'idle', failure: undefined });
  expect(server.calls).toContain('POST /api/chat/c/queue {"message":"me too","mode":"queue"}');
  const waiting = { id: 'w', mode: 'queue' as const, text: 'me too', createdAt: 1 };
  server.streams.at(-1)?.say(state({ run, queue: [waiting], viewers: 2 }));
  await vi.waitFor(() => expect(store.getState()).toMatchObject({ queue: [waiting], viewers: 2 }));
  close();
});

it('gives a refused message back with the reason', async () => {
  const { server, store, close } = await opened();
  server.refuse('/api/chat', { code: 'message_too_long', message: 'Too long.', hint: 'Cut it.' });
  expect(await store.send('hello', {})).toBe(false);
  expect(store.getState()).toMatchObject({
    entries: [],
    phase: 'idle',
    failure: { code: 'message_too_long', hint: 'Cut it.' },
  });
  close();
});

it('is not set back by a page that was rendered before the end of a run', async () => {
  const { server, store, close } = await opened();
  await store.send('hello', {});
  server.streams[0]?.say(begin(), words(2, 'done'), finish(3), state({ leafId: 'm', version: 7 }));
  await vi.waitFor(() => expect(store.getState().phase).toBe('idle'));
  store.refresh(detailOf([], { runs: [run], updatedAt: 6 }));
  expect(store.getState().phase).toBe('idle');
  expect(texts(store)).toEqual(['hello', 'done']);
  close();
});

it('lets go of its connection with the last view, and follows again with the next', async () => {
  const { server, store, close } = await opened(detailOf([], { runs: [run] }));
  expect(server.streams[0]?.query).toBe('?run=r&after=0');
  close();
  const closeAgain = store.open();
  await vi.waitFor(() => expect(server.streams).toHaveLength(2));
  closeAgain();
});
