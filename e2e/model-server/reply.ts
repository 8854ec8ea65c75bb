import type { ChatRequest } from './request.ts';

/** One piece of a scripted answer; a bare string is text. */
export type ReplyPart =
  | string
  | { text: string }
  | { reasoning: string }
  /** `input` that is a string is sent as it is, so that it may be broken JSON. */
  | { call: { name: string; input: unknown; id?: string } }
  | { waitMs: number }
  /** Bytes that go out unchanged, for what the other parts cannot say. */
  | { raw: string }
  | { usage: { prompt: number; completion: number } }
  /** Ends the answer with this finish reason instead of the one that fits its parts. */
  | { finish: string }
  /** Ends the answer here with no finish reason: `fin` ends the body, `reset` the connection. */
  | { cut: 'fin' | 'reset' };

/** An answer with an error status instead of a stream. */
export interface ErrorReply {
  status: number;
  headers?: Record<string, string>;
  body?: unknown;
}

/** A scripted answer. An async generator may await whatever it likes between its parts. */
export type Reply = string | Iterable<ReplyPart> | AsyncIterable<ReplyPart> | ErrorReply;

/** Answers one request; `turn` is 1 for the first request after a user message. */
export type Script = (request: ChatRequest, turn: number) => Reply | Promise<Reply>;

/** One thing that the server does while it answers. */
export type Action = { send: Buffer } | { waitMs: number } | { cut: 'fin' | 'reset' };

/** A reply part that calls a tool. */
export function call(name: string, input: unknown, id?: string): ReplyPart {
  return { call: { name, input, id } };
}

/** The words of `text` as deltas, `everyMs` milliseconds apart. */
export function* slowly(text: string, everyMs: number): Generator<ReplyPart> {
  for (const word of text.match(/\S+\s*/g) ?? []) {
    yield word;
    yield { waitMs: everyMs };
  }
}

export function isErrorReply(reply: Reply): reply is ErrorReply {
  return typeof reply === 'object' && 'status' in reply;
}

const CREATED = 1_760_000_000;
const ARGUMENT_CHUNK = 16;

/**
 * Writes a scripted reply as the events of a chat completion stream.
 * @param id names the answer and makes the ids of its calls unique
 */
export async function* encodeReply(
  reply: Exclude<Reply, ErrorReply>,
  model: string,
  id: string,
): AsyncGenerator<Action> {
  const head = { id: `chatcmpl-${id}`, object: 'chat.completion.chunk', created: CREATED, model };
  const event = (rest: object): Action => send(`data: ${JSON.stringify({ ...head, ...rest })}\n\n`);
  const delta = (change: object, finish: string | null = null): Action =>
    event({ choices: [{ index: 0, delta: change, finish_reason: finish }] });

  let calls = 0;
  let started = false;
  let finish: string | undefined;
  let usage = { prompt: 1, completion: 1 };
  for await (const part of typeof reply === 'string' ? [reply] : reply) {
    if (typeof part === 'object' && 'waitMs' in part) {
      yield part;
      continue;
    }
    if (typeof part === 'object' && 'raw' in part) {
      yield send(part.raw);
      continue;
    }
    if (typeof part === 'object' && 'cut' in part) return yield part;
    if (!started) yield delta({ role: 'assistant', content: '' });
    started = true;
    if (typeof part === 'string') yield delta({ content: part });
    else if ('text' in part) yield delta({ content: part.text });
    else if ('reasoning' in part) yield delta({ reasoning_content: part.reasoning });
    else if ('usage' in part) usage = part.usage;
    else if ('call' in part) {
      const index = calls++;
      const { name, input } = part.call;
      const callId = part.call.id ?? `call_${id}_${index}`;
      const opening = { index, id: callId, type: 'function', function: { name, arguments: '' } };
      yield delta({ tool_calls: [opening] });
      const text = typeof input === 'string' ? input : JSON.stringify(input);
      for (let at = 0; at < text.length; at += ARGUMENT_CHUNK) {
        const piece = text.slice(at, at + ARGUMENT_CHUNK);
        yield delta({ tool_calls: [{ index, function: { arguments: piece } }] });
      }
    } else {
      finish = part.finish;
      break;
    }
  }
  yield delta({}, finish ?? (calls > 0 ? 'tool_calls' : 'stop'));
  const { prompt, completion } = usage;
  const total = prompt + completion;
  yield event({
    choices: [],
    usage: { prompt_tokens: prompt, completion_tokens: completion, total_tokens: total },
  });
  yield send('data: [DONE]\n\n');
}

/** The answer to a request that does not stream. */
export function completion(text: string): object {
  return {
    id: 'chatcmpl-plain',
    object: 'chat.completion',
    created: CREATED,
    model: 'plain',
    choices: [{ index: 0, message: { role: 'assistant', content: text }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  };
}

function send(text: string): Action {
  return { send: Buffer.from(text) };
}
