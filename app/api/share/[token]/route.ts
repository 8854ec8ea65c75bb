import { route } from '#lib/http/respond';
import { readShared } from '#lib/share/share';

const HEADERS = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow' };

export const GET = route(
  async (_request: Request, { params }: { params: Promise<{ token: string }> }) =>
    Response.json(await readShared((await params).token), { headers: HEADERS }),
);
