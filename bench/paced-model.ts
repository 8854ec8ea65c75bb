import http from 'node:http';

/**
 * A model endpoint that sends `n` chunks at a steady pace, each with the time at which it was sent:
 * the model's name is `paced-<chunks>-<ms between chunks>`.
 */
const server = http.createServer(async (request, response) => {
  const body = await new Response(request as unknown as ReadableStream).json();
  const [, count, gap] = /^paced-(\d+)-(\d+)$/.exec(String(body.model)) ?? [];
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  let sent = 0;
  const timer = setInterval(() => {
    if (sent++ < Number(count)) return write(response, { content: `@${now()} ` }, null);
    clearInterval(timer);
    write(response, {}, 'stop');
    response.end('data: [DONE]\n\n');
  }, Number(gap));
  response.once('close', () => clearInterval(timer));
});

/** Milliseconds with fractions, comparable between processes of one machine. */
function now(): string {
  return (performance.timeOrigin + performance.now()).toFixed(1);
}

function write(response: http.ServerResponse, delta: object, finish: string | null): void {
  const choice = { index: 0, delta, finish_reason: finish };
  const chunk = {
    id: 'c',
    object: 'chat.completion.chunk',
    created: 0,
    model: 'm',
    choices: [choice],
  };
  response.write(`data: ${JSON.stringify(chunk)}\n\n`);
}

server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send?.(typeof address === 'object' ? address?.port : undefined);
});
