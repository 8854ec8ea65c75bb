import { expect, it } from 'vitest';
import { chunk, end, type Shape, say, tool } from './shapes/build.ts';
import { read } from './shapes/read.ts';

/** So long that a cost that grows with the square is minutes. */
const N = 200_000;
/** Many times what a busy machine needs. */
const LIMIT_MS = 30_000;
const args = (text: string, more: object = {}) => ({
  index: 0,
  function: { arguments: text, ...more },
});
const input = `{"content":"${'ab'.repeat(N)}"}`;
const open = '<tool_call>{"name":"write_file","arguments":';

/** What is long must cost no more than its length. */
const LONG: Shape[] = [
  [
    'arguments in tiny pieces',
    tool({ index: 0, id: 'a', function: { name: 'write_file', arguments: '{"content":"' } }) +
      tool(args('ab')).repeat(N) +
      tool(args('"}')) +
      end('tool_calls'),
    { calls: [{ name: 'write_file', input }] },
  ],
  [
    'arguments in tiny pieces, each with the name',
    tool({ index: 0, function: { name: 'write_file', arguments: '{"content":"' } }) +
      tool(args('ab', { name: 'write_file' })).repeat(N) +
      tool(args('"}')) +
      end('tool_calls'),
    { calls: [{ name: 'write_file', input }] },
  ],
  [
    'a call in the text in tiny pieces',
    say(`${open}{"content":"`) + say('ab').repeat(N) + say('"}}</tool_call>') + end(),
    { calls: [{ name: 'write_file', input }] },
  ],
  [
    'a long word in a block that is no call',
    say(`<tool_call><|x|>${'a'.repeat(N)}</tool_call>`) + end(),
    { calls: [] },
  ],
  [
    'long words in a Kimi block',
    say(
      `<|tool_call_begin|>${'a '.repeat(N / 2)}${'a'.repeat(N)}<|tool_call_argument_begin|>{}<|tool_call_end|>`,
    ) + end(),
    {},
  ],
  [
    'a parameter tag that never ends',
    say(`<tool_call><function=bash><parameter=${'a'.repeat(N)}`) + end(),
    {},
  ],
  [
    'closing tags in a call that is cut',
    say(`${open}{"content":"`) + say('x</tool_call>').repeat(N / 8) + end('length'),
    {
      text: '',
      calls: [{ name: 'write_file', input: `{"content":"${'x</tool_call>'.repeat(N / 8)}` }],
    },
  ],
  [
    'closing tags behind a call with a missing quote',
    say(`${open}{"content":"a}}</tool_call>\n`) + say('x</tool_call>\n').repeat(N / 8) + end(),
    { calls: [{ name: 'write_file', input: '{"content":"a}}' }] },
  ],
  ['openings that open nothing', say('<tool_call>{').repeat(N / 8) + end(), {}],
  ['blanks in a call', say(`${open}{"a":1}}${' '.repeat(N)}x</tool_call>`) + end(), {}],
  [
    'one piece of a body with many tags',
    chunk({ content: `${open}{"content":"${'</tool_call>'.repeat(N / 8)}"}}</tool_call>` }) + end(),
    { calls: [{ name: 'write_file', input: `{"content":"${'</tool_call>'.repeat(N / 8)}"}` }] },
  ],
];

it.each(LONG)('%s', (_name, body, expected) => {
  const before = performance.now();
  const answer = read(body);
  const ms = performance.now() - before;
  expect(answer).toMatchObject(expected);
  expect(ms).toBeLessThan(LIMIT_MS);
});
