import { type Job, type Move, say, type Task } from '../plan.ts';

const INTRODUCTION = /^[^:：]{0,40}(?:things|jobs|tasks|件事|个任务|个问题|几件)[^:：]{0,10}[:：]/i;

/** Jobs of one prompt that do not depend on each other: they go on side by side, each with its own calls. */
export function several(task: Task, planOf: (part: Task) => Job | undefined): Job | undefined {
  const parts = split(task.text);
  if (parts.length < 2) return undefined;
  const jobs = parts.map((text) => planOf({ ...task, text }));
  if (jobs.filter(Boolean).length < 2) return undefined;
  return sideBySide(task, parts, jobs);
}

function split(text: string): string[] {
  return text
    .replace(INTRODUCTION, '')
    .split(/[;；\n]+|(?:^|\s)\d+[.)、]\s*/)
    .map((part) => part.trim().replace(/[。.]$/, ''))
    .filter(Boolean);
}

function* sideBySide(task: Task, parts: string[], jobs: (Job | undefined)[]): Job {
  const steps = jobs.map((job) => job?.next());
  for (;;) {
    const moves = steps.map((step) => (step && !step.done ? step.value : undefined));
    const calls = moves.flatMap((move) => move?.calls ?? []);
    if (calls.length === 0) break;
    const results = yield { thought: thoughtOf(moves, task), calls };
    for (const [i, move] of moves.entries()) {
      if (move) steps[i] = jobs[i]?.next(results.splice(0, move.calls.length));
    }
  }
  return steps
    .map((step, i) => {
      const answer = step?.done ? step.value : unable(parts[i] ?? '', task);
      return `${i + 1}. ${answer.replaceAll('\n', '\n   ')}`;
    })
    .join('\n');
}

function thoughtOf(moves: (Move | undefined)[], { language }: Task): string {
  const active = moves.flatMap((move) => move ?? []);
  if (active.length === 1) return active[0]?.thought ?? '';
  return say(
    language,
    `There are ${active.length} parts that do not depend on each other, so I work on them at the same time.`,
    `有 ${active.length} 件事互不依赖，可以同时进行。`,
  );
}

function unable(part: string, { language }: Task): string {
  return say(
    language,
    `“${part}”: the demo model has no rule for this.`,
    `“${part}”：演示模型没有对应的规则。`,
  );
}
