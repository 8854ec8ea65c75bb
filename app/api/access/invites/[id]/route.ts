import { revokeInvite } from '#lib/access/invites';
import { requireOwner } from '#lib/access/person';
import { route } from '#lib/http/respond';

export const DELETE = route(
  async (request: Request, { params }: { params: Promise<{ id: string }> }) => {
    await requireOwner(request.headers);
    await revokeInvite((await params).id);
    return new Response(null, { status: 204 });
  },
);
