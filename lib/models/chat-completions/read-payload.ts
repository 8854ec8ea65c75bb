import type { LanguageModelV4Usage } from '@ai-sdk/provider';

/** Thought or text, in the order in which the payload has them. */
export interface SaidPiece {
  kind: 'reasoning' | 'text';
  text: string;
}

/** A piece of a tool call; everything may be missing in one piece and come in another. */
export interface CallPiece {
  index?: number;
  id?: string;
  name?: string;
  /** A piece of the arguments' text. */
  args?: string;
  /** `args` is the whole: the server sent an object. */
  whole?: boolean;
  /** Google's proof of a thought, which it wants back with the call. */
  thoughtSignature?: string;
}

export interface Payload {
  said: SaidPiece[];
  calls: CallPiece[];
  /** `reasoning_details` as they came, for those providers that want them back. */
  details: unknown[];
  finish?: string;
  usage?: LanguageModelV4Usage;
  /** What the provider complains about. */
  error?: unknown;
  id?: string;
  model?: string;
  /** It has a choice: an answer is being made. */
  answering: boolean;
  /** The choice holds a message, not a piece of one. */
  whole: boolean;
}

type Fields = Record<string, unknown>;

/** Reads one payload of a chat completion, in any of the shapes that real servers send. */
export function readPayload(value: unknown): Payload {
  const payload = fieldsOf(Array.isArray(value) ? value[0] : value);
  const choice = choiceOf(payload);
  const delta = fieldsOf(choice?.delta ?? choice?.message);
  const details = listOf(delta.reasoning_details);
  const error = errorOf(payload) ?? nonEmpty(choice?.error);
  return {
    said: saidIn(delta, choice, details),
    calls: callsIn(delta),
    details,
    ...optional(
      'finish',
      textOf(choice?.finish_reason ?? choice?.stop_reason)
        ?.trim()
        .toLowerCase() || undefined,
    ),
    ...optional('usage', usageOf(payload.usage ?? choice?.usage ?? fieldsOf(payload.x_groq).usage)),
    ...optional('error', error),
    ...optional('id', textOf(payload.id) || undefined),
    ...optional('model', textOf(payload.model) || undefined),
    answering: choice !== undefined,
    whole: payload.object === 'chat.completion' && Boolean(choice?.message),
  };
}

function choiceOf(payload: Fields): Fields | undefined {
  const choices = Array.isArray(payload.choices)
    ? payload.choices
    : fieldsOf(payload.output).choices;
  const list = listOf(choices).filter((each) => typeof each === 'object' && each !== null);
  // Only the first answer is shown, should a server make several.
  const first = list.find((each) => !(each as Fields).index) ?? list[0];
  if (first) return first as Fields;
  // Ollama's own form has no choices.
  return typeof payload.message === 'object' && payload.message !== null && 'done' in payload
    ? payload
    : undefined;
}

/** The thought comes in one of several fields, or in all of them at once: the first with text is taken. */
function saidIn(delta: Fields, choice: Fields | undefined, details: unknown[]): SaidPiece[] {
  const thought = [delta.reasoning_content, delta.reasoning, delta.reasoning_text, delta.thinking]
    .map(plainText)
    .find(Boolean);
  const content = delta.content ?? (choice && 'text' in choice ? choice.text : undefined);
  const said: SaidPiece[] = [
    { kind: 'reasoning', text: thought || details.map(detailText).join('') },
    ...contentPieces(content),
    { kind: 'text', text: textOf(delta.refusal) ?? '' },
  ];
  return said.filter((piece) => piece.text);
}

/** Content as a text, or as a list of typed parts (Mistral, Cohere); unknown parts are left out. */
function contentPieces(content: unknown): SaidPiece[] {
  if (!Array.isArray(content)) return [{ kind: 'text', text: plainText(content) }];
  return content.map((part): SaidPiece => {
    if (typeof part === 'string') return { kind: 'text', text: part };
    const fields = fieldsOf(part);
    const kind = textOf(fields.type) ?? 'text';
    if (/think|reason/.test(kind)) {
      return {
        kind: 'reasoning',
        text: plainText(fields.thinking ?? fields.reasoning ?? fields.text ?? fields.summary),
      };
    }
    return { kind: 'text', text: /text/.test(kind) ? plainText(fields.text) : '' };
  });
}

function detailText(detail: unknown): string {
  const { text, summary } = fieldsOf(detail);
  return plainText(text) || plainText(summary);
}

function callsIn(delta: Fields): CallPiece[] {
  const legacy = fieldsOf(delta.function_call);
  const list = Array.isArray(delta.tool_calls)
    ? delta.tool_calls
    : delta.tool_calls
      ? [delta.tool_calls]
      : [];
  const calls = withIndexes(list.filter(Boolean).map((entry) => callPiece(fieldsOf(entry))));
  return legacy.name || legacy.arguments
    ? [...calls, callPiece({ index: 0, function: legacy })]
    : calls;
}

/** Several named calls in one list are as many calls, whatever they lack. */
function withIndexes(calls: CallPiece[]): CallPiece[] {
  const named = calls.length > 1 && calls.every(({ name, index }) => name && index === undefined);
  return named ? calls.map((call, index) => ({ ...call, index })) : calls;
}

function callPiece(call: Fields): CallPiece {
  const body =
    typeof call.function === 'object' && call.function !== null ? fieldsOf(call.function) : call;
  const args = body.arguments ?? body.input ?? body.parameters;
  const whole = typeof args === 'object' && args !== null;
  const signature = fieldsOf(fieldsOf(call.extra_content).google).thought_signature;
  return {
    ...optional('index', numberOf(call.index ?? body.index)),
    ...optional('id', textOf(call.id)?.trim() || undefined),
    ...optional('name', textOf(body.name) || undefined),
    ...optional('args', whole ? JSON.stringify(args) : textOf(args)),
    ...(whole ? { whole } : {}),
    ...optional('thoughtSignature', textOf(signature)),
  };
}

/** An error is one wherever it stands; `error: null` and `success: true` are none. */
function errorOf(payload: Fields): unknown {
  if (nonEmpty(payload.error)) return payload;
  if (nonEmpty(payload.errors)) return payload;
  const base = numberOf(fieldsOf(payload.base_resp).status_code);
  if (base) return payload;
  const named = payload.object === 'error' || payload.type === 'error' || payload.success === false;
  const chunk = 'choices' in payload || payload.object === 'chat.completion.chunk';
  const complains =
    !chunk &&
    ['detail', 'error_msg', 'msg', 'message'].some((key) => typeof payload[key] === 'string');
  return named || complains ? payload : undefined;
}

/** Counts come as numbers or as strings; what is missing stays unknown. */
function usageOf(value: unknown): LanguageModelV4Usage | undefined {
  const usage = fieldsOf(value);
  const input = numberOf(usage.prompt_tokens ?? usage.input_tokens);
  const output = numberOf(usage.completion_tokens ?? usage.output_tokens);
  if (input === undefined && output === undefined) return undefined;
  const cached = numberOf(
    fieldsOf(usage.prompt_tokens_details ?? usage.input_tokens_details).cached_tokens ??
      usage.prompt_cache_hit_tokens ??
      usage.cached_tokens,
  );
  const reasoning = numberOf(
    fieldsOf(usage.completion_tokens_details ?? usage.output_tokens_details).reasoning_tokens ??
      usage.reasoning_tokens,
  );
  return {
    inputTokens: {
      total: input,
      noCache: minus(input, cached),
      cacheRead: cached,
      cacheWrite: undefined,
    },
    outputTokens: { total: output, text: minus(output, reasoning), reasoning },
  };
}

function minus(total: number | undefined, part: number | undefined): number | undefined {
  return total === undefined ? undefined : Math.max(0, total - (part ?? 0));
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Fields)
    : {};
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function textOf(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? value : undefined;
}

/** The text of a string, of a part with a text, or of a list of those. */
function plainText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(plainText).join('');
  const { text, content } = fieldsOf(value);
  return textOf(text) ?? textOf(content) ?? '';
}

function numberOf(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value !== 'string' || !value.trim()) return undefined;
  const number = Number(value);
  return Number.isFinite(number) ? number : undefined;
}

function nonEmpty(value: unknown): unknown {
  if (Array.isArray(value)) return value.length > 0 ? value : undefined;
  if (typeof value === 'object' && value !== null)
    return Object.keys(value).length > 0 ? value : undefined;
  return typeof value === 'string' && value ? value : undefined;
}

function optional<K extends string, V>(key: K, value: V | undefined): { [P in K]?: V } {
  return (value === undefined ? {} : { [key]: value }) as { [P in K]?: V };
}
