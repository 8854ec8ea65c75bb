import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Balancer {
  url: string;
  /** How many requests each backend got. */
  readonly counts: readonly number[];
  /** Breaks all connections, as a network does that is gone for a moment. */
  cut(): void;
  close(): Promise<void>;
}

/** A load balancer on loopback that gives requests to its backends in turn, and leaves out those that do not answer. */
export async function startBalancer(backends: readonly string[]): Promise<Balancer> {
  const counts = backends.map(() => 0);
  let turn = 0;
  const server = createServer(async (incoming, outgoing) => {
    const body: Buffer[] = [];
    for await (const piece of incoming) body.push(piece);
    const tryNext = (left: number) => {
      if (left === 0) return void outgoing.writeHead(502).end();
      const index = turn++ % backends.length;
      const forward = request(
        new URL(incoming.url ?? '/', backends[index]),
        { method: incoming.method, headers: incoming.headers },
        (answer) => {
          counts[index] = (counts[index] ?? 0) + 1;
          outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
          outgoing.flushHeaders();
          answer.pipe(outgoing);
          answer.once('error', () => outgoing.destroy());
        },
      );
      forward.once('error', () => {
        if (outgoing.headersSent) outgoing.destroy();
        else tryNext(left - 1);
      });
      outgoing.once('close', () => forward.destroy());
      forward.end(Buffer.concat(body));
    };
    tryNext(backends.length);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    counts,
    cut: () => server.closeAllConnections(),
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
