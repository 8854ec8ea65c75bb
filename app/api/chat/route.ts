import { viewerOf } from '#lib/access/person';
import { stillAllowed } from '#lib/access/still-allowed';
import { chatRequest, messageText } from '#lib/http/chat-request';
import { eventStream } from '#lib/http/event-stream';
import { readJson } from '#lib/http/read-json';
import { route } from '#lib/http/respond';
import { follow } from '#lib/runs/follow';
import { regenerate, send } from '#lib/runs/start';

export const POST = route(async (request: Request) => {
  const body = await readJson(request, chatRequest);
  const { model, maxSteps, engine, approval } = body;
  const viewer = await viewerOf(request.headers);
  const options = { model, maxSteps, engine, approval, viewer };
  const started =
    body.trigger === 'regenerate-message' && body.id
      ? await regenerate(body.id, body.messageId ?? undefined, options)
      : await send({ ...options, chatId: body.id, text: messageText(body) });
  if (new URL(request.url).searchParams.get('wait') === 'none') {
    return Response.json(started, { status: 202 });
  }
  const headers = { 'x-chat-id': started.chatId, 'x-run-id': started.runId };
  return eventStream(
    (signal) => follow(started.runId, 0, signal),
    headers,
    stillAllowed(request.headers, started.chatId),
  );
});
