import { z } from 'zod';
import { AppError } from '#lib/errors';
import type { OutputSlice } from '#lib/events/api';
import { route } from '#lib/http/respond';
import { findOutput } from '#lib/store/outputs';
import { findRun } from '#lib/store/runs';

interface Context {
  params: Promise<{ id: string; ref: string }>;
}

const range = z.object({
  offset: z.coerce.number().int().min(0).default(0),
  limit: z.coerce.number().int().min(1).max(1_000_000).default(100_000),
});

export const GET = route(async (request: Request, { params }: Context) => {
  const { id, ref } = await params;
  const asked = range.safeParse(Object.fromEntries(new URL(request.url).searchParams));
  if (!asked.success) throw new AppError('invalid_request', 'offset and limit must be numbers.');
  const run = await findRun(id);
  const text = run && (await findOutput(run.chatId, ref));
  if (text === undefined) throw new AppError('unknown_output', `There is no output "${ref}".`);
  const { offset, limit } = asked.data;
  const slice: OutputSlice = {
    ref,
    text: text.slice(offset, offset + limit).toWellFormed(),
    offset,
    total: text.length,
  };
  return Response.json(slice);
});
