import { route } from '#lib/http/respond';
import { defaultModelId } from '#lib/models/resolve';
import { selectActiveRuns } from '#lib/store/runs';

export const dynamic = 'force-dynamic';

export const GET = route(async () => {
  const runs = await selectActiveRuns();
  return Response.json({ ok: true, model: await defaultModelId(), activeRuns: runs.length });
});
