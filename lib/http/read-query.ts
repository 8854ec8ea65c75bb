import type { z } from 'zod';
import { AppError } from '#lib/errors';

/**
 * Reads and checks the query of a request's address.
 * @throws AppError `invalid_request`
 */
export function readQuery<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
): z.output<Schema> {
  const parsed = schema.safeParse(Object.fromEntries(new URL(request.url).searchParams));
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new AppError('invalid_request', `${issue?.path.join('.')}: ${issue?.message}`);
}
