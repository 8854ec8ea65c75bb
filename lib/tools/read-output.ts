import { z } from 'zod';
import { VISIBLE_CHARS } from './shape.ts';
import { defineTool, failure } from './tool.ts';

const input = z.object({
  ref: z.string().min(1).describe('The ref that stands where a result was cut.'),
  offset: z
    .number()
    .int()
    .min(0)
    .default(0)
    .describe('First character to read; the first one is 0.'),
  limit: z
    .number()
    .int()
    .min(1)
    .max(VISIBLE_CHARS)
    .default(VISIBLE_CHARS)
    .describe(`How many characters to read, at most ${VISIBLE_CHARS}.`),
});

export const readOutputTool = defineTool({
  name: 'read_output',
  description:
    'Reads more of an earlier tool result that was cut because it was long. The place of the cut names the ref.',
  input,
  effect: 'none',
  timeoutMs: 30_000,
  async execute({ ref, offset, limit }, { readOutput }) {
    const whole = await readOutput(ref);
    if (whole === undefined)
      return failure('not_found', `There is no output ${JSON.stringify(ref)}.`);
    const total = whole.length;
    if (offset > total) {
      return failure('invalid_input', `The output has ${total} characters; offset is ${offset}.`);
    }
    const start = boundary(whole, offset);
    const text = whole.slice(start, Math.max(boundary(whole, offset + limit), start));
    return { ok: true, ref, text, offset: start, total };
  },
  toModel(result) {
    if (!result.ok) return `Error: ${result.error.message}`;
    const text = String(result.text);
    const offset = Number(result.offset);
    return `[characters ${offset}–${offset + text.length} of ${result.total}]\n${text}`;
  },
});

/** Never between the halves of a character. */
function boundary(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff ? at - 1 : at;
}
