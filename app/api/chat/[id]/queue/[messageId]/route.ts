import { readJson } from '#lib/http/read-json';
import { route } from '#lib/http/respond';
import { waitingChange } from '#lib/http/waiting-message';
import { changeQueued, removeQueued } from '#lib/runs/queue';

interface Context {
  params: Promise<{ id: string; messageId: string }>;
}

export const PATCH = route(async (request: Request, { params }: Context) => {
  const { id, messageId } = await params;
  const { message, mode } = await readJson(request, waitingChange);
  await changeQueued(id, messageId, {
    ...(message === undefined ? {} : { text: message }),
    ...(mode ? { mode } : {}),
  });
  return new Response(null, { status: 204 });
});

export const DELETE = route(async (_request: Request, { params }: Context) => {
  const { id, messageId } = await params;
  await removeQueued(id, messageId);
  return new Response(null, { status: 204 });
});
