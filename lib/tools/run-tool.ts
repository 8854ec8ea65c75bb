import type { Workspace } from '#lib/workspace/workspace';
import { cap, sanitise } from './shape.ts';
import { failure, type Tool, type ToolResult } from './tool.ts';

export interface ToolCall {
  id: string;
  name: string;
  /** Already checked against the tool's schema. */
  input: unknown;
}

/** Where calls are written down. Each method returns once the row is committed. */
export interface Journal {
  started(call: ToolCall, tool: Tool): Promise<void>;
  ended(call: ToolCall, tool: Tool, result: ToolResult): Promise<void>;
  /** Keeps a long text beside the log; answers its ref. */
  keep(text: string): Promise<string>;
  readOutput(ref: string): Promise<string | undefined>;
}

export interface ToolRun {
  chatId: string;
  runId: string;
  workspace: Workspace;
  journal: Journal;
  /** Aborts when a person stops the run. */
  signal: AbortSignal;
}

/** How long a tool that ignores its abort signal is still waited for, in ms. */
const GRACE_MS = 500;

/**
 * The one door through which every tool call goes: journal, time limit, stop, shaping. It never
 * throws for what a tool does; a failed journal write does throw, since nothing may run unrecorded.
 */
export async function runTool(tool: Tool, call: ToolCall, run: ToolRun): Promise<ToolResult> {
  await run.journal.started(call, tool);
  const raw = await execute(tool, call, run);
  const result = await cap(sanitise(raw) as ToolResult, (text) => run.journal.keep(text));
  await run.journal.ended(call, tool, result);
  return result;
}

async function execute(tool: Tool, call: ToolCall, run: ToolRun): Promise<ToolResult> {
  const controller = new AbortController();
  const seconds = tool.timeoutMs / 1000;
  const overtime = failure('timeout', `Timeout (${seconds}s)`);
  const stopped = failure('stopped', 'Stopped by the user.');
  const abandoned = Promise.withResolvers<ToolResult>();
  const abort = (result: ToolResult) => {
    controller.abort();
    setTimeout(() => abandoned.resolve(result), GRACE_MS).unref();
  };
  const onStop = () => abort(stopped);
  const timer = setTimeout(() => abort(overtime), tool.timeoutMs);
  if (run.signal.aborted) onStop();
  else run.signal.addEventListener('abort', onStop, { once: true });
  try {
    const context = {
      chatId: run.chatId,
      runId: run.runId,
      callId: call.id,
      workspace: run.workspace,
      signal: controller.signal,
      readOutput: (ref: string) => run.journal.readOutput(ref),
    };
    return await Promise.race([
      tool.execute(tool.input.parse(call.input), context),
      abandoned.promise,
    ]);
  } catch (error) {
    if (run.signal.aborted) return stopped;
    if (controller.signal.aborted) return overtime;
    return failure('internal', plainMessage(error));
  } finally {
    clearTimeout(timer);
    run.signal.removeEventListener('abort', onStop);
  }
}

/** The first line of an error without stack and server paths: a model and a person read it. */
function plainMessage(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  const line = text.split('\n')[0]?.replaceAll(process.cwd(), '') ?? '';
  return line.slice(0, 300) || 'The tool failed.';
}

/** How the model reads a result. */
export function modelText(tool: Tool | undefined, result: ToolResult): string {
  if (tool?.toModel) return tool.toModel(result);
  const { ok: _, error, ...fields } = result as ToolResult & { error?: { message: string } };
  const rest = Object.keys(fields).length > 0 ? JSON.stringify(fields) : '';
  return error ? `Error: ${error.message}${rest ? `\n${rest}` : ''}` : rest || 'Done.';
}
