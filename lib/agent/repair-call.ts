import type { LanguageModelV4ToolCall } from '@ai-sdk/provider';
import {
  InvalidToolInputError,
  NoSuchToolError,
  type ToolCallRepairFunction,
  type ToolSet,
} from 'ai';
import { jsonrepair } from 'jsonrepair';
import { withoutFence } from '#lib/models/chat-completions/written-args';
import { isCutOff } from './json-cut.ts';

/**
 * Mends a call that only its form keeps from running: a name with another case or a prefix, JSON with
 * quotes or commas astray, JSON inside a string, a number written as a text. A call whose arguments end
 * in the middle is never mended: half an order is not what was ordered.
 */
export const repairCall: ToolCallRepairFunction<ToolSet> = async ({
  toolCall,
  tools,
  error,
  inputSchema,
}) => {
  if (NoSuchToolError.isInstance(error)) {
    const name = Object.keys(tools).find((known) => loose(known) === loose(toolCall.toolName));
    return name === undefined || name === toolCall.toolName
      ? null
      : { ...toolCall, toolName: name };
  }
  if (!InvalidToolInputError.isInstance(error)) return null;
  const input = objectIn(toolCall.input);
  if (!input) return null;
  const schema = await inputSchema({ toolName: toolCall.toolName });
  return changed(toolCall, JSON.stringify(coerce(input, schema)));
};

function changed(call: LanguageModelV4ToolCall, input: string): LanguageModelV4ToolCall | null {
  return input === call.input ? null : { ...call, input };
}

function loose(name: string): string {
  return name
    .replace(/^.*[.:/]/, '')
    .toLowerCase()
    .replace(/[-_\s]/g, '');
}

/** The JSON object that a text means; undefined when it means none, or only a part of one is there. */
function objectIn(text: string): Record<string, unknown> | undefined {
  let value = parseMended(withoutFence(text));
  // Encoded twice: the object stands in a string.
  if (typeof value === 'string') value = parseMended(value);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return value as Record<string, unknown>;
}

function parseMended(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    if (!text.startsWith('{') || isCutOff(text)) return undefined;
  }
  try {
    return JSON.parse(jsonrepair(text));
  } catch {
    return undefined;
  }
}

/** Texts become the numbers, flags, lists and objects that the schema wants in their place. */
function coerce(
  input: Record<string, unknown>,
  schema: { properties?: unknown },
): Record<string, unknown> {
  const fields = (schema.properties ?? {}) as Record<string, { type?: unknown }>;
  const entries = Object.entries(input).map(([name, value]) => {
    const type = fields[name]?.type;
    if (type === 'string' && (typeof value === 'number' || typeof value === 'boolean'))
      return [name, String(value)];
    if (typeof value !== 'string' || typeof type !== 'string' || type === 'string')
      return [name, value];
    const meant = parseMended(value.trim());
    return [name, meant === undefined ? value : meant];
  });
  return Object.fromEntries(entries);
}
