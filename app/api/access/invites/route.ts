import { invite } from '#lib/access/invites';
import { requireOwner } from '#lib/access/person';
import { route } from '#lib/http/respond';
import { selectInvites } from '#lib/store/invites';

export const GET = route(async (request: Request) => {
  await requireOwner(request.headers);
  return Response.json({ invites: await selectInvites(Date.now()) });
});

export const POST = route(async (request: Request) => {
  await requireOwner(request.headers);
  return Response.json(await invite(), { status: 201 });
});
