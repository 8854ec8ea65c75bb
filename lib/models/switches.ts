import { z } from 'zod';

/**
 * What an endpoint wants to be spoken to like. The defaults suit most; a refusal that names one of
 * these turns it (`adapt`), the doctor finds them ahead, and a person can set them.
 */
export const switchesSchema = z.object({
  /** `responses` is OpenAI's own newer interface. */
  api: z.enum(['chat', 'responses']).default('chat'),
  /** Function calling; without it the text ReAct engine is used. */
  tools: z.boolean().default(true),
  /** Asks for token counts at the end of a stream. */
  streamUsage: z.boolean().default(true),
  /** `tool_choice`: some servers refuse every value of it. */
  toolChoice: z.boolean().default(true),
  /** Whether thoughts go back as `reasoning_content`: where there were some, on every call, or not at all. */
  reasoningBack: z.enum(['present', 'always', 'never']).default('present'),
  /** Call ids must be nine letters or digits (Mistral). */
  shortIds: z.boolean().default(false),
  /** Instructions as a system message; else they open the first user message. */
  systemRole: z.boolean().default(true),
  /** Neighbouring messages of one role are joined, for templates that want roles to alternate. */
  alternate: z.boolean().default(false),
  /** `stop`: some models refuse it. */
  stop: z.boolean().default(true),
  /** Summaries of thoughts: OpenAI gives them to verified organisations only. */
  reasoningSummary: z.boolean().default(true),
});

export type Switches = z.infer<typeof switchesSchema>;

export const DEFAULT_SWITCHES: Switches = switchesSchema.parse({});

/** The switches of an endpoint that nothing is known of. */
export function defaultSwitches(baseUrl: string): Switches {
  const own = new URL(baseUrl).hostname === 'api.openai.com';
  return own ? { ...DEFAULT_SWITCHES, api: 'responses' } : DEFAULT_SWITCHES;
}

type Rule = { says: RegExp; change(switches: Switches): Partial<Switches> };

// A refusal says what it refuses. One change at a time, each at most once, and only what changes the request.
const RULES: readonly Rule[] = [
  { says: /v1\/responses\b|responses api/i, change: () => ({ api: 'responses' }) },
  { says: /reasoning[._]summar|reasoning summar/i, change: () => ({ reasoningSummary: false }) },
  { says: /stream_options|include_usage/i, change: () => ({ streamUsage: false }) },
  {
    says: /reasoning_content.{0,60}(must be|missing|required|passed back)|missing.{0,20}reasoning_content/i,
    change: () => ({ reasoningBack: 'always' }),
  },
  {
    says: /reasoning_content|reasoning_details/i,
    change: ({ reasoningBack }) => (reasoningBack === 'always' ? {} : { reasoningBack: 'never' }),
  },
  {
    says: /tool.?call.?id.{0,80}(length of 9|a-z, A-Z, 0-9)/is,
    change: () => ({ shortIds: true }),
  },
  { says: /must alternate|alternating roles/i, change: () => ({ alternate: true }) },
  {
    says: /system (role|message|prompt)s? (is |are )?not (supported|allowed)|(unsupported|invalid|unknown) role:? .?system|must alternate|developer instruction is not enabled/i,
    change: () => ({ systemRole: false }),
  },
  {
    says: /["'`]stop["'`].{0,60}(not|un)[ -]?(supported|allowed|permitted)|(not support(ed)?|unsupported|unknown|unrecognized)\b.{0,50}\bstop\b/i,
    change: () => ({ stop: false }),
  },
  { says: /tool_choice/i, change: ({ toolChoice }) => (toolChoice ? { toolChoice: false } : {}) },
];

/** The switches that answer a refusal; undefined when it names none, or one that is set already. */
export function adapt(words: string, switches: Switches): Switches | undefined {
  for (const { says, change } of RULES) {
    if (!says.test(words)) continue;
    const next = { ...switches, ...change(switches) };
    if (JSON.stringify(next) !== JSON.stringify(switches)) return next;
  }
  return undefined;
}
