import { AppError } from '#lib/errors';
import { DEFAULT_MAX_STEPS, type Engine, type StartedRun } from '#lib/events/api';
import type { LoupeMessage } from '#lib/events/types';
import { newId } from '#lib/ids';
import { isAvailable, type ResolvedModel, resolveModel } from '#lib/models/resolve';
import { findChat, insertChat, updateChat } from '#lib/store/chats';
import { transact } from '#lib/store/db';
import { findMessage, insertMessage, selectBranch } from '#lib/store/messages';
import { findActiveRun, findRun, insertRun, type RunRecord } from '#lib/store/runs';
import { dispatch } from './dispatch.ts';

const TITLE_CHARS = 80;

export interface RunOptions {
  /** `connection/model` or a model id; the chat's own, else the default, when absent. */
  model?: string;
  maxSteps?: number;
  engine?: Engine;
}

export interface SendRequest extends RunOptions {
  /** A new chat is made when absent, or when there is none with this id. */
  chatId?: string;
  text: string;
}

/**
 * Stores a person's message and starts the run that answers it.
 * @throws AppError `unknown_model`, `run_active`
 */
export async function send(request: SendRequest): Promise<StartedRun> {
  const now = Date.now();
  const chatId = request.chatId ?? newId();
  return launch(chatId, request, async () => {
    const chat = await findChat(chatId);
    if (!chat) await insertChat({ id: chatId, title: titleOf(request.text), now });
    const message: LoupeMessage = {
      id: newId(),
      role: 'user',
      parts: [{ type: 'text', text: request.text }],
      metadata: { createdAt: now },
    };
    await insertMessage({ chatId, parentId: chat?.leafId ?? null, message, now });
    await updateChat(chatId, { leafId: message.id, updatedAt: now });
    return { parentId: message.id };
  });
}

/**
 * Answers a person's message anew, beside its earlier answer.
 * @param messageId the answer or the person's message; the newest one when absent
 * @throws AppError `unknown_chat`, `unknown_message`, `unknown_model`, `run_active`
 */
export async function regenerate(
  chatId: string,
  messageId: string | undefined,
  options: RunOptions,
): Promise<StartedRun> {
  return launch(chatId, options, async () => {
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
    return { parentId: question.id };
  });
}

/**
 * Goes on with the work of a run that ended without an answer, with a new budget of steps.
 * @throws AppError `unknown_run`, `cannot_continue`, `run_active`
 */
export async function continueRun(runId: string, options: RunOptions): Promise<StartedRun> {
  const run = await findRun(runId);
  if (!run) throw new AppError('unknown_run', `There is no run "${runId}".`);
  const { model, maxSteps, engine } = run.input;
  const merged = { model, maxSteps, ...(engine ? { engine } : {}), ...options };
  return launch(run.chatId, merged, async () => {
    const chat = await findChat(run.chatId);
    if (run.status !== 'ended' || run.reason === 'answered' || chat?.leafId !== run.messageId) {
      throw new AppError(
        'cannot_continue',
        'Only the newest run of a chat can go on, and only when it ended without an answer.',
        'Send a message instead.',
      );
    }
    return { parentId: run.messageId, continues: run.messageId };
  });
}

export function unknownChat(id: string): AppError {
  return new AppError('unknown_chat', `There is no chat "${id}".`, 'It may have been deleted.');
}

/** Makes the run's row together with what `prepare` writes, and sets it going. */
async function launch(
  chatId: string,
  options: RunOptions,
  prepare: () => Promise<{ parentId: string; continues?: string }>,
): Promise<StartedRun> {
  const settings = (await findChat(chatId))?.settings;
  const model = await (options.model ? resolveModel(options.model) : chatModel(settings?.model));
  const maxSteps = options.maxSteps ?? settings?.maxSteps ?? DEFAULT_MAX_STEPS;
  const engine = options.engine ?? settings?.engine ?? 'auto';
  const run = await transact(async (): Promise<RunRecord> => {
    const active = await findActiveRun(chatId);
    if (active) {
      throw new AppError(
        'run_active',
        'A run is on in this chat.',
        `Wait for it, or stop it: POST /api/runs/${active.id}/stop.`,
      );
    }
    const { parentId, ...continues } = await prepare();
    const row = {
      id: newId(),
      chatId,
      messageId: newId(),
      parentId,
      input: { model: model.id, maxSteps, engine, ...continues },
      now: Date.now(),
    };
    await insertRun(row);
    await updateChat(chatId, { settings: { model: model.id, maxSteps, engine } });
    return { ...row, status: 'queued', createdAt: row.now };
  });
  dispatch(run);
  return { chatId, runId: run.id, messageId: run.messageId };
}

/** The model that a chat used last; the default one when its endpoint is no longer configured. */
async function chatModel(last: string | undefined): Promise<ResolvedModel> {
  return last && (await isAvailable(last)) ? resolveModel(last) : resolveModel();
}

function titleOf(text: string): string {
  const line = text.trim().replace(/\s+/g, ' ');
  const characters = Array.from(line);
  return characters.length > TITLE_CHARS ? `${characters.slice(0, TITLE_CHARS).join('')}…` : line;
}
