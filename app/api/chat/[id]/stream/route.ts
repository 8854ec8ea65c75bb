import { z } from 'zod';
import { stillAllowed } from '#lib/access/still-allowed';
import { AppError } from '#lib/errors';
import { eventStream } from '#lib/http/event-stream';
import { route } from '#lib/http/respond';
import { follow } from '#lib/runs/follow';
import { findActiveRun } from '#lib/store/runs';

interface Context {
  params: Promise<{ id: string }>;
}

const position = z.coerce.number().int().min(0);

export const GET = route(async (request: Request, { params }: Context) => {
  const { id } = await params;
  const asked =
    request.headers.get('last-event-id') ?? new URL(request.url).searchParams.get('after') ?? '0';
  const after = position.safeParse(asked);
  if (!after.success) throw new AppError('invalid_request', 'after must be an event number.');
  const run = await findActiveRun(id);
  if (!run) return new Response(null, { status: 204 });
  return eventStream(
    (signal) => follow(run.id, after.data, signal),
    { 'x-chat-id': id, 'x-run-id': run.id },
    stillAllowed(request.headers, id),
  );
});
