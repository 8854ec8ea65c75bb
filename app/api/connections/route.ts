import { readJson } from '#lib/http/read-json';
import { route } from '#lib/http/respond';
import { addConnection, connectionInput, viewConnections } from '#lib/models/connections/manage';

export const dynamic = 'force-dynamic';

export const GET = route(async () => Response.json(await viewConnections()));

export const POST = route(async (request: Request) => {
  const connection = await addConnection(await readJson(request, connectionInput));
  return Response.json(connection, { status: 201 });
});
