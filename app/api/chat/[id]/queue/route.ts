import { readJson } from '#lib/http/read-json';
import { route } from '#lib/http/respond';
import { waitingMessage, waitingOrder } from '#lib/http/waiting-message';
import { reorderQueue } from '#lib/runs/queue';
import { sendLater } from '#lib/runs/start';

interface Context {
  params: Promise<{ id: string }>;
}

export const POST = route(async (request: Request, { params }: Context) => {
  const { id } = await params;
  const { message, mode = 'queue' } = await readJson(request, waitingMessage);
  return Response.json(await sendLater(id, message, mode), { status: 202 });
});

export const PATCH = route(async (request: Request, { params }: Context) => {
  const { id } = await params;
  const { order } = await readJson(request, waitingOrder);
  await reorderQueue(id, order);
  return new Response(null, { status: 204 });
});
