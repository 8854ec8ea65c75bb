import { z } from 'zod';
import { readJson } from '#lib/http/read-json';
import { route } from '#lib/http/respond';
import { endShare, findShareLink, shareChat } from '#lib/share/share';

interface Context {
  params: Promise<{ id: string }>;
}

const contents = z.object({
  thoughts: z.boolean().default(false),
  details: z.boolean().default(false),
  costs: z.boolean().default(false),
});

export const GET = route(async (_request: Request, { params }: Context) => {
  const share = await findShareLink((await params).id);
  return Response.json({ share: share ?? null });
});

export const POST = route(async (request: Request, { params }: Context) => {
  const { id } = await params;
  return Response.json({ share: await shareChat(id, await readJson(request, contents)) });
});

export const DELETE = route(async (_request: Request, { params }: Context) => {
  await endShare((await params).id);
  return new Response(null, { status: 204 });
});
