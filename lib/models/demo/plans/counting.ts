import { callOne, type Job, type Language, type Plan, say } from '../plan.ts';
import { readValue } from './arithmetic.ts';

const REQUEST = /(?:count from|从)\s*(-?\d+)\s*(?:to|数到|到)\s*(-?\d+)/i;

/** One call per step, each made from the result before it: it shows a run that needs many steps. */
export const counting: Plan = ({ text, language }) => {
  const [, from, to] = REQUEST.exec(text) ?? [];
  return from && to ? count(Number(from), Number(to), language) : undefined;
};

function* count(from: number, to: number, language: Language): Job {
  let at = from;
  const reached = [from];
  while (at < to) {
    const thought = say(
      language,
      `I am at ${at}; the next number is one more.`,
      `现在是 ${at}，下一个数再加一。`,
    );
    const result = yield* callOne(thought, 'calc', { expression: `${at}+1` });
    const next = Number(readValue(result));
    if (result.failed || !(next > at)) {
      return say(
        language,
        `I got stuck at ${at}: ${result.text}`,
        `数到 ${at} 时卡住了：${result.text}`,
      );
    }
    at = next;
    reached.push(at);
  }
  const list = reached.join(', ');
  return say(language, `Done: ${list}.`, `数完了：${list}。`);
}
