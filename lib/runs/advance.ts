import { openStep } from '#lib/agent/open-step';
import { runStep, type StepOutcome } from '#lib/agent/step';
import { env } from '#lib/env';
import type { LoupeMessage } from '#lib/events/types';
import { mcpTools } from '#lib/mcp/servers';
import { type ResolvedModel, resolveModel } from '#lib/models/resolve';
import { selectBranch } from '#lib/store/messages';
import type { ClaimedRun } from '#lib/store/runs';
import { allTools } from '#lib/tools/registry';
import type { Tool } from '#lib/tools/tool';
import { openWorkspace } from '#lib/workspace/open';
import type { Workspace } from '#lib/workspace/workspace';
import { chatFiles } from './files.ts';
import { storeJournal } from './journal.ts';
import type { RunLog } from './log.ts';
import { deliverSteers } from './queue.ts';
import { runTools } from './run-tools.ts';

/** What a run needs besides its log; all of it can be made again from the store at any time. */
export interface RunContext extends ClaimedRun {
  log: RunLog;
  signal: AbortSignal;
  model: ResolvedModel;
  branch: LoupeMessage[];
  tools: readonly Tool[];
  workspace: Workspace;
}

export async function openContext(
  claimed: ClaimedRun,
  log: RunLog,
  signal: AbortSignal,
): Promise<RunContext> {
  const { run } = claimed;
  await chatFiles(run.chatId).bringUpToDate();
  return {
    ...claimed,
    log,
    signal,
    model: await resolveModel(run.input.model, run.input.engine),
    branch: await selectBranch(run.parentId),
    tools: [...allTools(), ...(await mcpTools())],
    workspace: await openWorkspace(run.chatId, env().dataDir),
  };
}

/**
 * The unit of work: one step, or what is left of one that was begun. How far the run has come is read
 * from its log, so that it may be called anywhere and again.
 */
export async function advance(context: RunContext): Promise<StepOutcome> {
  const { run, fence, log, signal, tools } = context;
  const open = openStep(log.view);
  const n = log.view.steps.length + (open ? 0 : 1);
  if (!open) await deliverSteers(run.chatId, n, log);
  const given = n === 1 ? run.input.again : undefined;
  const toolRun = {
    chatId: run.chatId,
    runId: run.id,
    workspace: context.workspace,
    journal: storeJournal(run.chatId, fence),
    signal,
  };
  // What a person asked to be run again has their word already.
  const approval = given ? 'never' : (run.input.approval ?? 'outside');
  return runStep({
    n,
    maxSteps: run.input.maxSteps,
    model: context.model,
    tools,
    runStartedAt: new Date(run.createdAt),
    branch: context.branch,
    view: () => log.view,
    emit: (chunk) => log.append(chunk),
    flush: () => log.flush(),
    runTools: (calls, meter) =>
      runTools(calls, { chatId: run.chatId, fence, approval, tools, toolRun }, meter),
    ...(given ? { given } : {}),
    signal,
  });
}
