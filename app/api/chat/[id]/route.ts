import { z } from 'zod';
import { viewerOf } from '#lib/access/person';
import { cleanText } from '#lib/clean-text';
import { approval, engine, maxSteps } from '#lib/http/chat-request';
import { readJson } from '#lib/http/read-json';
import { route } from '#lib/http/respond';
import { changeChat, eraseChat } from '#lib/runs/change-chat';
import { readChat } from '#lib/runs/read';
import { unknownChat } from '#lib/runs/turn';

interface Context {
  params: Promise<{ id: string }>;
}

const change = z.object({
  title: z.string().transform(cleanText).pipe(z.string().trim().min(1).max(200)).optional(),
  settings: z
    .object({
      maxSteps: maxSteps.optional(),
      model: z.string().max(300).optional(),
      engine: engine.optional(),
      approval: approval.optional(),
    })
    .optional(),
  visibility: z.enum(['private', 'team']).optional(),
});

export const GET = route(async (request: Request, { params }: Context) => {
  const { id } = await params;
  const chat = await readChat(id, await viewerOf(request.headers));
  if (!chat) throw unknownChat(id);
  return Response.json(chat);
});

export const PATCH = route(async (request: Request, { params }: Context) => {
  const { id } = await params;
  await changeChat(id, await readJson(request, change), await viewerOf(request.headers));
  return new Response(null, { status: 204 });
});

export const DELETE = route(async (_request: Request, { params }: Context) => {
  const { id } = await params;
  await eraseChat(id);
  return new Response(null, { status: 204 });
});
