import { leadingValues } from './json-scan.ts';
import type { MarkupCall } from './markup-calls.ts';

export function jsonCall(value: unknown): MarkupCall[] {
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

/**
 * A call whose JSON is none: the arguments go on as the model wrote them, since what only their form
 * keeps from running is mended in one place, behind. What names no tool is no call.
 * @param torn the text ended inside: what has begun is handed on, so that the model hears of it
 */
export function brokenCall(text: string, torn: boolean): MarkupCall[] {
  const key = /["'](?:arguments|parameters|input|args)["']\s*:\s*/.exec(text);
  const before = key ? text.slice(0, key.index) : text;
  const name =
    /["'](?:name|tool_name|tool|function)["']\s*:\s*["']([^"'\n]{1,128})["']/.exec(before)?.[1] ??
    (torn ? 'unknown' : undefined);
  if (name === undefined) return [];
  const written = key ? text.slice(key.index + key[0].length) : '{';
  return [{ name, args: leadingValues(written).values[0] ?? written.trim() }];
}

/** Arguments as parameter tags, or as JSON. */
export function argsOf(body: string): string {
  const tags = body.matchAll(
    /<(?:[｜\w]+[｜:])?parameter(?:=|\s+name=")([\w.-]{1,128})"?[^<>]{0,200}>([\s\S]*?)(?:<\/(?:[｜\w]+[｜:])?parameter>|$)/g,
  );
  const pairs = [...tags].map(([, name = '', value = '']): [string, string] => [name, value]);
  if (pairs.length > 0) return toJson(pairs);
  return withoutFence(body) || '{}';
}

/** Values of tags stay texts: what the tool's schema wants of them is seen later. One line break each side is layout. */
export function toJson(pairs: [string, string][]): string {
  return JSON.stringify(
    Object.fromEntries(pairs.map(([name, value]) => [name, value.replace(/^\n|\n$/g, '')])),
  );
}

export function withoutFence(text: string): string {
  const trimmed = text.trim();
  const body = trimmed.startsWith('```') ? trimmed.replace(/^```\w*/, '') : trimmed;
  return (body.endsWith('```') ? body.slice(0, -3) : body).trim();
}

export function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
