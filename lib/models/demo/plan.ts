export type Language = 'en' | 'zh';

export interface Call {
  tool: string;
  input: Record<string, unknown>;
}

/** What a tool answered, as the model reads it. */
export interface Result {
  text: string;
  failed: boolean;
}

/** A call of the conversation with its result. */
export interface Observation extends Call {
  result: Result;
}

/** What a plan does next: say a thought and make calls. */
export interface Move {
  thought: string;
  calls: Call[];
}

/**
 * A plan under way. It yields moves, gets the real results of their calls, and returns its answer; it
 * is run from the start at every step over the results that there are.
 */
export type Job = Generator<Move, string, Result[]>;

export interface Task {
  text: string;
  language: Language;
  /** Calls of earlier turns, oldest first. */
  earlier: Observation[];
}

/** Begins a job when the plan knows what to do with a task. */
export type Plan = (task: Task) => Job | undefined;

/** A plan's step with one call. */
export function* callOne(
  thought: string,
  tool: string,
  input: Call['input'],
): Generator<Move, Result, Result[]> {
  const [result] = yield { thought, calls: [{ tool, input }] };
  return result ?? { text: '', failed: true };
}

/** Picks the words of a language. */
export function say(language: Language, en: string, zh: string): string {
  return language === 'zh' ? zh : en;
}
