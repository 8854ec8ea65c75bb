import { readJson } from '#lib/http/read-json';
import { route } from '#lib/http/respond';
import { changeConnection, connectionInput, dropConnection } from '#lib/models/connections/manage';

interface Context {
  params: Promise<{ id: string }>;
}

export const PATCH = route(async (request: Request, { params }: Context) => {
  const { id } = await params;
  return Response.json(
    await changeConnection(id, await readJson(request, connectionInput.partial())),
  );
});

export const DELETE = route(async (_request: Request, { params }: Context) => {
  await dropConnection((await params).id);
  return new Response(null, { status: 204 });
});
