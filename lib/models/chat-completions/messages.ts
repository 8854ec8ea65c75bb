import { cleanText } from '#lib/clean-text';
import { newCallId } from '#lib/ids';
import type { Switches } from '../switches.ts';
import { safeName, shortId } from './safe-names.ts';

export interface WireCall {
  id: string;
  type: 'function';
  function: { name: string; arguments: string };
}

export interface WireMessage {
  role: 'system' | 'user' | 'assistant' | 'tool';
  content?: unknown;
  reasoning_content?: string;
  tool_calls?: WireCall[];
  tool_call_id?: string;
}

interface CleanOptions {
  switches: Switches;
  /** A tool's own name → its name on the wire. */
  wireName: ReadonlyMap<string, string>;
}

const NO_RESULT = 'Not run.';

/**
 * Makes a history valid for the strictest server, whatever happened before: each call has an id, a legal
 * name, a JSON object as its arguments and exactly one result right after it; nothing is empty where
 * that is refused; no string holds half a character.
 */
export function cleanMessages(
  messages: readonly WireMessage[],
  options: CleanOptions,
): WireMessage[] {
  const plain = messages.map(withPlainContent).filter((message) => !isEmpty(message));
  const named = plain.map((message) => withLegalCalls(message, options.wireName));
  const paired = pairCalls(named, options.switches.shortIds);
  const thinking = paired.some((message) => message.reasoning_content);
  const answered = paired.map((message) => withReasoning(message, thinking, options.switches));
  const ordered = withSystemFirst(answered, options.switches.systemRole);
  return wellFormed(options.switches.alternate ? withRolesInTurn(ordered) : ordered);
}

/** Parts that are all text become one string, which every server takes. */
function withPlainContent(message: WireMessage): WireMessage {
  const { content } = message;
  if (!Array.isArray(content)) return message;
  const texts = content.map((part) => (part as { type?: string; text?: unknown }).text);
  if (!texts.every((text) => typeof text === 'string')) return message;
  return { ...message, content: texts.filter(Boolean).join('\n\n') };
}

/** An assistant message that neither says nor calls anything (a run that was cut). */
function isEmpty({ role, content, tool_calls: calls }: WireMessage): boolean {
  return (
    role === 'assistant' &&
    !calls?.length &&
    (content === null || content === undefined || content === '')
  );
}

function withLegalCalls(message: WireMessage, wireName: ReadonlyMap<string, string>): WireMessage {
  if (!message.tool_calls?.length) return message;
  const calls = message.tool_calls.map((call) => ({
    ...call,
    function: {
      ...call.function,
      name: wireName.get(call.function.name) ?? safeName(call.function.name),
      arguments: jsonObject(call.function.arguments),
    },
  }));
  return { ...message, content: message.content || null, tool_calls: calls };
}

/** What was no JSON object when the model wrote it goes back as an empty one: the result says what was wrong. */
function jsonObject(args: string): string {
  try {
    const value: unknown = JSON.parse(args);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return args;
  } catch {
    // Falls through to the empty object.
  }
  return '{}';
}

/** Puts each result right after its call, adds the missing ones and leaves out what answers no call. */
function pairCalls(messages: readonly WireMessage[], short: boolean): WireMessage[] {
  const paired: WireMessage[] = [];
  const used = new Set<string>();
  for (const [at, message] of messages.entries()) {
    if (message.role === 'tool') continue;
    if (!message.tool_calls?.length) {
      paired.push(message);
      continue;
    }
    const results = resultsAfter(messages, at);
    const calls: WireCall[] = [];
    const answers: WireMessage[] = [];
    for (const call of message.tool_calls) {
      const id = freshId(call.id, used, short);
      const content = results.get(call.id)?.shift()?.content ?? NO_RESULT;
      calls.push({ ...call, id });
      answers.push({ role: 'tool', tool_call_id: id, content });
    }
    paired.push({ ...message, tool_calls: calls }, ...answers);
  }
  return paired;
}

/** The results between this message and the next one with calls, by the id of their call. */
function resultsAfter(messages: readonly WireMessage[], at: number): Map<string, WireMessage[]> {
  const after = messages.slice(at + 1);
  const end = after.findIndex((message) => message.tool_calls?.length);
  const results = after
    .slice(0, end < 0 ? undefined : end)
    .filter((message) => message.role === 'tool');
  return Map.groupBy(results, (message) => message.tool_call_id ?? '');
}

function freshId(id: string, used: Set<string>, short: boolean): string {
  const wanted = short && id ? shortId(id) : id;
  const fresh = wanted && !used.has(wanted) ? wanted : newCallId();
  used.add(fresh);
  return fresh;
}

function withReasoning(
  message: WireMessage,
  thinking: boolean,
  { reasoningBack }: Switches,
): WireMessage {
  if (message.role !== 'assistant') return message;
  if (reasoningBack === 'never') {
    const { reasoning_content: _, ...rest } = message as WireMessage & {
      reasoning_details?: unknown;
    };
    delete rest.reasoning_details;
    return rest;
  }
  // Where a model thinks, its provider may want the field on every message with calls.
  const wanted = message.tool_calls?.length && (thinking || reasoningBack === 'always');
  return wanted ? { ...message, reasoning_content: message.reasoning_content ?? '' } : message;
}

/** Instructions stand at the beginning, or open the first user message where there is no such role. */
function withSystemFirst(messages: readonly WireMessage[], systemRole: boolean): WireMessage[] {
  const system = messages.filter((message) => message.role === 'system');
  const rest = messages.filter((message) => message.role !== 'system');
  const text = system.map((message) => message.content).join('\n\n');
  if (!text) return rest;
  if (systemRole) return [{ role: 'system', content: text }, ...rest];
  const [first, ...others] = rest;
  if (first?.role === 'user' && typeof first.content === 'string') {
    return [{ ...first, content: `${text}\n\n${first.content}` }, ...others];
  }
  return [{ role: 'user', content: text }, ...rest];
}

/** Neighbours of one role become one message, as far as they only say something. */
function withRolesInTurn(messages: readonly WireMessage[]): WireMessage[] {
  const joined: WireMessage[] = [];
  for (const message of messages) {
    const last = joined.at(-1);
    const says = message.role === 'user' || message.role === 'assistant';
    if (last && says && last.role === message.role && !last.tool_calls?.length) {
      joined[joined.length - 1] = { ...last, ...message, content: joinContent(last, message) };
    } else {
      joined.push(message);
    }
  }
  return joined;
}

function joinContent({ content: first }: WireMessage, { content: second }: WireMessage): unknown {
  if (typeof first === 'string' && typeof second === 'string') return `${first}\n\n${second}`;
  if (!first || !second) return first || second;
  const parts = (content: unknown) =>
    Array.isArray(content) ? content : [{ type: 'text', text: content }];
  return [...parts(first), ...parts(second)];
}

/** What no provider takes is taken out of every string. */
function wellFormed<T>(value: T): T {
  if (typeof value === 'string') {
    return cleanText(value) as T;
  }
  if (Array.isArray(value)) return value.map(wellFormed) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, wellFormed(each)]),
  ) as T;
}
