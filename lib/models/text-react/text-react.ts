import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4StreamPart,
  LanguageModelV4StreamResult,
} from '@ai-sdk/provider';
import { newCallId } from '#lib/ids';
import { RESET } from '../chat-completions/answer-reader.ts';
import { sumUsage } from '../usage.ts';
import { type ReactOutcome, ReactParser, type ReactPiece } from './parser.ts';
import { assistantText, reactPrompt, userText, wordsFor } from './prompt.ts';
import { toolInput } from './tool-input.ts';

/**
 * The text ReAct engine: gives a model without function calling the same face as one with it. Thoughts,
 * calls and the answer are read out of its text as they stream. A reply without the form is asked for
 * once more; then its text is the answer.
 */
export function textReact(model: LanguageModelV4): LanguageModelV4 {
  return {
    specificationVersion: 'v4',
    provider: model.provider,
    modelId: model.modelId,
    supportedUrls: model.supportedUrls,
    doGenerate: (call) => model.doGenerate(call),
    async doStream(call): Promise<LanguageModelV4StreamResult> {
      const words = wordsFor(call.prompt);
      const prompt = reactPrompt(call, words);
      const { tools: _tools, toolChoice: _choice, ...rest } = call;
      const asked: LanguageModelV4CallOptions = {
        ...rest,
        prompt,
        stopSequences: [words.observation.trim()].map((label) => `\n${label}`),
      };
      const first = await model.doStream(asked);
      const again = (reply: string) =>
        model.doStream({
          ...asked,
          prompt: [...prompt, assistantText(reply), userText(words.repair)],
        });
      return { ...first, stream: streamOf(new ReactReply(call, again).read(first.stream)) };
    },
  };
}

function streamOf<T>(parts: AsyncGenerator<T>): ReadableStream<T> {
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await parts.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: async () => void (await parts.return(undefined)),
  });
}

/** One reply as parts, the second try of its form included. */
class ReactReply {
  readonly #call: LanguageModelV4CallOptions;
  readonly #again: (reply: string) => PromiseLike<LanguageModelV4StreamResult>;
  readonly #mayCall: boolean;
  #open: { type: 'text' | 'reasoning'; id: string } | undefined;
  #opened = 0;
  /** Unlabelled text that was shown as the answer, until it proves to be one. */
  #prose = '';
  #reply = '';

  constructor(
    call: LanguageModelV4CallOptions,
    again: (reply: string) => PromiseLike<LanguageModelV4StreamResult>,
  ) {
    this.#call = call;
    this.#again = again;
    this.#mayCall = call.toolChoice?.type !== 'none' && Boolean(call.tools?.length);
  }

  async *read(
    stream: ReadableStream<LanguageModelV4StreamPart>,
  ): AsyncGenerator<LanguageModelV4StreamPart> {
    const first = yield* this.#pass(stream, (pieces) => this.#show(pieces));
    let { outcome, finish } = first;
    if (
      finish &&
      outcome.type === 'unlabelled' &&
      this.#mayCall &&
      !first.called &&
      this.#reply.trim()
    ) {
      const second = yield* this.#repair();
      if (second.outcome.type !== 'unlabelled') outcome = second.outcome;
      finish = { ...finish, usage: sumUsage(finish.usage, second.finish?.usage) };
    }
    yield* this.#close();
    const limit = finish?.finishReason.unified === 'length';
    if (outcome.type === 'call') yield* this.#callParts(outcome, limit);
    if (!finish) return;
    const reason =
      outcome.type === 'call'
        ? { unified: 'tool-calls' as const, raw: finish.finishReason.raw }
        : finish.finishReason;
    yield { ...finish, finishReason: reason };
  }

  /** Hands on what is no text; text goes through the parser to `show`. */
  async *#pass(
    stream: ReadableStream<LanguageModelV4StreamPart>,
    show: (pieces: ReactPiece[]) => Generator<LanguageModelV4StreamPart>,
  ) {
    const parser = new ReactParser();
    let finish: Extract<LanguageModelV4StreamPart, { type: 'finish' }> | undefined;
    let called = false;
    for await (const part of stream) {
      if (part.type === 'text-delta') {
        this.#reply += part.delta;
        yield* show(parser.push(part.delta));
      } else if (part.type === 'finish') {
        finish = part;
      } else if (part.type !== 'text-start' && part.type !== 'text-end') {
        called ||= part.type === 'tool-call';
        if (part.type === 'reasoning-start' || part.type === 'tool-input-start')
          yield* this.#close();
        yield part;
      }
    }
    const { pieces, outcome } = parser.end();
    yield* show(pieces);
    return { outcome, finish, called };
  }

  /** Asks for the form; nothing of the second reply shows before it proves to have it. */
  async *#repair() {
    const { stream } = await this.#again(this.#reply);
    const held: ReactPiece[] = [];
    const self = this;
    const repaired = yield* this.#pass(stream, function* (pieces) {
      held.push(...pieces);
      const labelled = held.some((piece) => piece.type === 'answer');
      if (labelled) yield* self.#show(held.splice(0));
    });
    const labelled = held.filter((piece) => piece.type !== 'prose');
    if (repaired.outcome.type !== 'unlabelled') yield* this.#show(labelled);
    return repaired;
  }

  *#show(pieces: readonly ReactPiece[]): Generator<LanguageModelV4StreamPart> {
    for (const { type, text } of pieces) {
      if (type === 'prose') {
        this.#prose += text;
        yield* this.#say('text', text);
        continue;
      }
      // What came before the first label was a thought after all.
      if (this.#prose) yield* this.#rethink();
      yield* this.#say(type === 'thought' ? 'reasoning' : 'text', text);
    }
  }

  *#rethink(): Generator<LanguageModelV4StreamPart> {
    yield* this.#close();
    const id = `react-${this.#opened++}`;
    yield { type: 'reasoning-start', id, providerMetadata: RESET };
    yield { type: 'reasoning-delta', id, delta: this.#prose };
    yield { type: 'reasoning-end', id };
    this.#prose = '';
  }

  *#say(type: 'text' | 'reasoning', delta: string): Generator<LanguageModelV4StreamPart> {
    if (this.#open?.type !== type) {
      yield* this.#close();
      this.#open = { type, id: `react-${this.#opened++}` };
      yield { type: `${type}-start`, id: this.#open.id };
    }
    yield { type: `${type}-delta`, id: this.#open.id, delta };
  }

  *#close(): Generator<LanguageModelV4StreamPart> {
    if (this.#open) yield { type: `${this.#open.type}-end`, id: this.#open.id };
    this.#open = undefined;
  }

  *#callParts(
    { name, input }: Extract<ReactOutcome, { type: 'call' }>,
    limit: boolean,
  ): Generator<LanguageModelV4StreamPart> {
    const tools = (this.#call.tools ?? []).filter((tool) => tool.type === 'function');
    const loose = (text: string) => text.toLowerCase().replace(/[-_\s.]/g, '');
    const tool = tools.find((each) => loose(each.name) === loose(name));
    const toolName = tool?.name ?? name;
    const whole = toolInput(input, tool?.inputSchema);
    // At the output limit only a closed JSON object is known to be all of it.
    const args = limit && !/\}\s*$/.test(input) ? whole.replace(/"?\}$/, '') : whole;
    const id = newCallId();
    yield { type: 'tool-input-start', id, toolName };
    yield { type: 'tool-input-delta', id, delta: args };
    yield { type: 'tool-input-end', id };
    yield { type: 'tool-call', toolCallId: id, toolName, input: args };
  }
}
