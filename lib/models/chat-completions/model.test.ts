import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { DEFAULT_SWITCHES, type Switches } from '../switches.ts';
import { ChatCompletionsModel } from './model.ts';
import { end, say } from './shapes/build.ts';

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** A server, a model behind it, and the addresses that it was asked at. */
async function serve(answer: (response: ServerResponse, n: number) => void) {
  const asked: string[] = [];
  server = createServer((request, response) => {
    asked.push(request.url ?? '');
    request.resume().on('end', () => answer(response, asked.length));
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  let switches: Switches = DEFAULT_SWITCHES;
  const model = new ChatCompletionsModel('m', {
    baseUrl: `http://127.0.0.1:${port}/v1?api-version=1`,
    headers: {},
    timeouts: { firstByteMs: 3000, stallMs: 200, stepMs: 5000 },
    switches: () => switches,
    onLearn: (learned) => {
      switches = learned;
    },
  });
  return { asked, model };
}

const prompt = [{ role: 'user' as const, content: [{ type: 'text' as const, text: 'Hi' }] }];

it('gives a request that is sent again the time of a first one, at the same version', async () => {
  const { asked, model } = await serve((response, n) => {
    if (n === 1) return void response.writeHead(400).end('Unknown parameter: stream_options');
    // Longer than the silence that is allowed inside of an answer.
    setTimeout(() => response.writeHead(200).end(say('Hello') + end()), 600);
  });
  const { stream } = await model.doStream({ prompt });
  let text = '';
  for await (const part of stream) if (part.type === 'text-delta') text += part.delta;
  expect(text).toBe('Hello');
  expect(asked).toEqual(Array(2).fill('/v1/chat/completions?api-version=1'));
});

it('counts silence in the middle of an answer as one that broke off', async () => {
  const { model } = await serve((response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(say('Hel'));
  });
  const { stream } = await model.doStream({ prompt });
  const read = async () => {
    for await (const _ of stream);
  };
  await expect(read()).rejects.toMatchObject({ kind: 'timeout', inStream: true, retryable: true });
});
