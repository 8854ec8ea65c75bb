import { addUsage } from '#lib/agent/step-meter';
import { closingChunks } from '#lib/events/close';
import { type MessageView, toMessage } from '#lib/events/reduce';
import type {
  EndData,
  LoupeChunk,
  NoticeData,
  StepData,
  StopReason,
  Usage,
} from '#lib/events/types';
import { updateChat } from '#lib/store/chats';
import { insertMessage } from '#lib/store/messages';
import { endRun as markEnded, type RunRecord } from '#lib/store/runs';
import type { RunLog } from './log.ts';

export interface RunEnd {
  reason: StopReason;
  /** What becomes of calls that have no result. */
  openCalls: string;
  notice?: NoticeData;
}

/**
 * Ends a run: closes what is open, writes the stop reason and `finish`, and in the same transaction
 * stores the message and frees the chat for the next run. Viewers hear of it after that.
 */
export async function endRun(run: RunRecord, log: RunLog, end: RunEnd): Promise<void> {
  const now = Date.now();
  const usage = totalUsage(log.view);
  const cost = totalCost(log.view);
  const data: EndData = {
    reason: end.reason,
    steps: log.view.steps.length,
    ...(usage ? { usage } : {}),
    ...(cost === undefined ? {} : { cost }),
    ms: now - run.createdAt,
  };
  const chunks: LoupeChunk[] = [
    ...closingChunks(log.view, end.openCalls),
    ...(end.notice ? [{ type: 'data-notice' as const, data: end.notice }] : []),
    { type: 'data-end', data },
    { type: 'finish' },
  ];
  await log.end(chunks, async () => {
    const message = toMessage(log.view);
    await insertMessage({ chatId: run.chatId, parentId: run.parentId, message, now });
    await updateChat(run.chatId, { leafId: message.id, updatedAt: now });
    await markEnded(run.id, { reason: end.reason, ...(usage ? { usage } : {}), now });
  });
}

/** The sum of the steps' usage; undefined when nothing was counted. */
function totalUsage(view: MessageView): Usage | undefined {
  return countedSteps(view)
    .map((step) => step.usage ?? {})
    .reduce<Usage | undefined>((sum, usage) => addUsage(sum, usage), undefined);
}

/** US dollars; unknown when that of any step is. */
function totalCost(view: MessageView): number | undefined {
  const costs = countedSteps(view).map((step) => step.cost);
  if (costs.length === 0) return undefined;
  return costs.reduce((sum, cost) =>
    sum === undefined || cost === undefined ? undefined : sum + cost,
  );
}

function countedSteps(view: MessageView): StepData[] {
  const parts = view.steps.flatMap((step) => step.parts);
  return parts.flatMap((part) => (part.type === 'data-step' && part.data.usage ? [part.data] : []));
}
