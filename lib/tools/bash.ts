import { z } from 'zod';
import { env } from '#lib/env';
import type { ShellResult } from '#lib/workspace/workspace';
import { defineTool, failure, type ToolResult } from './tool.ts';

const MAX_SECONDS = 600;

const input = z.object({
  command: z
    .string()
    .min(1)
    .describe(
      'The command line, exactly as a shell should read it. It may have several lines, pipes, loops and here-documents.',
    ),
  timeout_s: z
    .number()
    .min(1)
    .max(MAX_SECONDS)
    .optional()
    .describe(
      `Seconds after which the command is ended; what it had printed is kept. 1 to ${MAX_SECONDS}; the default is usually 60.`,
    ),
});

export const bashTool = defineTool({
  name: 'bash',
  description: `Runs a command line in this chat's shell and returns what it prints and its exit code.
The shell is an emulated bash in a sandbox. The working directory of every call is /workspace, the chat's own folder, which the file tools see too; files there and in /tmp stay between calls, while variables, functions and "cd" do not.
It has the usual text and file commands (ls, cat, grep, rg, find, sed, awk, sort, cut, diff, tar, gzip, xargs …), jq, yq, xan (CSV), sqlite3, and python3 with its standard library.
It has no network, no way to install anything, and no git, node, gcc or curl. Input is empty, so a program that asks something gets no answer.
Background jobs (&) run beside the command and end with it. Put calls that do not depend on each other in the same step: they run at the same time.`,
  input,
  effect: 'workspace',
  // The command's own limit comes first: ended from outside, it would lose what it had printed.
  timeoutMs: (MAX_SECONDS + 10) * 1000,
  async execute({ command, timeout_s }, { workspace, signal }) {
    const timeoutMs = timeout_s === undefined ? env().bashTimeoutMs : timeout_s * 1000;
    return toResult(await workspace.exec(command, { timeoutMs, signal }), timeoutMs);
  },
  toModel: asTerminal,
});

function toResult(result: ShellResult, timeoutMs: number): ToolResult {
  const { stdout, stderr, exitCode, end, reason } = result;
  const fields = { stdout, stderr, exitCode, end };
  switch (end) {
    case 'exit':
      return exitCode === 0
        ? { ok: true, ...fields }
        : failure('exec_failed', `Exit code ${exitCode}`, fields);
    case 'timeout':
      return failure('timeout', `Timeout (${timeoutMs / 1000}s)`, fields);
    case 'blocked':
      return failure('blocked', `Dangerous command blocked: ${reason ?? 'not allowed'}`, fields);
    case 'stopped':
      return failure('stopped', 'Stopped by the user.', fields);
    case 'memory':
      return failure('exec_failed', 'The command used too much memory and was ended.', fields);
    case 'crash':
      return failure('exec_failed', 'The shell ended before the command did.', fields);
  }
}

/** What a terminal would show: the outputs, then the exit code when it is not 0. */
function asTerminal(result: ToolResult): string {
  const stdout = String(result.stdout ?? '');
  const stderr = String(result.stderr ?? '');
  const code = !result.ok && result.end === 'exit' ? `[exit code ${result.exitCode}]` : '';
  const error = result.ok || result.end === 'exit' ? '' : `Error: ${result.error.message}`;
  return lines([error, stdout, stderr, code]) || '(no output)';
}

/** Joins texts so that each begins on a new line. */
function lines(texts: string[]): string {
  return texts
    .filter(Boolean)
    .reduce((all, text) => `${all}${all === '' || all.endsWith('\n') ? '' : '\n'}${text}`, '');
}
