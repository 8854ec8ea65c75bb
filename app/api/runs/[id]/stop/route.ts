import { route } from '#lib/http/respond';
import { stopRun } from '#lib/runs/control';

export const POST = route(
  async (_request: Request, { params }: { params: Promise<{ id: string }> }) => {
    const { id } = await params;
    await stopRun(id);
    return Response.json({ runId: id, status: 'ended' });
  },
);
