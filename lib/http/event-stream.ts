import type { FeedMessage } from '#lib/events/api';
import { encodeEvent, encodeMessage, SSE_DONE, SSE_HEARTBEAT } from '#lib/events/sse';
import type { RunEvent } from '#lib/events/types';
import { reportBug } from '#lib/report-bug';
import { shutdownSignal } from '#lib/shutdown';

const HEARTBEAT_MS = 10_000;

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  // no-transform: Next would gzip the stream, which costs CPU and stalls behind some proxies.
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
};

/** Answers with a run's events as an AI SDK UI message stream; a viewer that leaves only ends its own stream. */
export function eventStream(
  follow: (signal: AbortSignal) => AsyncGenerator<RunEvent>,
  headers: Record<string, string>,
): Response {
  return textStream(follow, encodeEvent, SSE_DONE, {
    'x-vercel-ai-ui-message-stream': 'v1',
    ...headers,
  });
}

/** Answers with a chat's feed, a JSON object per message. */
export function feedStream(feed: (signal: AbortSignal) => AsyncGenerator<FeedMessage>): Response {
  return textStream(feed, encodeMessage, '', {});
}

/** @param end what is sent when the source has ended; not when the viewer left or the server goes down */
function textStream<T>(
  open: (signal: AbortSignal) => AsyncGenerator<T>,
  encode: (item: T) => string,
  end: string,
  headers: Record<string, string>,
): Response {
  const encoder = new TextEncoder();
  const viewer = new AbortController();
  const signal = AbortSignal.any([viewer.signal, shutdownSignal()]);
  const items = open(signal);
  let heartbeat: NodeJS.Timeout | undefined;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const beat = () => controller.enqueue(encoder.encode(SSE_HEARTBEAT));
      // The first one opens the way through proxies before there is anything to say.
      beat();
      heartbeat = setInterval(beat, HEARTBEAT_MS);
    },
    async pull(controller) {
      try {
        const { done, value } = await items.next();
        if (!done) return controller.enqueue(encoder.encode(encode(value)));
        clearInterval(heartbeat);
        if (!signal.aborted && end) controller.enqueue(encoder.encode(end));
        controller.close();
      } catch (error) {
        clearInterval(heartbeat);
        if (viewer.signal.aborted) return;
        // Cut, not ended: the client asks again from where it is.
        reportBug('stream', error);
        controller.error(error);
      }
    },
    async cancel() {
      clearInterval(heartbeat);
      viewer.abort();
      await items.return(undefined);
    },
  });
  return new Response(body, { headers: { ...HEADERS, ...headers } });
}
