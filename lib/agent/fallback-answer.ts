import { isToolPart, type MessageView, toolNameOf } from '#lib/events/reduce';
import type { ToolResult } from '#lib/tools/tool';

const MAX_LINES = 12;
const MAX_CHARS = 300;

/**
 * The last resort of "always an answer": what the steps found, in plain words, when the model gives
 * none. Undefined when nothing was found.
 */
export function fallbackAnswer(view: MessageView, chinese: boolean): string | undefined {
  const lines = view.steps
    .flatMap((step) => step.parts)
    .filter(isToolPart)
    .filter((part) => part.state === 'output-available')
    .map((part) => `- \`${toolNameOf(part)}\`: ${summary(part.output as ToolResult)}`);
  if (lines.length === 0) return undefined;
  const head = chinese
    ? '模型没有给出最终回答。以下是各步骤得到的结果：'
    : 'The model gave no final answer. This is what the steps found:';
  return [head, '', ...lines.slice(-MAX_LINES)].join('\n');
}

function summary(result: ToolResult): string {
  const { ok, error, ...fields } = result as ToolResult & { error?: { message: string } };
  const text = ok ? JSON.stringify(fields) : (error?.message ?? '');
  const line = text.replace(/\s+/g, ' ');
  return line.length > MAX_CHARS ? `${line.slice(0, MAX_CHARS).toWellFormed()} …` : line;
}
