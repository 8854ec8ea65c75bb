import { z } from 'zod';
import { viewerOf } from '#lib/access/person';
import { stillAllowed } from '#lib/access/still-allowed';
import { chatId } from '#lib/http/chat-request';
import { feedStream } from '#lib/http/event-stream';
import { readQuery } from '#lib/http/read-query';
import { route } from '#lib/http/respond';
import { feed } from '#lib/runs/feed';

const position = z.object({
  run: chatId.optional(),
  after: z.coerce.number().int().min(0).default(0),
});

export const GET = route(
  async (request: Request, { params }: { params: Promise<{ id: string }> }) => {
    const { id } = await params;
    const { run, after } = readQuery(request, position);
    const viewer = await viewerOf(request.headers);
    const from = { ...(run ? { runId: run } : {}), after };
    return feedStream(
      (signal) => feed(id, from, signal, viewer),
      stillAllowed(request.headers, id),
    );
  },
);
