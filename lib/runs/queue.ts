import { AppError } from '#lib/errors';
import type { Enqueued, QueuedMessage } from '#lib/events/api';
import type { StopReason } from '#lib/events/types';
import { newId } from '#lib/ids';
import { wake } from '#lib/store/bus';
import { findChat, lockChat } from '#lib/store/chats';
import { transact } from '#lib/store/db';
import { deleteQueued, insertQueued, selectQueued, updateQueued } from '#lib/store/queued-messages';
import { findActiveRun } from '#lib/store/runs';
import type { RunLog } from './log.ts';
import { chooseFor, insertTurn, type RunChoice, unknownChat } from './turn.ts';

/** After these a person should look first; what waits stays in the queue, and a click sends it. */
const HOLDS: ReadonlySet<StopReason> = new Set(['failed', 'interrupted']);

/** Steering messages become part of the run's message before step `n`, where the model reads them. */
export async function deliverSteers(chatId: string, n: number, log: RunLog): Promise<void> {
  const waiting = await selectQueued(chatId);
  if (!waiting.some((message) => message.mode === 'steer')) return;
  await log.commit(async () => {
    await lockChat(chatId);
    const steers = (await selectQueued(chatId)).filter((message) => message.mode === 'steer');
    await deleteQueued(
      chatId,
      steers.map((message) => message.id),
    );
    return steers.map(({ id, text }) => ({ type: 'data-steer', id, data: { text, step: n } }));
  });
  wake(`chat:${chatId}`);
}

/**
 * Makes the next waiting message a turn of its chat: first what was meant to steer the run that ended.
 * Takes part in the transaction of that end, so that a message is always in one place.
 * @returns the run that answers it
 */
export async function takeNextTurn(
  chatId: string,
  after: StopReason,
  choice: RunChoice,
): Promise<string | undefined> {
  if (HOLDS.has(after)) return undefined;
  return sendNext(chatId, choice);
}

async function sendNext(chatId: string, choice: RunChoice): Promise<string | undefined> {
  const waiting = await selectQueued(chatId);
  const next = waiting.find((message) => message.mode === 'steer') ?? waiting[0];
  if (!next) return undefined;
  await deleteQueued(chatId, [next.id]);
  const { runId } = await insertTurn(chatId, next.text, choice);
  return runId;
}

/**
 * Lets a message wait for the run that is on; without one it becomes a turn at once.
 * @returns with `started`, a run that is to be dispatched
 * @throws AppError `unknown_chat`
 */
export async function enqueue(
  chatId: string,
  text: string,
  mode: QueuedMessage['mode'],
): Promise<Enqueued> {
  if (!(await findChat(chatId))) throw unknownChat(chatId);
  const choice = await chooseFor(chatId, {});
  const result = await transact(async (): Promise<Enqueued> => {
    await lockChat(chatId);
    // Again: it may have been deleted meanwhile, and a turn would make it anew.
    if (!(await findChat(chatId))) throw unknownChat(chatId);
    if (!(await findActiveRun(chatId))) return { started: await insertTurn(chatId, text, choice) };
    const message = { id: newId(), mode, text };
    const now = Date.now();
    await insertQueued({ ...message, chatId }, now);
    return { queued: { ...message, createdAt: now } };
  });
  wake(`chat:${chatId}`);
  return result;
}

/**
 * Changes a waiting message.
 * @throws AppError `not_queued`
 */
export async function changeQueued(
  chatId: string,
  id: string,
  change: { text?: string; mode?: QueuedMessage['mode'] },
): Promise<void> {
  if (!(await updateQueued(chatId, id, change))) throw notQueued();
  wake(`chat:${chatId}`);
}

/** @throws AppError `not_queued` */
export async function removeQueued(chatId: string, id: string): Promise<void> {
  if ((await deleteQueued(chatId, [id])) === 0) throw notQueued();
  wake(`chat:${chatId}`);
}

/** Puts the waiting messages in a new order; those that `ids` does not name come last, as they were. */
export async function reorderQueue(chatId: string, ids: readonly string[]): Promise<void> {
  await transact(async () => {
    await lockChat(chatId);
    const waiting = await selectQueued(chatId);
    const place = ({ id }: QueuedMessage) => (ids.includes(id) ? ids.indexOf(id) : ids.length);
    const ordered = waiting.toSorted((a, b) => place(a) - place(b));
    for (const [index, { id }] of ordered.entries()) {
      await updateQueued(chatId, id, { position: index + 1 });
    }
  });
  wake(`chat:${chatId}`);
}

/**
 * Sends the next waiting message now, where a run's end held the queue.
 * @returns the run to dispatch; undefined when nothing waits or a run is on
 */
export async function releaseQueue(chatId: string): Promise<string | undefined> {
  const choice = await chooseFor(chatId, {});
  const next = await transact(async () => {
    await lockChat(chatId);
    return (await findActiveRun(chatId)) ? undefined : sendNext(chatId, choice);
  });
  wake(`chat:${chatId}`);
  return next;
}

function notQueued(): AppError {
  return new AppError(
    'not_queued',
    'This message does not wait any more.',
    'It was delivered, became a turn, or was deleted.',
  );
}
