import type { JSONSchema7 } from '@ai-sdk/provider';
import { z } from 'zod';
import type { Tool } from '#lib/tools/tool';
import { plainText } from './plain-text.ts';

type JsonObject = Record<string, unknown>;

const PROSE = new Set(['title', 'description', '$comment']);
const PROSE_CHARS = 600;
const MAX_SCHEMA_CHARS = 40_000;

/**
 * A server's schema in both forms that a tool needs: as the model sees it, which is as the server wrote
 * it but for hidden characters and overlong prose, and as a check of inputs.
 * @throws RangeError for a schema that is nested too deeply to be walked
 */
export function toolInput(schema: JsonObject): Required<Pick<Tool, 'input' | 'inputSchema'>> {
  const written = JSON.stringify(schema);
  const clean: JsonObject = JSON.parse(written, (key, value) =>
    typeof value === 'string' && PROSE.has(key) ? plainText(value, PROSE_CHARS) : value,
  );
  const whole = { ...clean, type: 'object', properties: clean.properties ?? {} };
  const shown = written.length > MAX_SCHEMA_CHARS ? { type: 'object', properties: {} } : whole;
  return { input: inputType(whole), inputSchema: shown as JSONSchema7 };
}

/**
 * Refuses what the schema clearly forbids and passes the rest on as it was written: defaults are the
 * server's to fill in, and so is the last word on an input.
 */
function inputType(schema: JsonObject): z.ZodType {
  const check = converted(schema);
  return z.looseObject({}).check((payload) => {
    for (const { path, message } of issuesOf(check, payload.value)) {
      payload.issues.push({ code: 'custom', path, message, input: payload.value });
    }
  });
}

function converted(schema: JsonObject): z.ZodType {
  // Servers name any draft; where the shared parts stand says which one is meant.
  const { $schema: _, ...plain } = schema;
  // `format` only annotates, but zod would check it.
  const text = JSON.stringify(plain, (key, value) =>
    key === 'format' && typeof value === 'string' ? undefined : value,
  );
  try {
    return z.fromJSONSchema(JSON.parse(text), {
      defaultTarget: plain.definitions && !plain.$defs ? 'draft-7' : 'draft-2020-12',
      registry: z.registry(),
    });
  } catch {
    // Keywords or references that zod does not know.
    return z.looseObject({});
  }
}

function issuesOf(check: z.ZodType, value: unknown): readonly z.core.$ZodIssue[] {
  try {
    return check.safeParse(value).error?.issues ?? [];
  } catch {
    // Some combinations only turn out impossible for zod when they meet a value.
    return [];
  }
}
