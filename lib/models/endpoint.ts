import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4StreamResult,
} from '@ai-sdk/provider';
import { env } from '#lib/env';
import { ChatCompletionsModel } from './chat-completions/model.ts';
import { toFailure } from './classify.ts';
import { type Connection, headersOf } from './connections/connections.ts';
import { ResponsesModel } from './responses.ts';
import type { Switches } from './switches.ts';
import { textReact } from './text-react/text-react.ts';

export interface EndpointOptions {
  connection: Connection;
  switches: Switches;
  /** A refusal has taught something about the endpoint. */
  onLearn(switches: Switches): void;
}

/**
 * A model of a connection, spoken to in the way that its endpoint understands: chat completions or
 * Responses, with function calling or with calls in text. What a refusal teaches is used at once.
 */
export class EndpointModel implements LanguageModelV4 {
  readonly specificationVersion = 'v4';
  readonly provider = 'loupe.endpoint';
  readonly supportedUrls = {};
  readonly modelId: string;
  readonly #connection: Connection;
  readonly #onLearn: (switches: Switches) => void;
  #switches: Switches;

  constructor(modelId: string, { connection, switches, onLearn }: EndpointOptions) {
    this.modelId = modelId;
    this.#connection = connection;
    this.#switches = switches;
    this.#onLearn = onLearn;
  }

  doGenerate(): never {
    throw new Error('Every call streams; collect the parts of doStream.');
  }

  async doStream(call: LanguageModelV4CallOptions): Promise<LanguageModelV4StreamResult> {
    const before = this.#switches;
    try {
      return await this.#way().doStream(call);
    } catch (error) {
      const failure = toFailure(error);
      if (failure.kind === 'no-tools' && before.tools && call.tools?.length) {
        this.#learn({ ...this.#switches, tools: false });
      }
      const { api, tools } = this.#switches;
      if (api === before.api && tools === before.tools) throw error;
      return this.#way().doStream(call);
    }
  }

  #way(): LanguageModelV4 {
    const shared = {
      timeouts: env().modelTimeouts,
      switches: () => this.#switches,
      onLearn: (switches: Switches) => this.#learn(switches),
    };
    const model =
      this.#switches.api === 'responses'
        ? new ResponsesModel(this.modelId, { connection: this.#connection, ...shared })
        : new ChatCompletionsModel(this.modelId, {
            baseUrl: this.#connection.baseUrl,
            headers: headersOf(this.#connection),
            ...shared,
          });
    return this.#switches.tools ? model : textReact(model);
  }

  #learn(switches: Switches): void {
    this.#switches = switches;
    this.#onLearn(switches);
  }
}
