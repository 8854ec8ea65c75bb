import { jsonrepair } from 'jsonrepair';
import { withoutFence } from '../chat-completions/written-args.ts';

interface ObjectSchema {
  properties?: Record<string, { type?: unknown }>;
  required?: string[];
}

/**
 * The arguments that a written input means: a JSON object as it is, anything else as the one field that
 * the tool needs.
 */
export function toolInput(text: string, schema: unknown): string {
  const trimmed = withoutFence(text);
  const parsed = parseLoosely(trimmed);
  if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed))
    return JSON.stringify(parsed);
  const { properties = {}, required = [] } = (schema ?? {}) as ObjectSchema;
  const names = Object.keys(properties);
  if (!trimmed || (schema && names.length === 0)) return '{}';
  const field = required[0] ?? names[0] ?? 'input';
  const named = new RegExp(`^${field}\\s*[=:：]\\s*([\\s\\S]*)$`).exec(trimmed)?.[1];
  const value = named ?? trimmed;
  const isText = properties[field]?.type === 'string';
  return JSON.stringify({ [field]: isText ? unquoted(value) : (parseLoosely(value) ?? value) });
}

function parseLoosely(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    if (!text.startsWith('{') || !text.endsWith('}')) return undefined;
  }
  try {
    return JSON.parse(jsonrepair(text));
  } catch {
    return undefined;
  }
}

function unquoted(text: string): string {
  return /^(["'`])([\s\S]*)\1$/.exec(text)?.[2] ?? /^[“「]([\s\S]*)[”」]$/.exec(text)?.[1] ?? text;
}
