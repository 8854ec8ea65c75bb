import { z } from 'zod';
import { approval, engine, maxSteps } from '#lib/http/chat-request';
import { readJson } from '#lib/http/read-json';
import { route } from '#lib/http/respond';
import { continueRun } from '#lib/runs/start';

const options = z.object({
  maxSteps: maxSteps.optional(),
  model: z.string().max(300).optional(),
  engine: engine.optional(),
  approval: approval.optional(),
});

export const POST = route(
  async (request: Request, { params }: { params: Promise<{ id: string }> }) => {
    const { id } = await params;
    const started = await continueRun(id, await readJson(request, options));
    return Response.json(started, { status: 202 });
  },
);
