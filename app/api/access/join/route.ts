import { z } from 'zod';
import { newCredentials } from '#lib/access/credentials';
import { join } from '#lib/access/invites';
import { beginSession } from '#lib/access/sessions';
import { readJson } from '#lib/http/read-json';
import { route } from '#lib/http/respond';

const body = newCredentials.extend({ token: z.string().max(100) });

export const POST = route(async (request: Request) => {
  const { token, ...asked } = await readJson(request, body);
  const person = await join(token, asked);
  const cookie = await beginSession(person.id, request.headers);
  return Response.json(person, { status: 201, headers: { 'set-cookie': cookie } });
});
