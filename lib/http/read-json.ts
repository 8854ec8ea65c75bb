import type { z } from 'zod';
import { AppError } from '#lib/errors';

/** Room for the longest message with a client's whole history around it, in bytes. */
const MAX_BODY = 8 * 1024 * 1024;

/**
 * Reads a JSON body and checks it.
 * @throws AppError `unsupported_media_type`, `body_too_large`, `invalid_request`
 */
export async function readJson<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
): Promise<z.output<Schema>> {
  // Only a JSON content type makes a browser ask before a foreign page may send.
  if (!/^application\/json\b/i.test(request.headers.get('content-type') ?? '')) {
    throw new AppError('unsupported_media_type', 'The body must be application/json.');
  }
  const parsed = schema.safeParse(parse(await readText(request)));
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const field = issue?.path.join('.');
  throw new AppError(
    field === 'maxSteps' ? 'invalid_max_steps' : 'invalid_request',
    field ? `${field}: ${issue?.message}` : (issue?.message ?? 'The body is not valid.'),
  );
}

async function readText(request: Request): Promise<string> {
  const decoder = new TextDecoder();
  let size = 0;
  let text = '';
  for await (const bytes of request.body ?? []) {
    size += bytes.byteLength;
    if (size > MAX_BODY) {
      throw new AppError('body_too_large', `The body is larger than ${MAX_BODY} bytes.`);
    }
    text += decoder.decode(bytes, { stream: true });
  }
  return text + decoder.decode();
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new AppError('invalid_request', 'The body is not valid JSON.');
  }
}
