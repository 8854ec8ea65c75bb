import { z } from 'zod';
import { readJson } from '#lib/http/read-json';
import { route } from '#lib/http/respond';
import { examine } from '#lib/models/doctor/examine';

interface Context {
  params: Promise<{ id: string }>;
}

const body = z.object({ model: z.string().min(1).max(200) });

export const POST = route(async (request: Request, { params }: Context) => {
  const { model } = await readJson(request, body);
  return Response.json(await examine((await params).id, model));
});
