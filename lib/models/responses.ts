import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4StreamPart,
  LanguageModelV4StreamResult,
} from '@ai-sdk/provider';
import { APICallError } from 'ai';
import { CallTimer, type ModelTimeouts } from './chat-completions/timeouts.ts';
import { classify, toFailure } from './classify.ts';
import { endpointUrl } from './connections/base-url.ts';
import { type Connection, headersOf } from './connections/connections.ts';
import { providerFetch } from './provider-fetch.ts';
import { adapt, type Switches } from './switches.ts';

export interface ResponsesOptions {
  connection: Connection;
  timeouts: ModelTimeouts;
  switches(): Switches;
  /** A refusal has taught something about the endpoint. */
  onLearn(switches: Switches): void;
}

/**
 * A model behind `POST /responses`, OpenAI's own interface. Nothing is kept at the provider: the
 * reasoning items come back encrypted and are sent along with the calls that they led to.
 */
export class ResponsesModel implements LanguageModelV4 {
  readonly specificationVersion = 'v4';
  readonly provider = 'loupe.responses';
  readonly supportedUrls = {};
  readonly modelId: string;
  readonly #options: ResponsesOptions;

  constructor(modelId: string, options: ResponsesOptions) {
    this.modelId = modelId;
    this.#options = options;
  }

  doGenerate(): never {
    throw new Error('Every call streams; collect the parts of doStream.');
  }

  async doStream(call: LanguageModelV4CallOptions): Promise<LanguageModelV4StreamResult> {
    const timer = new CallTimer(this.#options.timeouts, call.abortSignal);
    try {
      const { stream, ...rest } = await this.#ask(call, timer);
      return { ...rest, stream: watched(stream, timer) };
    } catch (error) {
      timer.clear();
      if (call.abortSignal?.aborted) throw error;
      throw timer.signal.aborted ? timer.signal.reason : toFailure(error);
    }
  }

  async #ask(
    call: LanguageModelV4CallOptions,
    timer: CallTimer,
  ): Promise<LanguageModelV4StreamResult> {
    const switches = this.#options.switches();
    try {
      return await this.#send(call, timer, switches);
    } catch (error) {
      const status = APICallError.isInstance(error) ? error.statusCode : undefined;
      const words = APICallError.isInstance(error) ? (error.responseBody ?? error.message) : '';
      const next = status === 400 ? adapt(words, switches) : undefined;
      // No other switch changes a request of this interface.
      if (!next || next.reasoningSummary === switches.reasoningSummary) throw error;
      this.#options.onLearn(next);
      return this.#send(call, timer, next);
    }
  }

  async #send(call: LanguageModelV4CallOptions, timer: CallTimer, switches: Switches) {
    const { connection } = this.#options;
    // Loaded only here: at its import the package reads OPENAI_BASE_URL, and throws when it is empty.
    const { createOpenAI } = await import('@ai-sdk/openai');
    const provider = createOpenAI({
      baseURL: connection.baseUrl,
      apiKey: connection.apiKey ?? '',
      headers: headersOf(connection),
      fetch: (_input, init) => post(endpointUrl(connection.baseUrl, '/responses'), init, timer),
    });
    const openai = {
      store: false,
      ...(switches.reasoningSummary ? { reasoningSummary: 'auto' } : {}),
    };
    return provider.responses(this.modelId).doStream({
      ...call,
      abortSignal: timer.signal,
      providerOptions: { ...call.providerOptions, openai },
    });
  }
}

async function post(url: string, init: RequestInit | undefined, timer: CallTimer) {
  // A redirect would take the key along, or turn the POST into a GET.
  const response = await providerFetch(url, { ...init, redirect: 'manual' });
  const { status, headers } = response;
  if (status >= 300 && status < 400) throw classify({ body: '', status, headers });
  if (!response.ok) return response;
  timer.alive();
  const read = new TransformStream<Uint8Array, Uint8Array>({
    transform(bytes, controller) {
      timer.alive();
      controller.enqueue(bytes);
    },
  });
  const body = response.body?.pipeThrough(read) ?? null;
  return new Response(body, { status, headers: Object.fromEntries(headers) });
}

/** The parts of an answer; its timer ends with it. */
function watched(
  stream: ReadableStream<LanguageModelV4StreamPart>,
  timer: CallTimer,
): ReadableStream<LanguageModelV4StreamPart> {
  const reader = stream.getReader();
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (!done) return controller.enqueue(value);
        timer.clear();
        controller.close();
      } catch (error) {
        timer.clear();
        controller.error(timer.signal.aborted ? timer.signal.reason : error);
      }
    },
    cancel(reason) {
      timer.clear();
      return reader.cancel(reason);
    },
  });
}
