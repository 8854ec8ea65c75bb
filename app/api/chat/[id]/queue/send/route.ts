import { route } from '#lib/http/respond';
import { sendQueued } from '#lib/runs/start';

export const POST = route(
  async (_request: Request, { params }: { params: Promise<{ id: string }> }) => {
    const { id } = await params;
    await sendQueued(id);
    return new Response(null, { status: 204 });
  },
);
