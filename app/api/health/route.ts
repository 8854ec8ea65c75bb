import { route } from '#lib/http/respond';
import { defaultModelId } from '#lib/models/resolve';
import { allLive } from '#lib/runs/live';

export const dynamic = 'force-dynamic';

export const GET = route(async () => {
  return Response.json({ ok: true, model: await defaultModelId(), activeRuns: allLive().length });
});
