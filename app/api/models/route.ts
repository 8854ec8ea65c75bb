import { z } from 'zod';
import { readJson } from '#lib/http/read-json';
import { route } from '#lib/http/respond';
import { chooseDefault } from '#lib/models/connections/manage';
import { listModels } from '#lib/models/list';

export const dynamic = 'force-dynamic';

const change = z.object({ defaultModel: z.string().min(1).max(300) });

export const GET = route(async () => Response.json(await listModels({ ask: true })));

export const PATCH = route(async (request: Request) => {
  await chooseDefault((await readJson(request, change)).defaultModel);
  return new Response(null, { status: 204 });
});
