import { isDeepStrictEqual } from 'node:util';
import type { CallToolResult } from '@ai-sdk/mcp';
import { VISIBLE_CHARS } from '#lib/tools/shape';
import { failure, type ToolResult } from '#lib/tools/tool';
import { plainText } from './plain-text.ts';

const MESSAGE_CHARS = 500;

/** A server's answer as a result: its contents as `text`, its structured content as `data`. */
export function toolResult(answer: CallToolResult): ToolResult {
  const content = Array.isArray(answer.content) ? answer.content : [];
  const text = content.map(contentText).join('\n');
  const data = dataOf(answer.structuredContent ?? answer.toolResult, text);
  if (answer.isError !== true) return { ok: true, text, ...data };
  const message = plainText(text, MESSAGE_CHARS);
  const isWhole = message === plainText(text, text.length);
  const fields = isWhole ? data : { text, ...data };
  return failure('exec_failed', message || 'The tool reported an error.', fields);
}

/** How the model reads a result: without the marks of JSON around a text, and nothing twice. */
export function modelView(result: ToolResult): string {
  const { error, text, data } = result as { error?: { message: string } } & ToolResult;
  const lines = [
    error && `Error: ${error.message}`,
    text,
    data === undefined || isSame(text, data)
      ? undefined
      : typeof data === 'string'
        ? data
        : JSON.stringify(data),
  ];
  return lines.filter(Boolean).join('\n') || 'Done.';
}

/** Long data is given as its JSON, which is cut and kept like any long text, or not beside the same text. */
function dataOf(data: unknown, text: string): { data?: unknown } {
  if (data === undefined) return {};
  const json = JSON.stringify(data);
  if (json.length <= VISIBLE_CHARS) return { data };
  return isSame(text, data) ? {} : { data: json };
}

/** Servers repeat their structured content as a text for clients that do not know it. */
function isSame(text: unknown, data: unknown): boolean {
  try {
    return typeof text === 'string' && isDeepStrictEqual(JSON.parse(text), data);
  } catch {
    return false;
  }
}

type Content = { type: string } & Record<string, unknown>;

function contentText(content: Content): string {
  if (content.type === 'text') return String(content.text);
  const resource = (content.resource ?? content) as Record<string, unknown>;
  if (typeof resource.text === 'string') return resource.text;
  const notes = [content.type, resource.mimeType, resource.uri, resource.name];
  return `[${notes.filter((note) => typeof note === 'string').join(', ')}]`;
}
