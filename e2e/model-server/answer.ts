import type { Split } from './play.ts';
import type { RequestRecord } from './record.ts';
import {
  type Action,
  type ErrorReply,
  encodeReply,
  isErrorReply,
  type Reply,
  type ReplyPart,
  type Script,
} from './reply.ts';
import { type ChatRequest, type Position, positionOf } from './request.ts';
import { pickFile, playFile, type WireCase } from './wire.ts';

/** What an answer is chosen from. */
export interface AnswerSource {
  folder: string;
  cases: ReadonlyMap<string, WireCase>;
  scripts: ReadonlyMap<string, Script>;
  /** How often a case has failed, and how often each of its turns was answered; counted here. */
  failures: Map<string, number>;
  turns: Map<string, number>;
  strict: boolean;
}

/** `reply` names what answers, for the record. */
export type Answer =
  | { kind: 'error'; reply: 'error'; error: ErrorReply }
  | { kind: 'plain'; reply: 'plain'; text: string }
  | {
      kind: 'stream';
      reply: string;
      actions: Iterable<Action> | AsyncIterable<Action>;
      split?: Split;
    };

const SLOW = /^slow-(\d+)(?:-(\d+))?$/;
const RESULT_CHARS = 160;

/**
 * Chooses how to answer. In order: a script, `echo`, `slow-<ms>[-<sentences>]`, the wire files.
 * A request that does not stream gets a plain answer, as titles and summaries need no more.
 */
export async function chooseAnswer(
  source: AnswerSource,
  request: ChatRequest,
  record: RequestRecord,
): Promise<Answer> {
  const { model } = request;
  const position = positionOf(request);
  const wire = source.cases.get(model);
  const script = source.scripts.get(model);

  const broken = record.violations.find(
    ({ rule }) => source.strict || wire?.meta.rules.includes(rule),
  );
  if (broken) return refuse(400, broken.detail, `rule:${broken.rule}`);

  const answerWith = (name: string, reply: Reply): Answer => {
    if (isErrorReply(reply)) return { kind: 'error', reply: 'error', error: reply };
    if (request.stream) {
      const actions = encodeReply(reply, model, String(record.n));
      return { kind: 'stream', reply: name, actions };
    }
    return { kind: 'plain', reply: 'plain', text: typeof reply === 'string' ? reply : 'OK' };
  };
  if (script) return answerWith('script', await script(request, position.turn));
  if (model === 'echo') return answerWith('echo', position.lastUserText);
  const slow = SLOW.exec(model);
  if (slow) return answerWith('slow', slowSentences(Number(slow[1]), Number(slow[2] ?? 40)));
  if (!wire) return refuse(404, `The model '${model}' does not exist`, 'model_not_found');
  if (wire.meta.api !== record.api) {
    const path = wire.meta.api === 'responses' ? 'v1/responses' : 'v1/chat/completions';
    return refuse(404, `This model is only supported in ${path}.`, 'wrong_api');
  }

  const error = dueError(source, wire, record.bodyBytes);
  if (error) return answerWith('error', error);
  const turn = `${model} ${position.users}.${position.turn}`;
  const asked = source.turns.get(turn) ?? 0;
  source.turns.set(turn, asked + 1);
  const file = pickFile(wire, position, asked > 0);
  if (!request.stream || !file) return answerWith('generated', afterTools(position));
  const actions = playFile(source.folder, wire, file, position.turn);
  return { kind: 'stream', reply: file, actions, split: wire.meta.split };
}

/** One numbered sentence per delta, so that the text tells how far an answer has come. */
function* slowSentences(everyMs: number, count: number): Generator<ReplyPart> {
  for (let n = 1; n <= count; n++) {
    yield `Sentence ${n}. `;
    yield { waitMs: everyMs };
  }
}

function dueError(source: AnswerSource, wire: WireCase, bytes: number): ErrorReply | undefined {
  if (bytes <= (wire.error?.whenBytesOver ?? 0)) return undefined;
  const failed = source.failures.get(wire.id) ?? 0;
  if (!wire.error || failed >= (wire.error.times ?? Number.POSITIVE_INFINITY)) return undefined;
  source.failures.set(wire.id, failed + 1);
  return { ...wire.error, body: wire.error.bodyText ?? wire.error.body };
}

function afterTools(position: Position): string {
  const text = (position.lastResult ?? '').replace(/\s+/g, ' ').trim();
  const characters = Array.from(text);
  if (characters.length <= RESULT_CHARS) return `OK: ${text}`;
  return `OK: ${characters.slice(0, RESULT_CHARS).join('')} …`;
}

function refuse(status: number, message: string, code: string): Answer {
  const error = { message, type: 'invalid_request_error', param: null, code };
  return { kind: 'error', reply: 'error', error: { status, body: { error } } };
}
