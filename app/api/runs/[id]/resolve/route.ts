import { z } from 'zod';
import { readJson } from '#lib/http/read-json';
import { route } from '#lib/http/respond';
import { resolveCall } from '#lib/runs/resolve-call';

const word = z.object({
  callId: z.string().min(1).max(200),
  resolution: z.enum(['run-again', 'worked', 'continue', 'stop']),
});

export const POST = route(
  async (request: Request, { params }: { params: Promise<{ id: string }> }) => {
    const { id } = await params;
    const { callId, resolution } = await readJson(request, word);
    const started = await resolveCall(id, callId, resolution);
    return Response.json({ runId: id, callId, resolution, ...(started ? { started } : {}) });
  },
);
