import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4StreamResult,
} from '@ai-sdk/provider';
import { newCallId } from '#lib/ids';
import { classify, networkCode, parsed, toFailure, unreachable } from '../classify.ts';
import { endpointUrl } from '../connections/base-url.ts';
import { providerFetch } from '../provider-fetch.ts';
import { adapt, type Switches } from '../switches.ts';
import { AnswerReader } from './answer-reader.ts';
import { readAnswer, type WireObserver } from './read-answer.ts';
import { buildRequest } from './request.ts';
import { CallTimer, type ModelTimeouts } from './timeouts.ts';
import { ToolNames } from './tool-names.ts';

const MAX_ADAPTATIONS = 4;
const MAX_ERROR_BYTES = 64_000;

export interface ChatCompletionsOptions {
  baseUrl: string;
  headers: Record<string, string>;
  timeouts: ModelTimeouts;
  switches(): Switches;
  /** A refusal has taught something about the endpoint. */
  onLearn(switches: Switches): void;
  /** Sees what comes as it is, before it is put right. */
  observer?: WireObserver;
}

/**
 * A model behind `POST /chat/completions`. The SDK's converters write the request; the answer is read
 * here, so that each event of the wire is parsed once and whatever real servers get wrong ends at this door.
 * Fails with {@link ProviderFailure} only.
 */
export class ChatCompletionsModel implements LanguageModelV4 {
  readonly specificationVersion = 'v4';
  readonly provider = 'loupe.chat-completions';
  readonly supportedUrls = {};
  readonly modelId: string;
  readonly #options: ChatCompletionsOptions;

  constructor(modelId: string, options: ChatCompletionsOptions) {
    this.modelId = modelId;
    this.#options = options;
  }

  doGenerate(): never {
    throw new Error('Every call streams; collect the parts of doStream.');
  }

  async doStream(call: LanguageModelV4CallOptions): Promise<LanguageModelV4StreamResult> {
    const timer = new CallTimer(this.#options.timeouts, call.abortSignal);
    try {
      const { response, body, toolNames } = await this.#ask(call, timer);
      const reader = new AnswerReader({ names: new ToolNames(toolNames), newId: newCallId });
      return {
        stream: readAnswer(response.body, { reader, timer, observer: this.#options.observer }),
        request: { body },
        response: { headers: Object.fromEntries(response.headers) },
      };
    } catch (error) {
      timer.clear();
      throw call.abortSignal?.aborted ? error : toFailure(error);
    }
  }

  /** Sends the request; a refusal of something that can be said otherwise is answered at once. */
  async #ask(call: LanguageModelV4CallOptions, timer: CallTimer) {
    for (let adapted = 0; ; adapted++) {
      const switches = this.#options.switches();
      const { body, toolNames } = buildRequest(this.modelId, call, switches);
      const response = await this.#post(body, timer);
      if (response.ok) {
        timer.alive();
        return { response, body, toolNames };
      }
      const text = await readSome(response);
      const failure = classify({
        body: parsed(text),
        status: response.status,
        headers: response.headers,
      });
      const refused = response.status < 500 && response.status !== 401 && response.status !== 429;
      const next = refused && adapted < MAX_ADAPTATIONS ? adapt(text, switches) : undefined;
      if (!next) throw failure;
      this.#options.onLearn(next);
      if (next.api !== switches.api) throw failure;
    }
  }

  async #post(body: unknown, timer: CallTimer): Promise<Response> {
    const url = endpointUrl(this.#options.baseUrl, '/chat/completions');
    try {
      return await providerFetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'text/event-stream',
          ...this.#options.headers,
        },
        body: JSON.stringify(body),
        // A redirect would take the key along, or turn the POST into a GET.
        redirect: 'manual',
        signal: timer.signal,
      });
    } catch (error) {
      throw timer.signal.aborted
        ? timer.signal.reason
        : unreachable(networkCode(error) ?? 'no answer', error);
    }
  }
}

async function readSome(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const bytes of response.body ?? []) {
    text += decoder.decode(bytes as Uint8Array, { stream: true });
    if (text.length > MAX_ERROR_BYTES) break;
  }
  return text;
}
