import { credentials } from '#lib/access/credentials';
import { beginSession } from '#lib/access/sessions';
import { signIn } from '#lib/access/sign-in';
import { readJson } from '#lib/http/read-json';
import { route } from '#lib/http/respond';

export const POST = route(async (request: Request) => {
  const { name, password } = await readJson(request, credentials);
  const person = await signIn(name, password);
  const cookie = await beginSession(person.id, request.headers);
  return Response.json(person, { headers: { 'set-cookie': cookie } });
});
