import { INTERRUPTED_CALL, STOPPED } from '#lib/agent/step';
import { addUsage } from '#lib/agent/step-meter';
import { closingChunks } from '#lib/events/close';
import { type MessageView, reduce, toMessage } from '#lib/events/reduce';
import type {
  EndData,
  LoupeChunk,
  NoticeData,
  StepData,
  StopReason,
  Usage,
} from '#lib/events/types';
import { lockChat, updateChat } from '#lib/store/chats';
import type { Fence } from '#lib/store/fence';
import { insertMessage } from '#lib/store/messages';
import { endRun as markEnded, type RunRecord } from '#lib/store/runs';
import type { RunLog } from './log.ts';
import { takeNextTurn } from './queue.ts';
import { receiptOf } from './receipt.ts';
import { choiceOf } from './turn.ts';

const NOTICES = {
  internal: {
    level: 'error',
    code: 'internal',
    message: 'Loupe itself failed in this run.',
    hint: "The server's log has the details. Continue tries again.",
  },
} satisfies Record<string, NoticeData>;

export interface RunEnd {
  reason: StopReason;
  notice?: keyof typeof NOTICES;
}

/**
 * Ends a run: closes what is open, writes the stop reason and `finish`, and in the same transaction
 * stores the message, frees the chat, and makes the chat's next waiting message its next turn.
 * @returns the run of that turn
 * @throws LostRun
 */
export async function endRun(
  run: RunRecord,
  fence: Fence,
  log: RunLog,
  end: RunEnd,
): Promise<string | undefined> {
  const now = Date.now();
  let next: string | undefined;
  await log.commit(async () => {
    await lockChat(run.chatId);
    const { view } = log;
    const usage = totalUsage(view);
    const cost = totalCost(view);
    const receipt = end.reason === 'stopped' ? await receiptOf(run.id, view) : undefined;
    const data: EndData = {
      reason: end.reason,
      steps: view.steps.length,
      ...(usage ? { usage } : {}),
      ...(cost === undefined ? {} : { cost }),
      ms: now - run.createdAt,
      ...(receipt ? { receipt } : {}),
    };
    const openCalls = end.reason === 'stopped' ? STOPPED : INTERRUPTED_CALL;
    const chunks: LoupeChunk[] = [
      ...closingChunks(view, openCalls),
      ...(end.notice ? [{ type: 'data-notice' as const, data: NOTICES[end.notice] }] : []),
      { type: 'data-end', data },
      { type: 'finish' },
    ];
    const message = toMessage(chunks.reduce(reduce, view));
    await insertMessage({ chatId: run.chatId, parentId: run.parentId, message, now });
    await updateChat(run.chatId, { leafId: message.id, updatedAt: now });
    await markEnded(fence, { reason: end.reason, ...(usage ? { usage } : {}), now });
    next = await takeNextTurn(run.chatId, end.reason, choiceOf(run));
    return chunks;
  });
  return next;
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
