import { env } from '#lib/env';
import { route } from '#lib/http/respond';
import { defaultModelId } from '#lib/models/resolve';
import { allLive } from '#lib/runs/live';

export const dynamic = 'force-dynamic';

export const GET = route(async () => {
  // Where people sign in, a stranger learns no more than that the server is there.
  if (env().access === 'accounts') return Response.json({ ok: true });
  return Response.json({ ok: true, model: await defaultModelId(), activeRuns: allLive().length });
});
