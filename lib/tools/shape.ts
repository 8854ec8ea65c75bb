import type { ToolResult, Truncation } from './tool.ts';

/** What the model (and the log) gets of one text of a result, in characters; the whole is kept beside the log. */
export const VISIBLE_CHARS = 12_000;
const HEAD_SHARE = 0.6;
const MAX_DEPTH = 24;
const MAX_ITEMS = 2000;

/**
 * Makes any value plain JSON that every store, stream and provider accepts: no BigInt, cycle,
 * function, control character or lone surrogate.
 */
export function sanitise(value: unknown): unknown {
  return clean(value, new Set(), 0);
}

function clean(value: unknown, above: Set<object>, depth: number): unknown {
  switch (typeof value) {
    case 'string':
      return cleanText(value);
    case 'number':
      // JSON has no -0 either.
      return Number.isFinite(value) ? value + 0 : String(value);
    case 'boolean':
      return value;
    case 'bigint':
      return value.toString();
    case 'object':
      if (value === null) return null;
      if (above.has(value)) return '[circular]';
      if (depth >= MAX_DEPTH) return '[nested too deeply]';
      return cleanObject(value, above, depth);
    default:
      return null;
  }
}

function cleanObject(value: object, above: Set<object>, depth: number): unknown {
  if (value instanceof Uint8Array) return `[binary, ${value.byteLength} bytes]`;
  if ('toJSON' in value && typeof value.toJSON === 'function') {
    return clean(value.toJSON(), above, depth + 1);
  }
  const inner = new Set(above).add(value);
  if (Array.isArray(value)) {
    const items = value.slice(0, MAX_ITEMS).map((item) => clean(item, inner, depth + 1));
    if (value.length > MAX_ITEMS) items.push(`[${value.length - MAX_ITEMS} more]`);
    return items;
  }
  const entries = Object.entries(value).filter(([, field]) => field !== undefined);
  return Object.fromEntries(
    entries.map(([key, field]) => [cleanText(key), clean(field, inner, depth + 1)]),
  );
}

/** Lone surrogates and control characters, but for tab, line ends and the escape of terminal colours. */
function cleanText(text: string): string {
  return text.replace(/\p{Cs}/gu, '?').replace(/[^\P{Cc}\t\n\r]/gu, visibleControl);
}

function visibleControl(character: string): string {
  const code = character.charCodeAt(0);
  if (code === 0x1b) return character;
  return code < 0x20 ? String.fromCharCode(0x2400 + code) : '';
}

/** Cuts a text to its head and tail, at line ends where they are near, never inside a character. */
export function clip(text: string, ref: string, max = VISIBLE_CHARS): string {
  const head = headEnd(text, Math.floor(max * HEAD_SHARE));
  const tail = tailStart(text, text.length - (max - head));
  const gap = text.slice(head, tail);
  const lines = countLines(gap);
  return `${text.slice(0, head)}\n… [${gap.length} characters, ${lines} lines left out; read_output with ref "${ref}" reads them] …\n${text.slice(tail)}`;
}

function headEnd(text: string, at: number): number {
  const line = text.lastIndexOf('\n', at);
  return line > at * 0.8 ? line : beforeSurrogate(text, at);
}

function tailStart(text: string, at: number): number {
  const line = text.indexOf('\n', at);
  const near = line >= 0 && line - at < (text.length - at) * 0.2;
  return near ? line + 1 : beforeSurrogate(text, at);
}

function beforeSurrogate(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff ? at - 1 : at;
}

/** Line breaks in a text. */
export function countLines(text: string): number {
  let lines = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++;
  return lines;
}

/**
 * Cuts every long text of a sanitised result and hands its whole to `keep`, which answers the ref to
 * read it by.
 */
export async function cap(
  result: ToolResult,
  keep: (text: string) => Promise<string>,
): Promise<ToolResult> {
  const truncated: Truncation[] = [];
  const visit = async (value: unknown, field: string): Promise<unknown> => {
    if (typeof value === 'string' && value.length > VISIBLE_CHARS) {
      const ref = await keep(value);
      truncated.push({ field, ref, chars: value.length, lines: countLines(value) });
      return clip(value, ref);
    }
    if (Array.isArray(value)) {
      return Promise.all(value.map((item, i) => visit(item, `${field}.${i}`)));
    }
    if (typeof value !== 'object' || value === null) return value;
    const fields = Object.entries(value).map(async ([key, inner]) => [
      key,
      await visit(inner, field ? `${field}.${key}` : key),
    ]);
    return Object.fromEntries(await Promise.all(fields));
  };
  const capped = (await visit(result, '')) as ToolResult;
  return truncated.length > 0 ? { ...capped, truncated } : capped;
}
