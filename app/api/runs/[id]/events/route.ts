import { z } from 'zod';
import { readQuery } from '#lib/http/read-query';
import { route } from '#lib/http/respond';
import { requireRun } from '#lib/runs/control';
import { selectEvents } from '#lib/store/run-events';

const PAGE = 500;

const position = z.object({ after: z.coerce.number().int().min(0).default(0) });

/** A page of the run's log; the next one begins after the last event of this one. */
export const GET = route(
  async (request: Request, { params }: { params: Promise<{ id: string }> }) => {
    const { id } = await params;
    const { after } = readQuery(request, position);
    const run = await requireRun(id);
    return Response.json({
      status: run.status,
      reason: run.reason,
      events: await selectEvents(id, after, PAGE),
    });
  },
);
