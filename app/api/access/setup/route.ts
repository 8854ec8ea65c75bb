import { z } from 'zod';
import { newCredentials } from '#lib/access/credentials';
import { beginSession } from '#lib/access/sessions';
import { setUp } from '#lib/access/setup';
import { readJson } from '#lib/http/read-json';
import { route } from '#lib/http/respond';

const body = newCredentials.extend({ code: z.string().max(100) });

export const POST = route(async (request: Request) => {
  const { code, ...asked } = await readJson(request, body);
  const person = await setUp(code, asked);
  const cookie = await beginSession(person.id, request.headers);
  return Response.json(person, { status: 201, headers: { 'set-cookie': cookie } });
});
