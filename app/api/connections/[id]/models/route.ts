import { readJson } from '#lib/http/read-json';
import { route } from '#lib/http/respond';
import { changeModel, modelInput, modelsOf } from '#lib/models/connections/manage';

interface Context {
  params: Promise<{ id: string }>;
}

export const GET = route(async (_request: Request, { params }: Context) =>
  Response.json(await modelsOf((await params).id)),
);

export const PATCH = route(async (request: Request, { params }: Context) => {
  await changeModel((await params).id, await readJson(request, modelInput));
  return new Response(null, { status: 204 });
});
