import type { FeedMessage } from '#lib/events/api';
import { encodeEvent, encodeMessage, SSE_DONE, SSE_HEARTBEAT } from '#lib/events/sse';
import type { RunEvent } from '#lib/events/types';
import { reportBug } from '#lib/report-bug';
import { shutdownSignal } from '#lib/shutdown';

const HEARTBEAT_MS = 10_000;
/** How often a stream asks whether its viewer may still look. */
const ALLOWED_MS = 2000;

/** Whether a viewer may still look; absent where everybody may. */
export type StillAllowed = (() => Promise<boolean>) | undefined;

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
  allowed: StillAllowed,
): Response {
  const all = { 'x-vercel-ai-ui-message-stream': 'v1', ...headers };
  return textStream(follow, encodeEvent, { end: SSE_DONE, headers: all, allowed });
}

/** Answers with a chat's feed, a JSON object per message. */
export function feedStream(
  feed: (signal: AbortSignal) => AsyncGenerator<FeedMessage>,
  allowed: StillAllowed,
): Response {
  return textStream(feed, encodeMessage, { end: '', headers: {}, allowed });
}

interface StreamOptions {
  /** What is sent when the source has ended; not when the viewer has to go, or the server goes down. */
  end: string;
  headers: Record<string, string>;
  allowed: StillAllowed;
}

function textStream<T>(
  open: (signal: AbortSignal) => AsyncGenerator<T>,
  encode: (item: T) => string,
  { end, headers, allowed }: StreamOptions,
): Response {
  const encoder = new TextEncoder();
  const viewer = new AbortController();
  const refused = new AbortController();
  const signal = AbortSignal.any([viewer.signal, refused.signal, shutdownSignal()]);
  const items = open(signal);
  let heartbeat: NodeJS.Timeout | undefined;
  let watch: NodeJS.Timeout | undefined;
  const begin = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    const beat = () => controller.enqueue(encoder.encode(SSE_HEARTBEAT));
    // The first one opens the way through proxies before there is anything to say.
    beat();
    heartbeat = setInterval(beat, HEARTBEAT_MS);
    if (!allowed) return;
    watch = setInterval(() => {
      // A store that cannot be asked says no: the viewer comes back, and is asked who it is.
      allowed().then(
        (yes) => yes || refused.abort(),
        () => refused.abort(),
      );
    }, ALLOWED_MS);
  };
  const stop = () => {
    clearInterval(heartbeat);
    clearInterval(watch);
  };
  const source: UnderlyingDefaultSource<Uint8Array> = {
    async pull(controller) {
      try {
        if (!heartbeat) begin(controller);
        const { done, value } = await items.next();
        if (!done) return controller.enqueue(encoder.encode(encode(value)));
        stop();
        if (!signal.aborted && end) controller.enqueue(encoder.encode(end));
        controller.close();
      } catch (error) {
        stop();
        if (viewer.signal.aborted) return;
        // Cut, not ended: the client asks again from where it is.
        reportBug('stream', error);
        controller.error(error);
      }
    },
    async cancel() {
      stop();
      viewer.abort();
      await items.return(undefined);
    },
  };
  // Nothing begins before somebody reads: an answer to HEAD is neither read nor cancelled.
  const body = new ReadableStream(source, { highWaterMark: 0 });
  return new Response(body, { headers: { ...HEADERS, ...headers } });
}
