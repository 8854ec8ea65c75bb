import { leadingValues } from './json-scan.ts';
import { argsOf, brokenCall, jsonCall, parse, toJson, withoutFence } from './written-args.ts';

/** A tool call that a model wrote into its text. */
export interface MarkupCall {
  name: string;
  /** The text of the arguments, JSON if the model wrote well. */
  args: string;
}

export interface BlockText {
  /** The tag that opened it; empty for a call as plain JSON. */
  open: string;
  inside: string;
  /** The text ended inside: a call that had begun is handed on with what there is of it. */
  torn: boolean;
  isTool(name: string): boolean;
}

/** The calls in a block of call markup; empty when the block is none. */
export function callsInBlock(block: BlockText): MarkupCall[] {
  const calls = readBlock(block);
  return block.torn ? withCutEnd(calls, block.inside) : calls;
}

/** Tags turn half an argument into whole JSON: a call that ends inside of one must be seen to be cut. */
function withCutEnd(calls: MarkupCall[], inside: string): MarkupCall[] {
  const inTags = /<(?:[｜\w]+[｜:])?(?:parameter|arg_key)\b/.test(inside);
  const last = calls.at(-1);
  const closed = /<\/(?!arg_key)[^<>]{1,80}>$/.test(inside.trimEnd());
  if (!last || !inTags || closed) return calls;
  return [...calls.slice(0, -1), { ...last, args: last.args.replace(/"?\}$/, '') }];
}

function readBlock(block: BlockText): MarkupCall[] {
  const { open, inside } = block;
  const named = /^<(?:function=|invoke name=")([^">]+)/.exec(open)?.[1];
  if (named) {
    const args = argsOf(inside);
    return [{ name: named, args: block.torn && args === '{}' ? '{' : args }];
  }
  const text = inside.trimStart();
  const [, readers] = READERS.find(([form]) => form.test(text)) ?? [];
  for (const read of readers ?? []) {
    const calls = read(inside, block);
    if (calls.length > 0) return calls;
  }
  const begun = block.torn && /^\s*<(function|invoke|parameter)/.test(inside);
  return begun ? [{ name: 'unknown', args: '{' }] : [];
}

/** How the inside of a block begins that is written as JSON. */
export const JSON_FORM = /^(?:```|[{[]|[\w.:/-]{1,128}(?:\s*\{|[[(]))/;

type Reader = (inside: string, block: BlockText) => MarkupCall[];

/** By how a block begins: what looks like another form stands in its values. */
const READERS: readonly [RegExp, readonly Reader[]][] = [
  [JSON_FORM, [named, jsonCalls]],
  [/^<(?:[｜\w]+[｜:])?invoke\b/, [invokes]],
  [/^<function=/, [functions]],
  [/^/, [kimi, deepSeek, glm]],
];

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
  // Without the check and the limit, every letter of a long word would be tried as the start of a name.
  if (!inside.includes('<|tool_call_argument_begin|>')) return [];
  const blocks = inside.matchAll(
    /([\w.:-]{1,128})\s{0,8}<\|tool_call_argument_begin\|>([\s\S]*?)(?:<\|tool_call_end\|>|$)/g,
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

/** `bash<arg_key>command</arg_key><arg_value>ls</arg_value>`, or a tool's name alone (GLM) */
function glm(inside: string, { open, torn, isTool }: BlockText): MarkupCall[] {
  const text = inside.trim();
  if (open && !torn && /^[\w.:/-]{1,128}$/.test(text) && isTool(text))
    return [{ name: text, args: '{}' }];
  const name = /^([\w.:-]{1,128})\s*(?=<arg_key>)/.exec(text)?.[1];
  if (!name) return [];
  const pairs = inside.matchAll(
    /<arg_key>([^<]{0,200})<\/arg_key>\s*<arg_value>([\s\S]*?)(?:<\/arg_value>|$)/g,
  );
  return [
    { name, args: toJson([...pairs].map(([, key = '', value = '']) => [key.trim(), value])) },
  ];
}

/** `bash[ARGS]{…}`, `bash[CALL_ID]x[ARGS]{…}` or `bash({…})` (Mistral, Llama) */
function named(inside: string, { torn, isTool }: BlockText): MarkupCall[] {
  const text = withoutFence(inside);
  const [head, name = ''] =
    /^([\w.:/-]{1,128})\s*(?:\[CALL_ID\][\w-]{0,128})?(?:\[ARGS\]|\()?\s*(?=\{)/.exec(text) ?? [];
  if (head === undefined) return [];
  const { values, rest } = leadingValues(text.slice(head.length));
  const [args = '', ...more] = values;
  const alone = more.length === 0 && /^\)?;?$/.test(rest.trim());
  if (alone && parse(args) !== undefined) return [{ name, args }];
  return isTool(name) && (torn || alone) ? [{ name, args }] : [];
}

/** One call as JSON, a list of them, or several one after the other (Hermes, Qwen, Mistral, Llama). */
function jsonCalls(inside: string, { open, torn }: Pick<BlockText, 'open' | 'torn'>): MarkupCall[] {
  const { values, rest } = leadingValues(withoutFence(inside));
  // An answer that only begins with JSON is no call.
  const broken = values.some((text, i) => (i > 0 || !torn) && parse(text) === undefined);
  if (!open && (rest || broken)) return [];
  return values.flatMap((text, i): MarkupCall[] => {
    const value = parse(text);
    if (value !== undefined) return [value].flat().flatMap(jsonCall);
    const last = torn && i === values.length - 1;
    if (text.startsWith('[')) return jsonCalls(text.slice(1), { open: text, torn: last });
    return brokenCall(text, last);
  });
}
