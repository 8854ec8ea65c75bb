import { AppError } from '#lib/errors';
import type { Enqueued, QueuedMessage, StartedRun } from '#lib/events/api';
import { newId } from '#lib/ids';
import { wake } from '#lib/store/bus';
import { findChat, lockChat, updateChat } from '#lib/store/chats';
import { transact } from '#lib/store/db';
import { findMessage, selectBranch } from '#lib/store/messages';
import { findRun, type RunInput } from '#lib/store/runs';
import { dispatch } from './dispatch.ts';
import { enqueue, releaseQueue } from './queue.ts';
import {
  choiceOf,
  chooseFor,
  insertRunFor,
  insertTurn,
  type RunOptions,
  refuseHidden,
  unknownChat,
} from './turn.ts';

export interface SendRequest extends RunOptions {
  /** A new chat is made when absent, or when there is none with this id. */
  chatId?: string;
  text: string;
  /** The person who asks: a new chat is theirs, and one of somebody else is refused. */
  viewer?: string;
}

/**
 * Stores a person's message and starts the run that answers it.
 * @throws AppError `unknown_chat`, `unknown_model`, `run_active`
 */
export async function send({
  chatId = newId(),
  text,
  viewer,
  ...asked
}: SendRequest): Promise<StartedRun> {
  await refuseHidden(chatId, viewer);
  const choice = await chooseFor(chatId, asked);
  return launch(chatId, async () => {
    // Again under the lock: somebody may have begun a chat with this id just now.
    await refuseHidden(chatId, viewer);
    return insertTurn(chatId, text, choice, viewer);
  });
}

/**
 * Lets a message wait for the run that is on in its chat; without one it is sent at once.
 * @throws AppError `unknown_chat`
 */
export async function sendLater(
  chatId: string,
  text: string,
  mode: QueuedMessage['mode'],
): Promise<Enqueued> {
  const result = await enqueue(chatId, text, mode);
  if ('started' in result) await begin(result.started);
  return result;
}

/** Sends the next waiting message now, where the end of a run held the queue. */
export async function sendQueued(chatId: string): Promise<void> {
  const next = await releaseQueue(chatId);
  if (next) await dispatch(next);
}

/**
 * Answers a person's message anew, beside its earlier answer.
 * @param messageId the answer or the person's message; the newest one when absent
 * @throws AppError `unknown_chat`, `unknown_message`, `unknown_model`, `run_active`
 */
export async function regenerate(
  chatId: string,
  messageId: string | undefined,
  { viewer, ...asked }: RunOptions & { viewer?: string },
): Promise<StartedRun> {
  await refuseHidden(chatId, viewer);
  const choice = await chooseFor(chatId, asked);
  return launch(chatId, async () => {
    await refuseHidden(chatId, viewer);
    const chat = await findChat(chatId);
    if (!chat) throw unknownChat(chatId);
    const found = messageId ? await findMessage(messageId) : undefined;
    if (messageId && found?.chatId !== chatId) {
      throw new AppError('unknown_message', `There is no message "${messageId}" in this chat.`);
    }
    const branch = await selectBranch(found?.message.id ?? chat.leafId);
    const question = branch.findLast((message) => message.role === 'user');
    if (!question) throw new AppError('message_missing', 'There is no message to answer.');
    await updateChat(chatId, { leafId: question.id, updatedAt: Date.now() });
    return insertRunFor(chatId, question.id, choice);
  });
}

/**
 * Goes on with the work of a run that ended without an answer, with a new budget of steps.
 * @param again calls that are run again before the model is asked
 * @throws AppError `unknown_run`, `cannot_continue`, `run_active`
 */
export async function continueRun(
  runId: string,
  asked: RunOptions,
  again: RunInput['again'] = [],
): Promise<StartedRun> {
  const run = await findRun(runId);
  if (!run) throw new AppError('unknown_run', `There is no run "${runId}".`);
  const choice = await chooseFor(run.chatId, { ...choiceOf(run), ...asked });
  return launch(run.chatId, async () => {
    const chat = await findChat(run.chatId);
    if (run.status !== 'ended' || run.reason === 'answered' || chat?.leafId !== run.messageId) {
      throw new AppError(
        'cannot_continue',
        'Only the newest run of a chat can go on, and only when it ended without an answer.',
        'Send a message instead.',
      );
    }
    return insertRunFor(run.chatId, run.messageId, choice, {
      continues: run.messageId,
      ...(again.length > 0 ? { again } : {}),
    });
  });
}

/** Writes a run together with what belongs to it, and sets it going. */
async function launch(chatId: string, write: () => Promise<StartedRun>): Promise<StartedRun> {
  const started = await transact(async () => {
    await lockChat(chatId);
    return write();
  });
  await begin(started);
  return started;
}

async function begin({ chatId, runId }: StartedRun): Promise<void> {
  wake(`chat:${chatId}`);
  wake('chats');
  await dispatch(runId);
}
