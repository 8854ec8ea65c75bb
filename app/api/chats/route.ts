import { viewerOf } from '#lib/access/person';
import { cleanText } from '#lib/clean-text';
import { route } from '#lib/http/respond';
import { listChats } from '#lib/runs/read';

export const GET = route(async (request: Request) => {
  const query = new URL(request.url).searchParams;
  const page = await listChats({
    cursor: query.get('cursor') ?? undefined,
    viewer: await viewerOf(request.headers),
    q: cleanText(query.get('q') ?? '').trim() || undefined,
  });
  return Response.json(page);
});
