import { z } from 'zod';
import { cleanText } from '#lib/clean-text';
import { MAX_MESSAGE_CHARS } from './chat-request.ts';

const text = z.string().transform(cleanText).pipe(z.string().trim().min(1).max(MAX_MESSAGE_CHARS));
const mode = z.enum(['steer', 'queue']);

/** A message for a run that is on. */
export const waitingMessage = z.object({ message: text, mode: mode.optional() });

/** What can be changed of a message that waits. */
export const waitingChange = z.object({ message: text.optional(), mode: mode.optional() });

/** A new order of the messages that wait: their ids. */
export const waitingOrder = z.object({ order: z.array(z.string().max(64)).max(1000) });
