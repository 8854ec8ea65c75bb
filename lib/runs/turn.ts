import { AppError } from '#lib/errors';
import { DEFAULT_MAX_STEPS, type StartedRun } from '#lib/events/api';
import type { LoupeMessage } from '#lib/events/types';
import { newId } from '#lib/ids';
import { isAvailable, type ResolvedModel, resolveModel } from '#lib/models/resolve';
import { findChat, insertChat, maySee, updateChat } from '#lib/store/chats';
import { insertMessage } from '#lib/store/messages';
import { findActiveRun, insertRun, type RunInput, type RunRecord } from '#lib/store/runs';

const TITLE_CHARS = 80;

/** How a run shall work, as a person or a program asked. */
export type RunOptions = Partial<RunChoice>;

/** How a run will work. */
export type RunChoice = Required<Pick<RunInput, 'model' | 'maxSteps' | 'engine' | 'approval'>>;

/**
 * Settles how a run works: what is not asked for is as in the chat's last run. May look for models on the
 * network: not for a transaction.
 * @throws AppError `unknown_model`
 */
export async function chooseFor(chatId: string, asked: RunOptions): Promise<RunChoice> {
  const settings = (await findChat(chatId))?.settings ?? {};
  const model = asked.model ? await resolveModel(asked.model) : await lastModel(settings.model);
  return {
    model: model.id,
    maxSteps: asked.maxSteps ?? settings.maxSteps ?? DEFAULT_MAX_STEPS,
    engine: asked.engine ?? settings.engine ?? 'auto',
    approval: asked.approval ?? settings.approval ?? 'outside',
  };
}

/**
 * Refuses a chat that a person may not see as if it were not there; one that is not there is no matter.
 * @throws AppError `unknown_chat`
 */
export async function refuseHidden(chatId: string, viewer: string | undefined): Promise<void> {
  const chat = await findChat(chatId);
  if (chat && !maySee(chat, viewer)) throw unknownChat(chatId);
}

export function unknownChat(id: string): AppError {
  return new AppError('unknown_chat', `There is no chat "${id}".`, 'It may have been deleted.');
}

/** How a run works, for the one that comes after it. */
export function choiceOf({ input }: RunRecord): RunChoice {
  const { model, maxSteps, engine = 'auto', approval = 'outside' } = input;
  return { model, maxSteps, engine, approval };
}

/**
 * Writes a person's message and the run that answers it; to be called in a transaction.
 * @param ownerId whose chat it becomes if there is none yet
 */
export async function insertTurn(
  chatId: string,
  text: string,
  choice: RunChoice,
  ownerId?: string,
): Promise<StartedRun> {
  const now = Date.now();
  const chat = await findChat(chatId);
  if (!chat) await insertChat({ id: chatId, title: titleOf(text), now, ownerId });
  const message: LoupeMessage = {
    id: newId(),
    role: 'user',
    parts: [{ type: 'text', text }],
    metadata: { createdAt: now },
  };
  await insertMessage({ chatId, parentId: chat?.leafId ?? null, message, now });
  await updateChat(chatId, { leafId: message.id, updatedAt: now });
  return insertRunFor(chatId, message.id, choice);
}

/**
 * Writes a run that answers a message; to be called in a transaction.
 * @throws AppError `run_active`
 */
export async function insertRunFor(
  chatId: string,
  parentId: string,
  { model, maxSteps, engine, approval }: RunChoice,
  more: Pick<RunInput, 'continues' | 'again'> = {},
): Promise<StartedRun> {
  const active = await findActiveRun(chatId);
  if (active) {
    throw new AppError(
      'run_active',
      'A run is on in this chat.',
      `Wait for it, steer it with POST /api/runs/${active.id}/steer, or stop it: POST /api/runs/${active.id}/stop.`,
    );
  }
  const choice = { model, maxSteps, engine, approval };
  const row = { id: newId(), chatId, messageId: newId(), parentId };
  await insertRun({ ...row, input: { ...choice, ...more }, now: Date.now() });
  await updateChat(chatId, { settings: choice });
  return { chatId, runId: row.id, messageId: row.messageId };
}

/** The model that a chat used last; the default one when its endpoint is no longer configured. */
async function lastModel(id: string | undefined): Promise<ResolvedModel> {
  return id && (await isAvailable(id)) ? resolveModel(id) : resolveModel();
}

function titleOf(text: string): string {
  const line = text.trim().replace(/\s+/g, ' ');
  const characters = Array.from(line);
  return characters.length > TITLE_CHARS ? `${characters.slice(0, TITLE_CHARS).join('')}…` : line;
}
