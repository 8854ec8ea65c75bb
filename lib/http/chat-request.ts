import { z } from 'zod';
import { cleanText } from '#lib/clean-text';
import { AppError } from '#lib/errors';

export const MAX_MESSAGE_CHARS = 100_000;
const LIMIT_WORDS = 'maxSteps must be a whole number from 1 to 50';

export const maxSteps = z.int(LIMIT_WORDS).min(1, LIMIT_WORDS).max(50, LIMIT_WORDS);

export const engine = z.enum(['auto', 'native', 'text-react']);

/** What a person is asked before it is done. */
export const approval = z.enum(['outside', 'changes', 'never']);

export const chatId = z.string().regex(/^[\w-]{1,64}$/, 'an id has 1 to 64 of A-Z a-z 0-9 _ -');

const parts = z.array(z.looseObject({ type: z.string(), text: z.string().optional() }));
const message = z.looseObject({ role: z.string(), parts });

/** Our own shape and the AI SDK's: of `messages` only the last one of the person is taken. */
export const chatRequest = z.object({
  id: chatId.optional(),
  message: z.union([z.string(), message]).optional(),
  messages: z.array(message).optional(),
  trigger: z.enum(['submit-message', 'regenerate-message']).optional(),
  messageId: z.string().nullish(),
  model: z.string().max(300).optional(),
  maxSteps: maxSteps.optional(),
  engine: engine.optional(),
  approval: approval.optional(),
});

/**
 * The text that a person sent.
 * @throws AppError `message_missing`, `message_too_long`
 */
export function messageText(request: z.output<typeof chatRequest>): string {
  const sent = request.message ?? request.messages?.findLast((entry) => entry.role === 'user');
  const text =
    typeof sent === 'string'
      ? sent
      : (sent?.parts.flatMap((part) => (part.type === 'text' ? [part.text ?? ''] : [])) ?? []).join(
          '\n',
        );
  const clean = cleanText(text);
  if (!clean.trim()) {
    throw new AppError('message_missing', 'There is no message to answer.', 'Send some text.');
  }
  if (clean.length > MAX_MESSAGE_CHARS) {
    throw new AppError(
      'message_too_long',
      `The message has ${clean.length} characters; at most ${MAX_MESSAGE_CHARS} are taken.`,
      'Shorten it, or put long material into a file of the workspace.',
    );
  }
  return clean;
}
