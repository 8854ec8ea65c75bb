import type {
  LanguageModelV4CallOptions,
  LanguageModelV4Message,
  LanguageModelV4ToolResultOutput,
} from '@ai-sdk/provider';
import type { Observation, Result, Task } from './plan.ts';

export interface Situation {
  task: Task;
  /** Calls made for this task, oldest first. */
  seen: Observation[];
  toolsOff: boolean;
}

/** How Loupe begins the user messages that no person wrote. */
const NOT_A_PERSON =
  /^(This is the last step|Continue from where you stopped|Give your final answer)/;

/** What a request asks and what is known already. */
export function readPrompt({ prompt, tools, toolChoice }: LanguageModelV4CallOptions): Situation {
  const start = prompt.findLastIndex(isPerson);
  const text = textOf(prompt[start]);
  return {
    task: {
      text,
      language: /\p{Script=Han}/u.test(text) ? 'zh' : 'en',
      earlier: observations(prompt.slice(0, Math.max(start, 0))),
    },
    seen: observations(prompt.slice(start + 1)),
    toolsOff: !tools?.length || toolChoice?.type === 'none',
  };
}

function isPerson(message: LanguageModelV4Message): boolean {
  return message.role === 'user' && !NOT_A_PERSON.test(textOf(message));
}

function textOf(message: LanguageModelV4Message | undefined): string {
  if (message?.role !== 'user') return '';
  return message.content.map((part) => (part.type === 'text' ? part.text : '')).join('');
}

function observations(messages: LanguageModelV4Message[]): Observation[] {
  const results = new Map<string, Result>();
  for (const message of messages) {
    if (message.role !== 'tool') continue;
    for (const part of message.content) {
      if (part.type === 'tool-result') results.set(part.toolCallId, readOutput(part.output));
    }
  }
  return messages
    .flatMap((message) => (message.role === 'assistant' ? message.content : []))
    .flatMap((part) => {
      if (part.type !== 'tool-call') return [];
      const result = results.get(part.toolCallId);
      const input = part.input as Observation['input'];
      return result ? [{ tool: part.toolName, input, result }] : [];
    });
}

function readOutput(output: LanguageModelV4ToolResultOutput): Result {
  const text = 'value' in output ? asText(output.value) : '';
  const failed = output.type.startsWith('error') || /^Error\b|\[exit code \d+\]$/.test(text);
  return { text, failed };
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
