import { z } from 'zod';
import { readJson } from '#lib/http/read-json';
import { route } from '#lib/http/respond';
import { decideCall } from '#lib/runs/control';

const decision = z.object({
  callId: z.string().min(1).max(200),
  approved: z.boolean(),
  reason: z.string().trim().max(2000).optional(),
});

export const POST = route(
  async (request: Request, { params }: { params: Promise<{ id: string }> }) => {
    const { id } = await params;
    const { callId, ...word } = await readJson(request, decision);
    await decideCall(id, callId, word);
    return Response.json({ runId: id, callId, approved: word.approved });
  },
);
