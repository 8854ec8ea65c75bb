import { z } from 'zod';

// Loose on purpose: what a rule checks must be able to arrive broken.
const toolCall = z.looseObject({
  id: z.unknown().optional(),
  function: z
    .looseObject({ name: z.unknown().optional(), arguments: z.unknown().optional() })
    .optional(),
});
const message = z.looseObject({
  role: z.string(),
  content: z.unknown().optional(),
  tool_calls: z.array(toolCall).nullish(),
  tool_call_id: z.unknown().optional(),
});

export const chatRequestSchema = z.looseObject({
  model: z.string(),
  stream: z.boolean().optional(),
  messages: z.array(message).min(1),
  tools: z.array(z.unknown()).nullish(),
  tool_choice: z.unknown().optional(),
});

/** The body of a `POST /v1/chat/completions`. */
export type ChatRequest = z.infer<typeof chatRequestSchema>;
export type ChatMessage = ChatRequest['messages'][number];

const responsesSchema = z.looseObject({
  model: z.string(),
  input: z.array(z.looseObject({ type: z.string().optional(), role: z.string().optional() })),
});

/**
 * The body of a `POST /v1/responses` in the form of a chat request, so that both are judged alike; its
 * `input` stays beside the messages.
 */
export function fromResponses(body: unknown): ChatRequest {
  const request = responsesSchema.parse(body);
  const messages = request.input.flatMap((item): ChatMessage[] => {
    if (item.type === 'function_call') {
      const call = { id: item.call_id, function: { name: item.name, arguments: item.arguments } };
      return [{ role: 'assistant', content: null, tool_calls: [call] }];
    }
    if (item.type === 'function_call_output') {
      return [{ role: 'tool', tool_call_id: item.call_id, content: item.output }];
    }
    return item.role ? [{ role: item.role, content: item.content }] : [];
  });
  return chatRequestSchema.parse({ ...request, messages });
}

/** Where in the conversation a request stands. */
export interface Position {
  /** 1 for the first request after a user message, 2 after its first tool step, and so on. */
  turn: number;
  /** How many user messages there are. */
  users: number;
  lastUserText: string;
  /** The last tool result since the last user message. */
  lastResult: string | undefined;
  /** The request offers no tools or forbids their use. */
  toolsOff: boolean;
}

const textPart = z.looseObject({ text: z.string() });

/** The text of a message's content, which may be a string or a list of parts. */
export function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content
    .map((part) => textPart.safeParse(part).data?.text ?? '')
    .filter(Boolean)
    .join(' ');
}

export function positionOf(request: ChatRequest): Position {
  const { messages } = request;
  const users = messages.filter((each) => each.role === 'user');
  const sinceUser = messages.slice(messages.findLastIndex((each) => each.role === 'user') + 1);
  const lastResult = sinceUser.findLast((each) => each.role === 'tool');
  return {
    turn: 1 + sinceUser.filter((each) => each.tool_calls?.length).length,
    users: users.length,
    lastUserText: textOf(users.at(-1)?.content),
    lastResult: lastResult && textOf(lastResult.content),
    toolsOff: !request.tools?.length || request.tool_choice === 'none',
  };
}
