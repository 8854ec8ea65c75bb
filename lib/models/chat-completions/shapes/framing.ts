import { calc, chunk, end, event, type Shape, say } from './build.ts';

/** Events, envelopes and counts. */
export const FRAMING: Shape[] = [
  ['a mark at the start of the bytes', `\ufeff${say('Hi.')}${end()}`, { text: 'Hi.' }],
  ['lines that end with CR only', (say('Hi.') + end()).replaceAll('\n', '\r'), { text: 'Hi.' }],
  [
    'JSON over several data lines',
    `data: {"choices":[{"delta":\ndata: {"content":"Hi."}}]}\n\n${end()}`,
    { text: 'Hi.' },
  ],
  [
    'events without blank lines',
    (say('Hi', ' you.') + end()).replaceAll('\n\n', '\n'),
    { text: 'Hi you.' },
  ],
  [
    'a last event without its line end',
    `${say('Hi.')}data: ${JSON.stringify({ choices: [{ delta: {}, finish_reason: 'stop' }] })}`,
    { text: 'Hi.', finish: 'stop' },
  ],
  [
    'event names and retry fields',
    `retry: 3000\nevent: message\n${say('Hi.')}event: ping\ndata: {}\n\n${end()}`,
    { text: 'Hi.' },
  ],
  ['one event that is no JSON', `${say('Hi.')}data: {broken\n\n${end()}`, { text: 'Hi.' }],
  [
    'JSON lines without data fields',
    `${JSON.stringify({ choices: [{ delta: { content: 'Hi.' } }] })}\n${JSON.stringify({ choices: [{ delta: {}, finish_reason: 'stop' }] })}\n`,
    { text: 'Hi.' },
  ],
  [
    'a completion written over several lines',
    JSON.stringify({ choices: [{ message: { content: 'Hi.' }, finish_reason: 'stop' }] }, null, 2),
    { text: 'Hi.' },
  ],
  [
    'a completion with calls',
    JSON.stringify({
      choices: [
        {
          message: {
            content: null,
            tool_calls: [
              { id: 'a', function: { name: 'calc', arguments: '{"expression":"1+1"}' } },
            ],
          },
          finish_reason: 'tool_calls',
        },
      ],
    }),
    { calls: calc() },
  ],
  [
    '"message" in the place of "delta"',
    event({ choices: [{ message: { content: 'Hi.' } }] }) + end(),
    { text: 'Hi.' },
  ],
  ['"text" of the older interface', event({ choices: [{ text: 'Hi.' }] }) + end(), { text: 'Hi.' }],
  [
    'another role than assistant',
    chunk({ role: 'model', content: 'Hi.' }) + end(),
    { text: 'Hi.' },
  ],
  [
    'choices null',
    event({ choices: null, usage: { prompt_tokens: 1, completion_tokens: 2 } }) +
      say('Hi.') +
      end(),
    { text: 'Hi.', usage: [1, 2] },
  ],
  [
    'counts as texts',
    say('Hi.') + chunk({}, 'stop', { usage: { prompt_tokens: '3', completion_tokens: '4' } }),
    { usage: [3, 4] },
  ],
  [
    'counts that grow in each chunk',
    chunk({ content: 'Hi.' }, null, { usage: { prompt_tokens: 3, completion_tokens: 1 } }) +
      chunk({}, 'stop', { usage: { prompt_tokens: 3, completion_tokens: 2 } }),
    { usage: [3, 2] },
  ],
  [
    'counts null',
    say('Hi.') + chunk({}, 'stop', { usage: null }),
    { usage: [undefined, undefined] },
  ],
  ['a refusal', chunk({ refusal: 'I cannot.' }) + end(), { text: 'I cannot.' }],
  [
    'an emoji cut in two escapes',
    'data: {"choices":[{"delta":{"content":"a\\ud83d"}}]}\n\ndata: {"choices":[{"delta":{"content":"\\ude00b"}}]}\n\n' +
      end(),
    { text: 'a😀b' },
  ],
  [
    'half a character and a NUL',
    `data: {"choices":[{"delta":{"content":"a\\ud83d b\\u0000"}}]}\n\n${end()}`,
    { text: 'a b' },
  ],
  ['finish as MAX_TOKENS', say('Hi') + end('MAX_TOKENS'), { text: 'Hi', finish: 'length' }],
  ['finish as SAFETY', say('Hi') + end('SAFETY'), { finish: 'content-filter' }],
  ['finish "end_turn"', say('Hi') + end('end_turn'), { finish: 'stop' }],
];
