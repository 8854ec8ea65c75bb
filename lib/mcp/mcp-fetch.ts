import { fetch as undiciFetch } from 'undici';
import { CONNECTION_LOST, SessionLost } from './failures.ts';

const MAX_ANSWER_BYTES = 16 * 1024 * 1024;
const CANCEL_TIMEOUT_MS = 5000;

/**
 * `fetch` for the SDK's client, with what that leaves out: an event stream that ends without an answer
 * fails its request, a lost session is told apart, a stopped call is cancelled at the server, and no
 * answer is endless. It is undici's since Next patches the global one.
 */
export const mcpFetch: typeof fetch = async (input, init = {}) => {
  // The stream of notifications: the client reads none, and it would stay open for ever.
  if (init.method === 'GET') return new Response(null, { status: 405 });
  const headers = new Headers(init.headers);
  const inSession = init.method === 'POST' && headers.has('mcp-session-id');
  const id = requestId(init.body);
  const forget = inSession && id !== undefined ? cancelOnAbort(String(input), init, id) : undefined;
  try {
    const response = await send(String(input), init);
    if (inSession && (response.status === 404 || response.status === 400)) {
      await response.body?.cancel();
      throw new SessionLost();
    }
    if (!response.body) {
      forget?.();
      return response;
    }
    const isStream = response.headers.get('content-type')?.includes('text/event-stream');
    const body = watched(response.body, { lostId: isStream ? id : undefined, ended: forget });
    return new Response(streamOf(body), response);
  } catch (error) {
    forget?.();
    throw error;
  }
};

function send(url: string, init: RequestInit): Promise<Response> {
  return undiciFetch(url, init as object) as unknown as Promise<Response>;
}

function requestId(body: unknown): number | undefined {
  const { id } = typeof body === 'string' ? JSON.parse(body) : {};
  return typeof id === 'number' ? id : undefined;
}

/** A closed connection alone does not stop a call: it may be a bad line. */
function cancelOnAbort(url: string, init: RequestInit, id: number): () => void {
  const cancel = () => {
    const params = { requestId: id, reason: 'The call was stopped.' };
    const body = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled', params });
    send(url, { ...init, body, signal: AbortSignal.timeout(CANCEL_TIMEOUT_MS) })
      .then((response) => response.body?.cancel())
      // A server that cannot be told any more has noticed.
      .catch(() => {});
  };
  init.signal?.addEventListener('abort', cancel, { once: true });
  return () => init.signal?.removeEventListener('abort', cancel);
}

interface Watch {
  /** The request whose answer an event stream owes. */
  lostId: number | undefined;
  ended: (() => void) | undefined;
}

async function* watched(
  body: ReadableStream<Uint8Array>,
  watch: Watch,
): AsyncGenerator<Uint8Array, void> {
  let bytes = 0;
  try {
    for await (const chunk of body) {
      bytes += chunk.length;
      if (bytes > MAX_ANSWER_BYTES) throw new Error('The answer is too long.');
      yield chunk;
    }
  } catch (error) {
    if (watch.lostId === undefined) throw error;
  } finally {
    watch.ended?.();
  }
  // The client waits for ever on a stream that just ends; it ignores an answer that it has already.
  if (watch.lostId !== undefined) yield lostEvent(watch.lostId);
}

function streamOf(chunks: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    pull: async (controller) => {
      const { done, value } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: async () => {
      await chunks.return(undefined);
    },
  });
}

function lostEvent(id: number): Uint8Array {
  const error = { code: CONNECTION_LOST, message: 'The connection ended before the answer.' };
  const data = JSON.stringify({ jsonrpc: '2.0', id, error });
  return new TextEncoder().encode(`\n\ndata: ${data}\n\n`);
}
