import http from 'node:http';

/** The floor: hands the bytes of the model's stream through, and does nothing else. */
const [, , target = ''] = process.argv;

const server = http.createServer((request, response) => {
  const upstream = http.request(
    `${target}/chat/completions`,
    { method: 'POST', headers: { 'content-type': 'application/json' } },
    (answer) => {
      response.writeHead(answer.statusCode ?? 502, { 'content-type': 'text/event-stream' });
      answer.pipe(response);
    },
  );
  upstream.once('error', () => response.destroy());
  request.pipe(upstream);
});

server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send?.(typeof address === 'object' ? address?.port : undefined);
});
