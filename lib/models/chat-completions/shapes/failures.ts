import { end, event, type Shape, STOP, say, tool } from './build.ts';

/** Errors, and answers that are not whole. */
export const FAILURES: Shape[] = [
  [
    'an error as a text',
    event({ error: 'model crashed' }),
    { failure: 'server', words: 'model crashed' },
  ],
  [
    'an error after a piece of text',
    say('Half') + event({ error: { message: 'Overloaded', code: 529 } }),
    { text: 'Half', failure: 'server', words: 'Overloaded' },
  ],
  [
    'an error in the choice',
    event({ choices: [{ delta: {}, error: { message: 'Upstream is down', code: 502 } }] }),
    { failure: 'server', words: 'Upstream is down' },
  ],
  [
    'the envelope of vLLM',
    event({
      object: 'error',
      message: "This model's maximum context length is 10 tokens.",
      code: 400,
    }),
    { failure: 'context' },
  ],
  [
    'the envelope of MiniMax',
    event({ base_resp: { status_code: 1008, status_msg: 'insufficient balance' } }),
    { failure: 'credit', words: 'insufficient balance' },
  ],
  [
    'the envelope of a gateway',
    event({ success: false, message: 'no channel available' }),
    { failure: 'server', words: 'no channel available' },
  ],
  [
    'JSON in the words',
    event({ error: { message: '{"error":{"message":"Invalid API key"}}' } }),
    { failure: 'auth', words: 'Invalid API key' },
  ],
  [
    'the words of the upstream beside those of the gateway',
    event({
      error: {
        message: 'Provider returned error',
        code: 429,
        metadata: { raw: 'Rate limited upstream' },
      },
    }),
    { failure: 'rate', words: 'Provider returned error: Rate limited upstream' },
  ],
  [
    'error: null is none',
    event({ error: null, choices: [{ delta: { content: 'Hi.' } }] }) + end(),
    { text: 'Hi.' },
  ],
  [
    'an error after the last word',
    say('Hi.') + STOP + event({ error: { message: 'late' } }),
    { text: 'Hi.', finish: 'stop' },
  ],
  [
    'a connection that closes in a call',
    tool({ index: 0, id: 'a', function: { name: 'calc', arguments: '{"expre' } }),
    { failure: 'torn', calls: [] },
  ],
  [
    'a connection that closes in a think tag',
    say('<think>Hm'),
    { reasoning: 'Hm', failure: 'torn' },
  ],
  ['no bytes at all', '', { failure: 'empty' }],
  ['only comments', ': keep-alive\n\n: keep-alive\n\n', { failure: 'empty' }],
  ['a page', '<!DOCTYPE html><html><title>Log in</title></html>', { failure: 'not-api' }],
  ['plain words', 'Not found', { failure: 'not-api', words: 'Not found' }],
  ['finish "error" without words', say('Half') + end('error'), { text: 'Half', failure: 'server' }],
  [
    'a JSON body with a detail',
    JSON.stringify({ detail: 'Model is loading' }),
    { failure: 'server', words: 'Model is loading' },
  ],
  [
    'a connection that closes after the name of a call',
    tool({ index: 0, id: 'a', function: { name: 'bash', arguments: '' } }),
    { failure: 'torn', calls: [] },
  ],
  [
    'the whole message again at the end',
    say('Hello ', 'world') +
      event({
        object: 'chat.completion',
        choices: [{ finish_reason: 'stop', message: { content: 'Hello world' } }],
      }),
    { text: 'Hello world', finish: 'stop' },
  ],
];
