import type { LanguageModelV4Middleware, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { newCallId } from '#lib/ids';
import { toFailure } from './classify.ts';

/**
 * What every model's stream keeps to, whatever its provider does: an abort ends it at once; one that
 * breaks ends with closed parts and an `error` part that holds a `ProviderFailure`; a call made although
 * tools were off is dropped; a tool call id is used once in a run (`usedIds` holds those of its earlier
 * steps and is added to).
 */
export function guard(usedIds: Set<string>): LanguageModelV4Middleware {
  return {
    specificationVersion: 'v4',
    async wrapStream({ doStream, params }) {
      const { stream, ...rest } = await doStream();
      const toolsOff = params.toolChoice?.type === 'none' || !params.tools?.length;
      const shape = partShaper(usedIds, toolsOff);
      const reader = stream.getReader();
      const aborted = whenAborted(params.abortSignal);
      return {
        ...rest,
        stream: new ReadableStream<LanguageModelV4StreamPart>({
          async pull(controller) {
            try {
              // A pull that enqueues nothing would never be repeated: go on to the next part that stays.
              for (;;) {
                const { done, value } = await Promise.race([reader.read(), aborted]);
                if (done) return controller.close();
                const parts = shape.next(value);
                for (const part of parts) controller.enqueue(part);
                if (parts.length > 0) return;
              }
            } catch (error) {
              if (params.abortSignal?.aborted) {
                reader.cancel(error).catch(() => {});
                return controller.error(error);
              }
              for (const part of shape.broken(error)) controller.enqueue(part);
              controller.close();
            }
          },
          cancel: (reason) => reader.cancel(reason),
        }),
      };
    },
  };
}

/** Rejects when the signal aborts: a model that does not listen to it is not waited for. */
function whenAborted(signal: AbortSignal | undefined): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  promise.catch(() => {});
  if (signal?.aborted) reject(signal.reason);
  signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
  return promise;
}

function partShaper(usedIds: Set<string>, toolsOff: boolean) {
  const open = new Map<string, 'text-end' | 'reasoning-end'>();
  const renamed = new Map<string, string>();
  let dropped = false;

  const uniqueId = (id: string): string => {
    const known = renamed.get(id);
    if (known) return known;
    const unique = id === '' || usedIds.has(id) ? newCallId() : id;
    usedIds.add(unique);
    renamed.set(id, unique);
    return unique;
  };

  return {
    next(part: LanguageModelV4StreamPart): LanguageModelV4StreamPart[] {
      switch (part.type) {
        case 'text-start':
          open.set(part.id, 'text-end');
          return [part];
        case 'reasoning-start':
          open.set(part.id, 'reasoning-end');
          return [part];
        case 'text-end':
        case 'reasoning-end':
          open.delete(part.id);
          return [part];
        case 'tool-input-start':
        case 'tool-input-delta':
        case 'tool-input-end':
          dropped ||= toolsOff;
          return toolsOff ? [] : [{ ...part, id: uniqueId(part.id) }];
        case 'tool-call':
          dropped ||= toolsOff;
          return toolsOff ? [] : [{ ...part, toolCallId: uniqueId(part.toolCallId) }];
        case 'error':
          return [{ type: 'error', error: toFailure(part.error) }];
        case 'finish':
          return dropped
            ? [{ ...part, finishReason: { ...part.finishReason, unified: 'stop' } }]
            : [part];
        default:
          return [part];
      }
    },
    broken(error: unknown): LanguageModelV4StreamPart[] {
      const ends = [...open].map(([id, type]) => ({ type, id }));
      return [...ends, { type: 'error', error: toFailure(error) }];
    },
  };
}
