import type {
  LanguageModelV4FinishReason,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
} from '@ai-sdk/provider';
import { cleanText } from '#lib/clean-text';
import { classify } from '../classify.ts';
import { ProviderFailure } from '../failure.ts';
import { UNKNOWN_USAGE } from '../usage.ts';
import { CallAssembler } from './call-assembler.ts';
import { finishReason } from './finish-reason.ts';
import { readPayload, type SaidPiece } from './read-payload.ts';
import { ReasoningDetails } from './reasoning-details.ts';
import { callsAtEnd, type MarkupPiece, TextMarkup } from './text-markup.ts';
import type { ToolNames } from './tool-names.ts';
import type { WireEvent } from './wire-decoder.ts';

/** Marks a part before which everything that the step has said so far is to be taken back. */
export const RESET = { loupe: { reset: true } };

export interface AnswerOptions {
  names: ToolNames;
  newId: () => string;
}

/**
 * One answer of a model: takes what its server said, in any shape, and gives the parts of the AI SDK.
 * Nothing behind it knows of a provider's habits.
 */
export class AnswerReader {
  readonly #options: AnswerOptions;
  readonly #markup: TextMarkup;
  readonly #calls: CallAssembler;
  readonly #details = new ReasoningDetails();
  readonly #usedText = { text: '', reasoning: '' };
  #open: { type: 'text' | 'reasoning'; id: string } | undefined;
  #opened = 0;
  #markupCalls = 0;
  #finish: string | undefined;
  #usage: LanguageModelV4Usage | undefined;
  #metadataSent = false;
  #answering = false;
  #heard = false;
  #done = false;
  #words = '';
  #surrogate = '';

  constructor(options: AnswerOptions) {
    this.#options = options;
    this.#markup = new TextMarkup((name) => options.names.has(name));
    this.#calls = new CallAssembler(options.names, options.newId);
  }

  /** Whether something of an answer has come. */
  get answering(): boolean {
    return this.#answering;
  }

  /** @throws ProviderFailure when the server reports an error */
  push(event: WireEvent): LanguageModelV4StreamPart[] {
    if (event.type === 'done') {
      this.#done = true;
      return [];
    }
    if (event.type === 'words') {
      if (event.error || /^(error|exception|fatal|traceback)\b/i.test(event.text))
        this.#fail(event.text);
      this.#words ||= event.text;
      return [];
    }
    const payload = readPayload(event.value);
    const parts: LanguageModelV4StreamPart[] = [];
    if (!this.#metadataSent && payload.id) {
      this.#metadataSent = true;
      parts.push({
        type: 'response-metadata',
        id: payload.id,
        ...(payload.model ? { modelId: payload.model } : {}),
      });
    }
    this.#answering ||= payload.answering;
    if (payload.usage) this.#usage = payload.usage;
    this.#details.add(payload.details);
    // A last event may hold the whole message again.
    const again = payload.whole && this.#heard;
    this.#heard ||= payload.said.length + payload.calls.length > 0;
    for (const piece of again ? [] : payload.said) this.#hear(parts, piece);
    for (const piece of again ? [] : payload.calls) {
      this.#closeOpen(parts);
      parts.push(...this.#calls.push(piece));
    }
    if (payload.finish) this.#finish = payload.finish;
    if (payload.error !== undefined) this.#fail(payload.error, parts);
    return parts;
  }

  /**
   * The body has ended.
   * @param whole the body was one JSON value, which has no end of its own
   * @throws ProviderFailure `torn` or `empty` when the answer is not whole
   */
  end(whole: boolean): LanguageModelV4StreamPart[] {
    const parts: LanguageModelV4StreamPart[] = [];
    this.#takeMarkup(parts, this.#markup.end());
    this.#closeOpen(parts);
    if (!this.#answering && !this.#done) {
      const words = this.#words || 'The answer was empty.';
      throw withParts(new ProviderFailure(this.#words ? 'not-api' : 'empty', { words }), parts);
    }
    const ended = whole || this.#done || this.#finish !== undefined || this.#calls.complete;
    if (!ended) {
      throw withParts(
        new ProviderFailure('torn', { words: 'The connection ended in the middle of the answer.' }),
        parts,
      );
    }
    this.#takeUnendedThought(parts);
    const calls = this.#calls.count + this.#markupCalls;
    const reason = finishReason(this.#finish, calls > 0);
    if (reason.unified === 'error') {
      throw withParts(
        new ProviderFailure('server', {
          words: `The provider ended the answer with "${reason.raw}".`,
        }),
        parts,
      );
    }
    // Proofs of a thought that nobody could read, or that came behind the calls.
    if (this.#details.waiting) this.#say(parts, 'reasoning', '');
    this.#closeOpen(parts);
    parts.push(...this.#calls.end(finishReason(this.#finish, false).unified === 'length'));
    parts.push({
      type: 'finish',
      finishReason: reason as LanguageModelV4FinishReason,
      usage: this.#usage ?? UNKNOWN_USAGE,
    });
    return parts;
  }

  /** A server takes the thought for one to the end when the model forgets to end it before its call. */
  #takeUnendedThought(parts: LanguageModelV4StreamPart[]): void {
    const { text, reasoning } = this.#usedText;
    if (text.trim() || this.#calls.count + this.#markupCalls > 0) return;
    const isTool = (name: string) => this.#options.names.has(name);
    this.#takeMarkup(parts, callsAtEnd(reasoning, isTool));
  }

  /** Whether a broken connection loses anything: an answer that has said its last word is whole. */
  get complete(): boolean {
    return (
      this.#done ||
      (this.#finish !== undefined && finishReason(this.#finish, false).unified !== 'error')
    );
  }

  #fail(error: unknown, parts: LanguageModelV4StreamPart[] = []): void {
    if (this.complete) return;
    this.#takeMarkup(parts, this.#markup.end());
    this.#closeOpen(parts);
    throw withParts(classify({ body: error }), parts);
  }

  #hear(parts: LanguageModelV4StreamPart[], piece: SaidPiece): void {
    const text = this.#wellFormed(piece.text);
    if (!text) return;
    if (piece.kind === 'reasoning') this.#say(parts, 'reasoning', text);
    else this.#takeMarkup(parts, this.#markup.push(text));
  }

  #takeMarkup(parts: LanguageModelV4StreamPart[], pieces: MarkupPiece[]): void {
    for (const piece of pieces) {
      if (piece.type === 'rethink') this.#rethink(parts, piece.prefix);
      else if (piece.type === 'call') this.#addCall(parts, piece.call);
      else this.#say(parts, piece.type, piece.text);
    }
  }

  #addCall(
    parts: LanguageModelV4StreamPart[],
    { name, args }: { name: string; args: string },
  ): void {
    this.#closeOpen(parts);
    this.#markupCalls++;
    const id = this.#options.newId();
    const toolName = this.#options.names.resolve(name);
    parts.push({ type: 'tool-input-start', id, toolName });
    if (args) parts.push({ type: 'tool-input-delta', id, delta: args });
    parts.push({ type: 'tool-input-end', id });
    parts.push({ type: 'tool-call', toolCallId: id, toolName, input: args || '{}' });
  }

  /** What was shown as the answer was a thought. */
  #rethink(parts: LanguageModelV4StreamPart[], prefix = ''): void {
    if (this.#calls.count + this.#markupCalls > 0) return;
    const thought = this.#usedText.reasoning + this.#usedText.text.slice(prefix.length);
    this.#closeOpen(parts);
    this.#usedText.text = '';
    this.#usedText.reasoning = '';
    const id = `reasoning-${this.#opened++}`;
    this.#open = { type: 'reasoning', id };
    parts.push({ type: 'reasoning-start', id, providerMetadata: RESET });
    this.#say(parts, 'reasoning', thought);
    this.#closeOpen(parts);
  }

  #say(parts: LanguageModelV4StreamPart[], type: 'text' | 'reasoning', text: string): void {
    if (this.#open?.type !== type) {
      this.#closeOpen(parts);
      this.#open = { type, id: `${type}-${this.#opened++}` };
      parts.push({ type: `${type}-start`, id: this.#open.id });
    }
    if (!text) return;
    this.#usedText[type] += text;
    parts.push({ type: `${type}-delta`, id: this.#open.id, delta: text });
  }

  #closeOpen(parts: LanguageModelV4StreamPart[]): void {
    if (!this.#open) return;
    const { type, id } = this.#open;
    this.#open = undefined;
    if (type === 'text') return void parts.push({ type: 'text-end', id });
    const details = this.#details.take();
    parts.push({
      type: 'reasoning-end',
      id,
      ...(details ? { providerMetadata: { loupe: { details } } } : {}),
    });
  }

  /** A character cut in two between deltas is put together; half of one, and NUL, are left out. */
  #wellFormed(text: string): string {
    const joined = this.#surrogate + text;
    const tail = /[\ud800-\udbff]$/.exec(joined)?.[0] ?? '';
    this.#surrogate = tail;
    const body = tail ? joined.slice(0, -1) : joined;
    return cleanText(body);
  }
}

const PARTS = Symbol('parts');

/** Carries the last parts along with a failure: what came before it is shown. */
function withParts(failure: ProviderFailure, parts: LanguageModelV4StreamPart[]): ProviderFailure {
  return Object.assign(failure, { [PARTS]: parts, inStream: true });
}

/** The parts that were read before the failure. */
export function partsBefore(failure: unknown): LanguageModelV4StreamPart[] {
  return (failure as { [PARTS]?: LanguageModelV4StreamPart[] })[PARTS] ?? [];
}
