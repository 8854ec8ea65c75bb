import { runStep, type StepOutcome } from '#lib/agent/step';
import { env } from '#lib/env';
import type { LoupeMessage } from '#lib/events/types';
import { type ResolvedModel, resolveModel } from '#lib/models/resolve';
import { selectBranch } from '#lib/store/messages';
import type { RunRecord } from '#lib/store/runs';
import { allTools } from '#lib/tools/registry';
import type { ToolRun } from '#lib/tools/run-tool';
import type { Tool } from '#lib/tools/tool';
import { openWorkspace } from '#lib/workspace/open';
import { storeJournal } from './journal.ts';
import type { RunLog } from './log.ts';
import { runTools } from './run-tools.ts';

/** What a run needs besides its log; all of it can be made again from the store at a step boundary. */
export interface RunContext {
  run: RunRecord;
  log: RunLog;
  signal: AbortSignal;
  model: ResolvedModel;
  branch: LoupeMessage[];
  tools: readonly Tool[];
  toolRun: ToolRun;
}

export async function openContext(
  run: RunRecord,
  log: RunLog,
  signal: AbortSignal,
): Promise<RunContext> {
  const workspace = await openWorkspace(run.chatId, env().dataDir);
  return {
    run,
    log,
    signal,
    model: await resolveModel(run.input.model, run.input.engine),
    branch: await selectBranch(run.parentId),
    tools: allTools(),
    toolRun: { chatId: run.chatId, runId: run.id, workspace, journal: storeJournal(run), signal },
  };
}

/** The unit of work: one step. How many went before is read from the log. */
export function advance({ run, log, signal, ...context }: RunContext): Promise<StepOutcome> {
  return runStep({
    n: log.view.steps.length + 1,
    maxSteps: run.input.maxSteps,
    model: context.model,
    tools: context.tools,
    runStartedAt: new Date(run.createdAt),
    branch: context.branch,
    view: () => log.view,
    emit: (chunk) => log.append(chunk),
    flush: () => log.flush(),
    runTools: (calls, meter) => runTools(calls, context.tools, context.toolRun, meter),
    signal,
  });
}
