import type { ChatMessage, ChatRequest } from './request.ts';
import { STRICT_RULES } from './strict-rules.ts';

/** The first five hold for every provider; the others are what a case's provider wants besides. */
export type Rule =
  | 'pairing'
  | 'ids-nonempty'
  | 'args-valid-json'
  | 'call-name-pattern'
  | 'well-formed'
  | keyof typeof STRICT_RULES;

/** A rule of the protocol that a request breaks. Real providers answer such a request with 400. */
export interface Violation {
  rule: Rule;
  detail: string;
}

const NAME = /^[a-zA-Z0-9_-]{1,64}$/;

/** Every rule that `request` breaks, in the order of its messages; `strict` names further ones to judge by. */
export function findViolations(request: ChatRequest, strict: readonly string[] = []): Violation[] {
  const further = (Object.keys(STRICT_RULES) as (keyof typeof STRICT_RULES)[]).filter((rule) =>
    strict.includes(rule),
  );
  return [
    ...further.flatMap((rule) =>
      STRICT_RULES[rule](request).map((detail) => violation(rule, detail)),
    ),
    ...checkPairing(request.messages),
    ...request.messages.flatMap(checkCalls),
    ...(isWellFormed(request) ? [] : [violation('well-formed', 'a string has a lone surrogate')]),
  ];
}

/** Each call has exactly one result, right after its message, and no result is without a call. */
function checkPairing(messages: readonly ChatMessage[]): Violation[] {
  const found: Violation[] = [];
  const open = new Set<unknown>();
  const closeOpen = (before: string) => {
    for (const id of open) found.push(violation('pairing', `no result for call ${id} ${before}`));
    open.clear();
  };
  for (const [at, message] of messages.entries()) {
    if (message.role === 'tool') {
      const id = message.tool_call_id;
      if (!open.delete(id)) {
        found.push(violation('pairing', `messages[${at}]: result ${id} answers no open call`));
      }
      continue;
    }
    closeOpen(`before messages[${at}]`);
    for (const call of message.tool_calls ?? []) {
      if (open.has(call.id)) {
        found.push(violation('pairing', `messages[${at}]: id ${call.id} is used twice`));
      }
      open.add(call.id);
    }
  }
  closeOpen('at the end');
  return found;
}

function checkCalls(message: ChatMessage, at: number): Violation[] {
  return (message.tool_calls ?? []).flatMap((call) => {
    const found: Violation[] = [];
    const name = call.function?.name;
    if (typeof call.id !== 'string' || call.id === '') {
      found.push(violation('ids-nonempty', `messages[${at}]: a call has no id`));
    }
    if (!isJson(call.function?.arguments)) {
      found.push(
        violation('args-valid-json', `messages[${at}]: arguments of ${name} are not JSON`),
      );
    }
    if (typeof name !== 'string' || !NAME.test(name)) {
      found.push(violation('call-name-pattern', `messages[${at}]: call name ${name}`));
    }
    return found;
  });
}

function isJson(value: unknown): boolean {
  if (typeof value !== 'string') return false;
  try {
    JSON.parse(value);
    return true;
  } catch {
    return false;
  }
}

function isWellFormed(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed();
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([key, each]) => key.isWellFormed() && isWellFormed(each));
}

function violation(rule: Rule, detail: string): Violation {
  return { rule, detail };
}
