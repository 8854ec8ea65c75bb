import { expect, it } from 'vitest';
import { chunk, end, type Shape, say, tool } from './shapes/build.ts';
import { read } from './shapes/read.ts';

const N = 50_000;
const call = (pieces: object[]) => tool(...pieces) + end('tool_calls');
const args = (text: string, more: object = {}) => ({
  index: 0,
  function: { arguments: text, ...more },
});
const input = `{"content":"${'ab'.repeat(N)}"}`;
const open = '<tool_call>{"name":"write_file","arguments":';

/** What is long must cost no more than its length: each of these took seconds, or would. */
const LONG: Shape[] = [
  [
    'arguments in tiny pieces',
    call([
      { index: 0, id: 'a', function: { name: 'write_file', arguments: '{"content":"' } },
      ...Array.from({ length: N }, () => args('ab')),
      args('"}'),
    ]),
    { calls: [{ name: 'write_file', input }] },
  ],
  [
    'arguments in tiny pieces, each with the name',
    call([
      { index: 0, function: { name: 'write_file', arguments: '{"content":"' } },
      ...Array.from({ length: N }, () => args('ab', { name: 'write_file' })),
      args('"}'),
    ]),
    { calls: [{ name: 'write_file', input }] },
  ],
  [
    'a call in the text in tiny pieces',
    say(`${open}{"content":"`, ...Array.from({ length: N }, () => 'ab'), '"}}</tool_call>') + end(),
    { calls: [{ name: 'write_file', input }] },
  ],
  [
    'a long word in a block that is no call',
    say(`<tool_call><|x|>${'a'.repeat(40_000)}</tool_call>`) + end(),
    { calls: [] },
  ],
  [
    'long words in a Kimi block',
    say(
      `<|tool_call_begin|>${'a '.repeat(20_000)}${'a'.repeat(40_000)}<|tool_call_argument_begin|>{}<|tool_call_end|>`,
    ) + end(),
    {},
  ],
  [
    'a parameter tag that never ends',
    say(`<tool_call><function=bash><parameter=${'a'.repeat(40_000)}`) + end(),
    {},
  ],
  [
    'closing tags in a call that is cut',
    say(`${open}{"content":"`, ...Array.from({ length: 5000 }, () => 'x</tool_call>')) +
      end('length'),
    {
      text: '',
      calls: [{ name: 'write_file', input: `{"content":"${'x</tool_call>'.repeat(5000)}` }],
    },
  ],
  [
    'closing tags behind a call with a missing quote',
    say(
      `${open}{"content":"a}}</tool_call>\n`,
      ...Array.from({ length: 5000 }, () => 'x</tool_call>\n'),
    ) + end(),
    { calls: [{ name: 'write_file', input: '{"content":"a}}' }] },
  ],
  [
    'openings that open nothing',
    say(...Array.from({ length: 5000 }, () => '<tool_call>{')) + end(),
    {},
  ],
  ['blanks in a call', say(`${open}{"a":1}}${' '.repeat(40_000)}x</tool_call>`) + end(), {}],
  [
    'one piece of a body with many tags',
    chunk({ content: `${open}{"content":"${'</tool_call>'.repeat(10_000)}"}}</tool_call>` }) +
      end(),
    { calls: [{ name: 'write_file', input: `{"content":"${'</tool_call>'.repeat(10_000)}"}` }] },
  ],
];

it.each(LONG)('%s', (_name, body, expected) => {
  const before = performance.now();
  const answer = read(body);
  const ms = performance.now() - before;
  expect(answer).toMatchObject(expected);
  // A slow machine takes a third of it.
  expect(ms).toBeLessThan(1500);
});
