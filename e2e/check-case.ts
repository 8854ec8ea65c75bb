import { expect } from '@playwright/test';
import type { NoticeData } from '#lib/events/types';
import { answerOf, type FinishedRun, textOf, toolParts } from './api.ts';
import type { RequestRecord } from './model-server.ts';

/** What must hold when a case is over; the words are those of `cases.json`. */
export interface Check {
  toolCalls?: { name: string; input: unknown }[];
  executed?: number | { max: number };
  toolCallId?: string;
  toolErrorToModel?: boolean;
  nextRequestValid?: boolean;
  nudgedOnce?: boolean;
  requests?: { count?: number; max?: number; minGapMs?: number };
  noIdenticalRetry?: boolean;
  text?: string;
  textStartsWith?: string;
  textEndsWith?: string;
  textNot?: string[];
  finalTextNot?: string[];
  finalStartsWith?: string;
  reasoning?: string;
  reasoningIncludes?: string;
  errorShown?: boolean;
  errorIncludes?: string;
  errorNot?: string[];
  noticeShown?: boolean;
  usage?: { input: number; output: number };
  turnEndsWithinMs?: number;
  anyOf?: Check[];
}

export interface Played {
  run: FinishedRun;
  requests: readonly RequestRecord[];
  ms: number;
}

/** Checks a run against its case; `anyOf` holds when one of its checks does. */
export function checkCase(played: Played, check: Check): void {
  const { anyOf, ...own } = check;
  for (const [word, wanted] of Object.entries(own)) {
    const verify = VERIFY[word as keyof typeof VERIFY] as Verify | undefined;
    if (!verify) throw new Error(`There is no check "${word}".`);
    verify(seen(played), wanted, played);
  }
  if (!anyOf) return;
  const failures = anyOf.map((each) => failureOf(() => checkCase(played, each)));
  if (failures.every(Boolean)) throw new Error(`None holds:\n${failures.join('\n')}`);
}

// biome-ignore lint/suspicious/noExplicitAny: each check knows the type of its own word
type Verify = (seen: Seen, wanted: any, played: Played) => void;
type Seen = ReturnType<typeof seen>;

const VERIFY = {
  toolCalls: (it, wanted) => expect(it.calls).toEqual(wanted),
  executed: (it, wanted) =>
    typeof wanted === 'number'
      ? expect(it.executed).toBe(wanted)
      : expect(it.executed).toBeLessThanOrEqual(wanted.max),
  toolCallId: (it, wanted) => expect(it.callIds).toContain(wanted),
  toolErrorToModel: (it) => expect(it.toolMessages.join('\n')).toMatch(/error/i),
  nextRequestValid: (_, __, { requests }) =>
    expect(requests.flatMap((request) => request.violations)).toEqual([]),
  nudgedOnce: (_, __, { requests }) => expect(requests.length).toBeLessThanOrEqual(3),
  requests: (_, { count, max, minGapMs }, { requests }) => {
    if (count !== undefined) expect(requests).toHaveLength(count);
    if (max !== undefined) expect(requests.length).toBeLessThanOrEqual(max);
    const starts = requests.map((request) => request.startedAt);
    const gaps = starts.slice(1).map((at, i) => at - (starts[i] ?? at));
    if (minGapMs !== undefined) expect(Math.min(...gaps)).toBeGreaterThanOrEqual(minGapMs);
  },
  noIdenticalRetry: (_, __, { requests }) => {
    const bodies = requests.map((request) => JSON.stringify(request.body));
    expect(new Set(bodies).size).toBe(bodies.length);
  },
  text: (it, wanted) => expect(it.text).toBe(wanted.trim()),
  textStartsWith: (it, wanted) => expect(it.text.startsWith(wanted), it.text).toBe(true),
  textEndsWith: (it, wanted) => expect(it.text.endsWith(wanted), it.text).toBe(true),
  textNot: (it, wanted) =>
    expect(wanted.filter((each: string) => it.text.includes(each))).toEqual([]),
  finalTextNot: (it, wanted) =>
    expect(wanted.filter((each: string) => it.text.includes(each))).toEqual([]),
  finalStartsWith: (it, wanted) => expect(it.answer.startsWith(wanted), it.answer).toBe(true),
  reasoning: (it, wanted) => expect(it.reasoning).toBe(wanted),
  reasoningIncludes: (it, wanted) => expect(it.reasoning).toContain(wanted),
  errorShown: (it, wanted) => expect(it.errors.length > 0, JSON.stringify(it.errors)).toBe(wanted),
  errorIncludes: (it, wanted) => expect(it.errorText).toContain(wanted),
  errorNot: (it, wanted) =>
    expect(wanted.filter((each: string) => it.errorText.includes(each))).toEqual([]),
  noticeShown: (it) => expect(it.notices.length).toBeGreaterThan(0),
  usage: (it, wanted) => expect(it.usage).toEqual(wanted),
  turnEndsWithinMs: (_, wanted, { ms }) => expect(ms).toBeLessThan(wanted),
} satisfies Record<Exclude<keyof Check, 'anyOf'>, Verify>;

/** What a person and the model got to see of a run. */
function seen({ run, requests }: Played) {
  const { message } = run;
  const data = <T>(type: string) =>
    message.parts.flatMap((part) => (part.type === type && 'data' in part ? [part.data as T] : []));
  const notices = data<NoticeData>('data-notice').filter((notice) => notice.level !== 'info');
  const errors = notices.filter((notice) => notice.level === 'error');
  const calls = toolParts(message);
  const steps = data<{ usage?: { inputTokens?: number; outputTokens?: number } }>('data-step');
  const messages = requests.at(-1)?.body.messages ?? [];
  return {
    text: textOf(message).trim(),
    answer: answerOf(message),
    reasoning: message.parts
      .map((part) => (part.type === 'reasoning' ? part.text : ''))
      .join('')
      .trim(),
    notices,
    errors,
    errorText: errors.map(({ message: words, hint }) => `${words} ${hint ?? ''}`).join('\n'),
    calls: calls.map((part) => ({ name: part.type.replace(/^tool-/, ''), input: part.input })),
    callIds: calls.map((part) => part.toolCallId),
    executed: calls.filter((part) => part.state === 'output-available').length,
    toolMessages: messages.flatMap((each) => (each.role === 'tool' ? [String(each.content)] : [])),
    usage: {
      input: steps.reduce((sum, step) => sum + (step.usage?.inputTokens ?? 0), 0),
      output: steps.reduce((sum, step) => sum + (step.usage?.outputTokens ?? 0), 0),
    },
  };
}

function failureOf(check: () => void): string | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    return String(error);
  }
}
