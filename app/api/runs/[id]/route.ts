import { AppError } from '#lib/errors';
import { route } from '#lib/http/respond';
import { findRun, toSummary } from '#lib/store/runs';

export const GET = route(
  async (_request: Request, { params }: { params: Promise<{ id: string }> }) => {
    const { id } = await params;
    const run = await findRun(id);
    if (!run) throw new AppError('unknown_run', `There is no run "${id}".`);
    return Response.json(toSummary(run));
  },
);
