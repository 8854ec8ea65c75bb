import { chatRequest, messageText } from '#lib/http/chat-request';
import { eventStream } from '#lib/http/event-stream';
import { readJson } from '#lib/http/read-json';
import { route } from '#lib/http/respond';
import { follow } from '#lib/runs/follow';
import { regenerate, send } from '#lib/runs/start';

export const POST = route(async (request: Request) => {
  const body = await readJson(request, chatRequest);
  const { model, maxSteps, engine, approval } = body;
  const options = { model, maxSteps, engine, approval };
  const started =
    body.trigger === 'regenerate-message' && body.id
      ? await regenerate(body.id, body.messageId ?? undefined, options)
      : await send({ ...options, chatId: body.id, text: messageText(body) });
  if (new URL(request.url).searchParams.get('wait') === 'none') {
    return Response.json(started, { status: 202 });
  }
  return eventStream((signal) => follow(started.runId, 0, signal), {
    'x-chat-id': started.chatId,
    'x-run-id': started.runId,
  });
});
