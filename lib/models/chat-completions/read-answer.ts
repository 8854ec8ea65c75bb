import type { LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { classify, networkCode } from '../classify.ts';
import { ProviderFailure } from '../failure.ts';
import { type AnswerReader, partsBefore } from './answer-reader.ts';
import { PartBatcher } from './part-batcher.ts';
import type { CallTimer } from './timeouts.ts';
import { WireDecoder, type WireEvent } from './wire-decoder.ts';

/** Sees what an endpoint sends as it is, before it is put right. */
export interface WireObserver {
  /** Reads of a body that brought something. */
  reads: number;
  see(event: WireEvent): void;
}

interface Tools {
  reader: AnswerReader;
  timer: CallTimer;
  observer?: WireObserver | undefined;
}

/** The parts of an answer, joined per window, while the body is read on. */
export function readAnswer(
  bytes: ReadableStream<Uint8Array> | null,
  tools: Tools,
): ReadableStream<LanguageModelV4StreamPart> {
  const batcher = new PartBatcher();
  const body = bytes?.getReader();
  batcher.push([{ type: 'stream-start', warnings: [] }]);
  void pump(body, tools, batcher);
  return new ReadableStream({
    async pull(controller) {
      try {
        const parts = await batcher.take();
        if (!parts) return controller.close();
        for (const part of parts) controller.enqueue(part);
      } catch (error) {
        controller.error(error);
      }
    },
    cancel: () => body?.cancel().catch(() => {}),
  });
}

async function pump(
  body: ReadableStreamDefaultReader<Uint8Array> | undefined,
  { reader, timer, observer }: Tools,
  batcher: PartBatcher,
): Promise<void> {
  const take = (events: readonly WireEvent[]) => {
    for (const event of events) {
      observer?.see(event);
      batcher.push(reader.push(event));
    }
  };
  const decoder = new WireDecoder();
  try {
    for (;;) {
      const { done, value } = (await body?.read()) ?? { done: true, value: undefined };
      if (done) break;
      timer.alive();
      if (observer) observer.reads++;
      take(decoder.push(value));
    }
    take(decoder.end());
    if (decoder.form === 'page') throw classify({ body: decoder.rest });
    batcher.push(reader.end(decoder.form === 'json'));
    batcher.end();
  } catch (error) {
    endBroken(error, { reader, timer }, batcher);
    body?.cancel().catch(() => {});
  } finally {
    timer.clear();
  }
}

function endBroken(error: unknown, { reader, timer }: Tools, batcher: PartBatcher): void {
  if (error instanceof ProviderFailure) {
    batcher.push(partsBefore(error));
    batcher.end(error);
  } else if (timer.signal.aborted) {
    batcher.end(timer.signal.reason ?? error);
  } else if (reader.complete) {
    // The last word had been said: what broke was only the end of the connection.
    batcher.push(reader.end(false));
    batcher.end();
  } else {
    batcher.end(brokenConnection(error));
  }
}

function brokenConnection(error: unknown): unknown {
  const code = networkCode(error);
  if (code === undefined && !(error instanceof TypeError)) return error;
  const words = `The connection broke in the middle of the answer${code ? ` (${code})` : ''}.`;
  const failure = new ProviderFailure('torn', { words, cause: error });
  failure.inStream = true;
  return failure;
}
