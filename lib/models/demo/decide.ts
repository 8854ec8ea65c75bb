import { type Call, type Job, type Language, type Move, type Observation, say } from './plan.ts';
import { readValue } from './plans/arithmetic.ts';
import { planFor } from './plans.ts';
import type { Situation } from './read-prompt.ts';

/** What the demo model says in a step. */
export type Decision = { move: Move } | { answer: string };

/** Decides the next step from nothing but the prompt. */
export function decide({ task, seen, toolsOff }: Situation): Decision {
  const decision = replay(planFor(task), seen);
  if (toolsOff && 'move' in decision) return { answer: interim(task.language, seen) };
  return decision;
}

/**
 * Runs a job from its start, giving each call the result that the prompt holds for it, up to the
 * first call that has none.
 */
export function replay(job: Job, seen: Observation[]): Decision {
  const left = [...seen];
  let step = job.next();
  while (!step.done) {
    const results = step.value.calls.map((call) => {
      const at = left.findIndex((each) => isSame(each, call));
      return at < 0 ? undefined : left.splice(at, 1)[0]?.result;
    });
    const missing = step.value.calls.filter((_, i) => !results[i]);
    if (missing.length > 0) return { move: { thought: step.value.thought, calls: missing } };
    step = job.next(results.flatMap((result) => result ?? []));
  }
  return { answer: step.value };
}

function isSame(seen: Observation, call: Call): boolean {
  const given = Object.entries(call.input);
  return (
    seen.tool === call.tool &&
    given.every(([key, value]) => JSON.stringify(seen.input[key]) === JSON.stringify(value))
  );
}

/** The answer when no further call is allowed. */
function interim(language: Language, seen: Observation[]): string {
  if (seen.length === 0) {
    return say(
      language,
      'I may not call any tool in this step, so I have nothing to go by. Raise the step limit or press Continue.',
      '这一步不允许调用工具，所以我没有任何依据可以回答。请提高步数上限，或点击“继续”。',
    );
  }
  const lines = seen.map(({ tool, input, result }) => {
    const subject = String(Object.values(input)[0] ?? '');
    const found = tool === 'calc' && !result.failed ? readValue(result) : firstLine(result.text);
    return `- \`${tool}\` ${subject ? `\`${subject}\` ` : ''}→ ${found}`;
  });
  return [
    say(
      language,
      'I reached the step limit before I was done. So far:',
      '还没做完就到了步数上限。目前的结果：',
    ),
    '',
    ...lines,
    '',
    say(language, 'Press Continue and I will go on from here.', '点击“继续”，我会从这里接着做。'),
  ].join('\n');
}

function firstLine(text: string): string {
  const line = text.split('\n').find((each) => each.trim()) ?? '';
  return line.length > 120 ? `${line.slice(0, 120)}…` : line;
}
