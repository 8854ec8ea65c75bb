import { z } from 'zod';
import { requireSession } from '#lib/access/person';
import { noSessionCookie } from '#lib/access/session-cookie';
import { endSession } from '#lib/access/sessions';
import { readJson } from '#lib/http/read-json';
import { route } from '#lib/http/respond';

const body = z.object({ everywhere: z.boolean().default(false) });

export const POST = route(async (request: Request) => {
  const { everywhere } = await readJson(request, body);
  await endSession(await requireSession(request.headers), everywhere);
  const headers = { 'set-cookie': noSessionCookie(request.headers) };
  return new Response(null, { status: 204, headers });
});
