import { calc, chunk, end, type Shape, say, tool } from './build.ts';
import type { Answer } from './read.ts';

/** Calls in every form that servers stream them in. */
export const CALLS: Shape[] = [
  [
    'index null',
    tool({ index: null, id: 'a', function: { name: 'calc', arguments: '{"expression":"1+1"}' } }) +
      end(),
    { calls: calc() },
  ],
  [
    'index as a text',
    tool(
      { index: '0', id: 'a', function: { name: 'calc', arguments: '' } },
      { index: '0', function: { arguments: '{"expression":"1+1"}' } },
    ) + end(),
    { calls: calc() },
  ],
  [
    'indexes with holes',
    tool(
      { index: 3, id: 'a', function: { name: 'calc', arguments: '{}' } },
      { index: 7, id: 'b', function: { name: 'bash', arguments: '{}' } },
    ) + end(),
    {
      calls: [
        { name: 'calc', input: '{}' },
        { name: 'bash', input: '{}' },
      ],
    },
  ],
  [
    'pieces of two calls in turns',
    tool(
      { index: 0, id: 'a', function: { name: 'calc', arguments: '{"a"' } },
      { index: 1, id: 'b', function: { name: 'bash', arguments: '{"b"' } },
      { index: 0, function: { arguments: ':1}' } },
      { index: 1, function: { arguments: ':2}' } },
    ) + end(),
    {
      calls: [
        { name: 'calc', input: '{"a":1}' },
        { name: 'bash', input: '{"b":2}' },
      ],
    },
  ],
  [
    'id null in later pieces',
    tool(
      { index: 0, id: 'a', function: { name: 'calc', arguments: '{"expression"' } },
      { index: 0, id: null, function: { name: null, arguments: ':"1+1"}' } },
    ) + end(),
    { calls: calc() },
  ],
  [
    'another id in every piece',
    tool(
      { index: 0, id: 'a', function: { name: 'calc', arguments: '{"expression"' } },
      { index: 0, id: 'b', function: { arguments: ':"1+1"}' } },
    ) + end(),
    { calls: calc() },
  ],
  [
    'no ids at all',
    tool({ index: 0, function: { name: 'calc', arguments: '{"expression":"1+1"}' } }) + end(),
    { calls: [{ ...calc()[0], id: 'new1' }] as Answer['calls'] },
  ],
  [
    'no ids and no indexes, two calls',
    tool(
      { function: { name: 'calc', arguments: '{"a":1}' } },
      { function: { name: 'calc', arguments: '{"a":2}' } },
    ) + end(),
    {
      calls: [
        { name: 'calc', input: '{"a":1}' },
        { name: 'calc', input: '{"a":2}' },
      ],
    },
  ],
  [
    'the same id for two calls',
    tool(
      { index: 0, id: 'a', function: { name: 'calc', arguments: '{"a":1}' } },
      { index: 1, id: 'a', function: { name: 'calc', arguments: '{"a":2}' } },
    ) + end(),
    {
      calls: [
        { name: 'calc', input: '{"a":1}' },
        { name: 'calc', input: '{"a":2}' },
      ],
    },
  ],
  [
    'a name in pieces',
    tool(
      { index: 0, id: 'a', function: { name: 'get_', arguments: '' } },
      { index: 0, function: { name: 'weather', arguments: '' } },
      { index: 0, function: { arguments: '{"city":"Oslo"}' } },
    ) + end(),
    { calls: [{ name: 'get_weather', input: '{"city":"Oslo"}' }] },
  ],
  [
    'the name only in the second piece',
    tool(
      { index: 0, id: 'a', function: { arguments: '' } },
      { index: 0, function: { name: 'calc', arguments: '{"expression":"1+1"}' } },
    ) + end(),
    { calls: calc() },
  ],
  [
    'name and id after the arguments',
    tool(
      { index: 0, function: { arguments: '{"expression":' } },
      { index: 0, id: 'z', function: { name: 'calc', arguments: '"1+1"}' } },
    ) + end(),
    { calls: [{ ...calc()[0], id: 'z' }] as Answer['calls'] },
  ],
  [
    'another case of the name',
    tool({ index: 0, id: 'a', function: { name: 'Get-Weather', arguments: '{}' } }) + end(),
    { calls: [{ name: 'get_weather', input: '{}' }] },
  ],
  [
    'a namespace before the name',
    tool({
      index: 0,
      id: 'a',
      function: { name: 'functions.calc', arguments: '{"expression":"1+1"}' },
    }) + end(),
    { calls: calc() },
  ],
  [
    'a name with an index behind',
    tool({
      index: 0,
      id: 'a',
      function: { name: 'functions.calc:0', arguments: '{"expression":"1+1"}' },
    }) + end(),
    { calls: calc() },
  ],
  [
    'an unknown tool keeps its name',
    tool({ index: 0, id: 'a', function: { name: 'no_such', arguments: '{}' } }) + end(),
    { calls: [{ name: 'no_such', input: '{}' }] },
  ],
  [
    'null arguments',
    tool({ index: 0, id: 'a', function: { name: 'calc', arguments: null } }) + end('tool_calls'),
    { calls: [{ name: 'calc', input: '{}' }] },
  ],
  [
    'blank arguments',
    tool({ index: 0, id: 'a', function: { name: 'calc', arguments: ' \n' } }) + end('tool_calls'),
    { calls: [{ name: 'calc', input: '{}' }] },
  ],
  [
    'no arguments field',
    tool({ index: 0, id: 'a', function: { name: 'calc' } }) + end('tool_calls'),
    { calls: [{ name: 'calc', input: '{}' }] },
  ],
  [
    'the whole arguments again at the end',
    tool(
      { index: 0, id: 'a', function: { name: 'calc', arguments: '{"expression"' } },
      { index: 0, function: { arguments: ':"1+1"}' } },
      { index: 0, id: 'a', function: { name: 'calc', arguments: '{"expression":"1+1"}' } },
    ) + end(),
    { calls: calc() },
  ],
  [
    'all arguments so far in each piece',
    tool(
      { index: 0, id: 'a', function: { name: 'calc', arguments: '{"expr' } },
      { index: 0, function: { arguments: '{"expression":"1+1"}' } },
    ) + end(),
    { calls: calc() },
  ],
  [
    'an object in two equal pieces',
    tool(
      { index: 0, id: 'a', function: { name: 'calc', arguments: { expression: '1+1' } } },
      { index: 0, id: 'a', function: { name: 'calc', arguments: { expression: '1+1' } } },
    ) + end(),
    { calls: calc() },
  ],
  [
    'tool_calls as one object',
    chunk({
      tool_calls: { id: 'a', function: { name: 'calc', arguments: '{"expression":"1+1"}' } },
    }) + end(),
    { calls: calc() },
  ],
  [
    'name and arguments without "function"',
    tool({ index: 0, id: 'a', name: 'calc', arguments: '{"expression":"1+1"}' }) + end(),
    { calls: calc() },
  ],
  [
    'the old function_call',
    chunk({ function_call: { name: 'calc', arguments: '{"expression"' } }) +
      chunk({ function_call: { arguments: ':"1+1"}' } }) +
      end('function_call'),
    { calls: calc(), finish: 'tool-calls' },
  ],
  [
    'a call and no finish reason',
    tool({ index: 0, id: 'a', function: { name: 'calc', arguments: '{"expression":"1+1"}' } }),
    { calls: calc(), finish: 'tool-calls' },
  ],
  [
    'finish "eos" with a call',
    tool({ index: 0, id: 'a', function: { name: 'calc', arguments: '{"expression":"1+1"}' } }) +
      end('eos'),
    { calls: calc(), finish: 'tool-calls' },
  ],
  [
    'finish "tool_calls" without any',
    say('Done.') + end('tool_calls'),
    { text: 'Done.', calls: [], finish: 'stop' },
  ],
  [
    'text, then a call, then text',
    say('First. ') +
      tool({ index: 0, id: 'a', function: { name: 'calc', arguments: '{}' } }) +
      say('Last.') +
      end(),
    { text: 'First. Last.', calls: [{ name: 'calc', input: '{}' }] },
  ],
  ...twice('with a name each', [
    { function: { name: 'calc', arguments: '{"a":1}' } },
    { function: { name: 'calc', arguments: '{"a":2}' } },
  ]),
  ...twice('with one name', [
    { function: { name: 'calc', arguments: '{"a":1}' } },
    { function: { arguments: '{"a":2}' } },
  ]),
  ...twice('with names ahead', [
    { function: { name: 'calc', arguments: '' } },
    { function: { arguments: '{"a":1}' } },
    { function: { name: 'calc', arguments: '' } },
    { function: { arguments: '{"a":' } },
    { function: { arguments: '2}' } },
  ]),
  ...twice('under one id', [
    { id: 'a', function: { name: 'calc', arguments: '{"a":1}' } },
    { id: 'a', function: { name: 'calc', arguments: '{"a":2}' } },
  ]),
  [
    'two equal calls in one list',
    chunk({
      tool_calls: [
        { function: { name: 'calc', arguments: '{"a":1}' } },
        { function: { name: 'calc', arguments: '{"a":1}' } },
      ],
    }) + end(),
    {
      calls: [
        { name: 'calc', input: '{"a":1}' },
        { name: 'calc', input: '{"a":1}' },
      ],
    },
  ],
  [
    'two tools, the first without arguments',
    tool(
      { function: { name: 'calc', arguments: '{}' } },
      { function: { name: 'bash', arguments: '{"command":"ls"}' } },
    ) + end(),
    {
      calls: [
        { name: 'calc', input: '{}' },
        { name: 'bash', input: '{"command":"ls"}' },
      ],
    },
  ],
  [
    'an empty object, then the arguments in pieces',
    tool(
      { index: 0, id: 'a', function: { name: 'calc', arguments: '{}' } },
      { index: 0, id: 'a', function: { arguments: '{"expression"' } },
      { index: 0, id: 'a', function: { arguments: ':"1+1"}' } },
    ) + end(),
    { calls: calc() },
  ],
  [
    'an object without fields, then one with them',
    tool(
      { id: 'a', function: { name: 'calc', arguments: {} } },
      { id: 'a', function: { name: 'calc', arguments: { expression: '1+1' } } },
    ) + end(),
    { calls: calc() },
  ],
  [
    'the arguments, then an empty object',
    tool(
      { index: 0, id: 'a', function: { name: 'calc', arguments: '{"expression":"1+1"}' } },
      { index: 0, id: 'a', function: { name: 'calc', arguments: '{}' } },
    ) + end(),
    { calls: calc() },
  ],
];

/** Two calls of one tool without indexes. */
function twice(name: string, pieces: object[]): Shape[] {
  const calls = [
    { name: 'calc', input: '{"a":1}' },
    { name: 'calc', input: '{"a":2}' },
  ];
  return [[`two calls ${name}`, tool(...pieces) + end(), { calls }]];
}
