import { requireOwner } from '#lib/access/person';
import { route } from '#lib/http/respond';
import { selectPeople } from '#lib/store/people';

export const GET = route(async (request: Request) => {
  await requireOwner(request.headers);
  return Response.json({ people: await selectPeople() });
});
