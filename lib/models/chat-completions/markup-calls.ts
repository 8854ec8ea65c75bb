/** A tool call that a model wrote into its text. */
export interface MarkupCall {
  name: string;
  /** The text of the arguments, JSON if the model wrote well. */
  args: string;
}

/**
 * The calls in a block of call markup; empty when the block is none.
 * @param open the tag that opened it
 * @param torn the text ended inside: a call that had begun is handed on with what there is of it
 */
export function callsInBlock(open: string, inside: string, torn: boolean): MarkupCall[] {
  const calls = readBlock(open, inside, torn);
  return torn ? withCutEnd(calls, inside) : calls;
}

/** Tags turn half an argument into whole JSON: a call that ends inside of one must be seen to be cut. */
function withCutEnd(calls: MarkupCall[], inside: string): MarkupCall[] {
  const inTags = /<(?:[｜\w]+[｜:])?(?:parameter|arg_value)\b/.test(inside);
  const last = calls.at(-1);
  if (!last || !inTags || /<\/[^<>]+>\s*$/.test(inside)) return calls;
  return [...calls.slice(0, -1), { ...last, args: last.args.replace(/"?\}$/, '') }];
}

function readBlock(open: string, inside: string, torn: boolean): MarkupCall[] {
  const named = /^<(?:function=|invoke name=")([^">]+)/.exec(open)?.[1];
  if (named) return [{ name: named, args: argsOf(inside) }];
  const found = READERS.map((read) => read(inside)).find((calls) => calls.length > 0);
  if (found) return found;
  return torn && looksLikeCall(inside) ? [tornCall(inside)] : [];
}

/** Whether a text that is no whole call was meant to be one. */
export function looksLikeCall(inside: string): boolean {
  return /^\s*(\{|<(function|invoke|parameter)|\[\s*\{)/.test(inside);
}

type Reader = (inside: string) => MarkupCall[];

const READERS: readonly Reader[] = [invokes, functions, kimi, deepSeek, glm, jsonCalls];

/** `<invoke name="bash"><parameter name="command">ls</parameter></invoke>` (MiniMax, Anthropic, DSML) */
function invokes(inside: string): MarkupCall[] {
  const blocks = inside.matchAll(
    /<(?:[｜\w]+[｜:])?invoke name="([^"]+)"\s*>([\s\S]*?)(?:<\/(?:[｜\w]+[｜:])?invoke>|$)/g,
  );
  return [...blocks].map(([, name = '', body = '']) => ({ name, args: argsOf(body) }));
}

/** `<function=bash><parameter=command>ls</parameter></function>` (Qwen coder, Llama) */
function functions(inside: string): MarkupCall[] {
  const blocks = inside.matchAll(/<function=([\w.:-]+)>([\s\S]*?)(?:<\/function>|$)/g);
  return [...blocks].map(([, name = '', body = '']) => ({ name, args: argsOf(body) }));
}

/** `<|tool_call_begin|>functions.bash:0<|tool_call_argument_begin|>{…}<|tool_call_end|>` */
function kimi(inside: string): MarkupCall[] {
  const blocks = inside.matchAll(
    /([\w.:-]+)\s*<\|tool_call_argument_begin\|>([\s\S]*?)(?:<\|tool_call_end\|>|$)/g,
  );
  return [...blocks].map(([, name = '', args = '']) => ({ name, args: args.trim() }));
}

/** `function<｜tool▁sep｜>bash` and the arguments in a fence, or `bash<｜tool▁sep｜>{…}` */
function deepSeek(inside: string): MarkupCall[] {
  const calls = inside
    .split(/<｜tool▁call▁(?:begin|end)｜>/)
    .filter((part) => part.includes('<｜tool▁sep｜>'));
  return calls.map((part) => {
    const [before = '', after = ''] = part.split('<｜tool▁sep｜>');
    if (before.trim() !== 'function') return { name: before.trim(), args: after.trim() };
    const [name = '', ...args] = after.split('\n');
    return { name: name.trim(), args: withoutFence(args.join('\n')) };
  });
}

/** `bash<arg_key>command</arg_key><arg_value>ls</arg_value>` (GLM) */
function glm(inside: string): MarkupCall[] {
  const name = /^\s*([\w.:-]+)\s*(?=<arg_key>)/.exec(inside)?.[1];
  if (!name) return [];
  const pairs = inside.matchAll(
    /<arg_key>([\s\S]*?)<\/arg_key>\s*<arg_value>([\s\S]*?)(?:<\/arg_value>|$)/g,
  );
  return [
    { name, args: toJson([...pairs].map(([, key = '', value = '']) => [key.trim(), value])) },
  ];
}

/** One call as JSON, a list of them, or several one after the other (Hermes, Qwen, Mistral, Llama). */
function jsonCalls(inside: string): MarkupCall[] {
  const named = /^\s*([\w.:-]+)\s*(?:\[ARGS\]|\()?\s*(\{[\s\S]*\})\s*\)?\s*$/.exec(inside);
  if (named?.[1] && parse(named[2] ?? '') !== undefined)
    return [{ name: named[1], args: named[2] ?? '' }];
  const text = withoutFence(inside);
  const whole = parse(text);
  const values =
    whole === undefined ? text.split(/\n(?=\s*\{)/).map((line) => parse(line)) : [whole].flat();
  return values.flatMap(jsonCall);
}

function jsonCall(value: unknown): MarkupCall[] {
  if (typeof value !== 'object' || value === null) return [];
  const fields = value as Record<string, unknown>;
  const body =
    typeof fields.function === 'object' && fields.function !== null
      ? (fields.function as Record<string, unknown>)
      : fields;
  const name = body.name ?? body.tool_name ?? body.tool ?? fields.function;
  const args = body.arguments ?? body.parameters ?? body.input ?? body.args ?? {};
  if (typeof name !== 'string') return [];
  return [{ name, args: typeof args === 'string' ? args : JSON.stringify(args) }];
}

function tornCall(inside: string): MarkupCall {
  const name = /"(?:name|tool_name)"\s*:\s*"([^"]+)"/.exec(inside)?.[1] ?? 'unknown';
  const args = /"(?:arguments|parameters|input)"\s*:\s*([\s\S]*)$/.exec(inside)?.[1] ?? '{';
  return { name, args };
}

/** Arguments as parameter tags, or as JSON. */
function argsOf(body: string): string {
  const tags = body.matchAll(
    /<(?:[｜\w]+[｜:])?parameter(?:=|\s+name=")([\w.-]+)"?[^>]*>([\s\S]*?)(?:<\/(?:[｜\w]+[｜:])?parameter>|$)/g,
  );
  const pairs = [...tags].map(([, name = '', value = '']): [string, string] => [name, value]);
  if (pairs.length > 0) return toJson(pairs);
  return withoutFence(body) || '{}';
}

/** Values of tags stay texts: what the tool's schema wants of them is seen later. One line break each side is layout. */
function toJson(pairs: [string, string][]): string {
  return JSON.stringify(
    Object.fromEntries(pairs.map(([name, value]) => [name, value.replace(/^\n|\n$/g, '')])),
  );
}

function withoutFence(text: string): string {
  return text.trim().replace(/^```\w*\s*|\s*```$/g, '');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
