import { removeMember } from '#lib/access/people';
import { requireOwner } from '#lib/access/person';
import { route } from '#lib/http/respond';

export const DELETE = route(
  async (request: Request, { params }: { params: Promise<{ id: string }> }) => {
    await removeMember((await params).id, await requireOwner(request.headers));
    return new Response(null, { status: 204 });
  },
);
