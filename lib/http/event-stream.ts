import { encodeEvent, SSE_DONE, SSE_HEARTBEAT } from '#lib/events/sse';
import type { RunEvent } from '#lib/events/types';
import { reportBug } from '#lib/report-bug';

const HEARTBEAT_MS = 10_000;

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  // no-transform: Next would gzip the stream, which costs CPU and stalls behind some proxies.
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
  'x-vercel-ai-ui-message-stream': 'v1',
};

/** Answers with a run's events as an AI SDK UI message stream; a viewer that leaves only ends its own stream. */
export function eventStream(
  follow: (signal: AbortSignal) => AsyncIterable<RunEvent>,
  headers: Record<string, string>,
): Response {
  const encoder = new TextEncoder();
  const viewer = new AbortController();
  const events = follow(viewer.signal)[Symbol.asyncIterator]();
  let heartbeat: NodeJS.Timeout | undefined;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      heartbeat = setInterval(
        () => controller.enqueue(encoder.encode(SSE_HEARTBEAT)),
        HEARTBEAT_MS,
      );
    },
    async pull(controller) {
      try {
        const { done, value } = await events.next();
        if (!done) return controller.enqueue(encoder.encode(encodeEvent(value)));
        clearInterval(heartbeat);
        controller.enqueue(encoder.encode(SSE_DONE));
        controller.close();
      } catch (error) {
        clearInterval(heartbeat);
        if (viewer.signal.aborted) return;
        // Ended without [DONE]: the client asks again from the event that it has.
        reportBug('stream', error);
        controller.error(error);
      }
    },
    async cancel() {
      clearInterval(heartbeat);
      viewer.abort();
      await events.return?.(undefined);
    },
  });
  return new Response(body, { headers: { ...HEADERS, ...headers } });
}
