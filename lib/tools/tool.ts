import type { JSONSchema7 } from '@ai-sdk/provider';
import type { z } from 'zod';
import type { Workspace } from '#lib/workspace/workspace';

/** What a call can change: nothing, this chat's files (can be undone), or the world. */
export type Effect = 'none' | 'workspace' | 'outside';

export type ToolErrorCode =
  | 'invalid_input'
  | 'unknown_tool'
  | 'blocked'
  | 'timeout'
  | 'not_found'
  | 'exec_failed'
  | 'too_large'
  | 'conflict'
  | 'stopped'
  | 'denied'
  | 'in_doubt'
  | 'internal';

export interface ToolError {
  code: ToolErrorCode;
  /** Short, factual, says what to do: the model reads it, and so does the person on the card. */
  message: string;
  retryable: boolean;
}

/** A result's own fields stand beside `ok`; a failure may carry fields too (what a command had printed). */
export type ToolResult =
  | ({ ok: true } & Record<string, unknown>)
  | ({ ok: false; error: ToolError } & Record<string, unknown>);

/** A long text of a result that was cut; `ref` reads the whole. */
export interface Truncation {
  field: string;
  ref: string;
  chars: number;
  lines: number;
}

export interface ToolContext {
  chatId: string;
  runId: string;
  callId: string;
  workspace: Workspace;
  /** Aborts when the run is stopped or the call's time limit has passed. */
  signal: AbortSignal;
  /** Reads a kept output of this chat by its ref; undefined when there is none. */
  readOutput(ref: string): Promise<string | undefined>;
}

/** One tool. `execute` answers failures as values; what it throws becomes an `internal` error. */
export interface Tool<Input extends z.ZodType = z.ZodType> {
  name: string;
  description: string;
  /** Every field has a description. */
  input: Input;
  /** What the model sees in the place of `input`'s own schema; `input` still checks. */
  inputSchema?: JSONSchema7;
  effect: Effect;
  /** ms */
  timeoutMs: number;
  /** Calls in the same step wait for each other: they would read and write the same file at once. */
  sequential?: boolean;
  execute(input: z.output<Input>, context: ToolContext): Promise<ToolResult>;
  /** How the model reads a result (already sanitised and capped); JSON of its fields when absent. */
  toModel?(result: ToolResult): string;
}

/** Keeps the input type of a tool literal while letting tools live in one list. */
export function defineTool<Input extends z.ZodType>(tool: Tool<Input>): Tool {
  return tool as unknown as Tool;
}

/** A failure as a value. */
export function failure(
  code: ToolErrorCode,
  message: string,
  fields: Record<string, unknown> = {},
): ToolResult {
  return { ...fields, ok: false, error: { code, message, retryable: code === 'timeout' } };
}
