import { readJson } from '#lib/http/read-json';
import { route } from '#lib/http/respond';
import { waitingMessage } from '#lib/http/waiting-message';
import { requireRun } from '#lib/runs/control';
import { sendLater } from '#lib/runs/start';

export const POST = route(
  async (request: Request, { params }: { params: Promise<{ id: string }> }) => {
    const { id } = await params;
    const { message, mode = 'steer' } = await readJson(request, waitingMessage);
    const { chatId } = await requireRun(id);
    return Response.json(await sendLater(chatId, message, mode), { status: 202 });
  },
);
