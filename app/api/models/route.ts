import { route } from '#lib/http/respond';
import { listModels } from '#lib/models/list';

export const dynamic = 'force-dynamic';

export const GET = route(async () => Response.json(await listModels()));
