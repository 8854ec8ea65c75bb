import type { LanguageModelV4StreamPart } from '@ai-sdk/provider';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ProviderFailure } from '../failure.ts';
import { AnswerReader, partsBefore } from './answer-reader.ts';
import { ToolNames } from './tool-names.ts';
import { WireDecoder } from './wire-decoder.ts';

const TOOLS = new Map(['calc', 'bash', 'get_weather', 'write_file'].map((name) => [name, name]));

interface Answer {
  text: string;
  reasoning: string;
  calls: { name: string; input: string; id?: string }[];
  finish?: string;
  usage?: unknown;
  failure?: string;
  words?: string;
}

/** Reads a body in pieces of the given sizes, as the model does. */
function read(body: string | Uint8Array, sizes: readonly number[] = []): Answer {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  let ids = 0;
  const reader = new AnswerReader({ names: new ToolNames(TOOLS), newId: () => `new${++ids}` });
  const decoder = new WireDecoder();
  const parts: LanguageModelV4StreamPart[] = [];
  const answer: Answer = { text: '', reasoning: '', calls: [] };
  try {
    let at = 0;
    for (let i = 0; at < bytes.length; i++) {
      const size = sizes.length > 0 ? (sizes[i % sizes.length] ?? 1) : bytes.length;
      for (const event of decoder.push(bytes.subarray(at, at + size)))
        parts.push(...reader.push(event));
      at += size;
    }
    for (const event of decoder.end()) parts.push(...reader.push(event));
    if (decoder.form === 'page') throw new ProviderFailure('not-api', { words: decoder.rest });
    parts.push(...reader.end(decoder.form === 'json'));
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    parts.push(...partsBefore(error));
    answer.failure = error.kind;
    answer.words = error.words;
  }
  for (const part of parts) {
    if ('providerMetadata' in part && part.providerMetadata?.loupe?.reset) {
      answer.text = '';
      answer.reasoning = '';
    }
    if (part.type === 'text-delta') answer.text += part.delta;
    if (part.type === 'reasoning-delta') answer.reasoning += part.delta;
    if (part.type === 'tool-call') {
      answer.calls.push({ name: part.toolName, input: part.input, id: part.toolCallId });
    }
    if (part.type === 'finish') {
      answer.finish = part.finishReason.unified;
      answer.usage = [part.usage.inputTokens.total, part.usage.outputTokens.total];
    }
  }
  checkOrder(parts);
  return answer;
}

/** Every part that begins ends once, and nothing comes outside of its part. */
function checkOrder(parts: readonly LanguageModelV4StreamPart[]): void {
  const open = new Set<string>();
  for (const part of parts) {
    if (!('id' in part) || !/-(start|delta|end)$/.test(part.type)) continue;
    const id = String(part.id);
    expect(open.has(id)).toBe(!part.type.endsWith('-start'));
    if (part.type.endsWith('-start')) open.add(id);
    if (part.type.endsWith('-end')) open.delete(id);
  }
}

const event = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`;
const chunk = (delta: object, finish: string | null = null, more: object = {}) =>
  event({ id: 'c1', model: 'm', choices: [{ index: 0, delta, finish_reason: finish }], ...more });
const say = (...pieces: string[]) => pieces.map((content) => chunk({ content })).join('');
const tool = (...pieces: object[]) =>
  pieces.map((piece) => chunk({ tool_calls: [piece] })).join('');
const STOP = chunk({}, 'stop');
const DONE = 'data: [DONE]\n\n';
const end = (finish = 'stop') => chunk({}, finish) + DONE;
const calc = (input = '{"expression":"1+1"}') => [{ name: 'calc', input }];

type Shape = [name: string, body: string, expected: Partial<Answer> & { names?: string[] }];

const CALLS: Shape[] = [
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
];

const THOUGHTS: Shape[] = [
  [
    'thoughts only in reasoning_details',
    chunk({ reasoning_details: [{ type: 'reasoning.text', text: 'Hm. ' }] }) + say('Yes.') + end(),
    { reasoning: 'Hm. ', text: 'Yes.' },
  ],
  [
    'a summary in reasoning_details',
    chunk({ reasoning_details: [{ type: 'reasoning.summary', summary: 'Short.' }] }) +
      say('Yes.') +
      end(),
    { reasoning: 'Short.', text: 'Yes.' },
  ],
  [
    'reasoning as an object',
    chunk({ reasoning: { text: 'Hm.' } }) + say('Yes.') + end(),
    { reasoning: 'Hm.', text: 'Yes.' },
  ],
  [
    'reasoning null beside the content',
    chunk({ reasoning_content: null, content: 'Yes.' }) + end(),
    { reasoning: '', text: 'Yes.' },
  ],
  [
    'thought, text and thought again',
    chunk({ reasoning: 'A' }) + say('B') + chunk({ reasoning: 'C' }) + say('D') + end(),
    { reasoning: 'AC', text: 'BD' },
  ],
  [
    'a thought without its opening tag',
    say('I should add.\n</thi', 'nk>\n\nIt is 4.') + end(),
    { reasoning: 'I should add.\n', text: 'It is 4.' },
  ],
  ['an empty think block', say('<think>\n\n</think>\n\n4') + end(), { text: '4' }],
  [
    'think tags about which the answer speaks',
    say('Use `<think>` and `</think>`.') + end(),
    { text: 'Use `<think>` and `</think>`.', reasoning: '' },
  ],
  [
    'think tags in a fence',
    say('```html\n<think>a</think>\n```\n') + end(),
    { text: '```html\n<think>a</think>\n```\n', reasoning: '' },
  ],
  [
    'a closing tag after a thought in its own field',
    chunk({ reasoning_content: 'Hm.' }) + say('</think>\n\nYes.') + end(),
    { reasoning: 'Hm.', text: 'Yes.' },
  ],
  ['<thinking>', say('<thinking>Hm.</thinking>Yes.') + end(), { reasoning: 'Hm.', text: 'Yes.' }],
  ['Kimi signs', say('◁think▷Hm.◁/think▷Yes.') + end(), { reasoning: 'Hm.', text: 'Yes.' }],
  [
    'Magistral brackets',
    say('[THINK]Hm.[/TH', 'INK]Yes [1].') + end(),
    { reasoning: 'Hm.', text: 'Yes [1].' },
  ],
  [
    'a thought as typed parts with a plain text',
    chunk({
      content: [
        { type: 'thinking', thinking: 'Hm.' },
        { type: 'text', text: 'Yes.' },
      ],
    }) + end(),
    { reasoning: 'Hm.', text: 'Yes.' },
  ],
];

const MARKUP: Shape[] = [
  [
    'Hermes JSON',
    say(
      'Let me see.\n<tool_',
      'call>\n{"name": "calc", "arguments": {"expression": "1+1"}}\n</tool_call>',
    ) + end(),
    { text: 'Let me see.\n', calls: calc() },
  ],
  [
    'two Hermes calls',
    say(
      '<tool_call>{"name":"calc","arguments":{"a":1}}</tool_call>\n<tool_call>{"name":"calc","arguments":{"a":2}}</tool_call>',
    ) + end(),
    {
      calls: [
        { name: 'calc', input: '{"a":1}' },
        { name: 'calc', input: '{"a":2}' },
      ],
    },
  ],
  [
    'Qwen coder XML',
    say(
      '<tool_call>\n<function=bash>\n<parameter=command>\nls -l\n</parameter>\n</function>\n</tool_call>',
    ) + end(),
    { calls: [{ name: 'bash', input: '{"command":"ls -l"}' }] },
  ],
  [
    'function tags alone',
    say('<function=calc>{"expression":"1+1"}</function>') + end(),
    { calls: calc() },
  ],
  [
    'invoke tags alone',
    say('<invoke name="bash"><parameter name="command">a && b < c</parameter></invoke>') + end(),
    { calls: [{ name: 'bash', input: '{"command":"a && b < c"}' }] },
  ],
  [
    'two calls in one MiniMax block',
    say(
      '<minimax:tool_call><invoke name="bash"><parameter name="command">a</parameter></invoke><invoke name="bash"><parameter name="command">b</parameter></invoke></minimax:tool_call>',
    ) + end(),
    {
      calls: [
        { name: 'bash', input: '{"command":"a"}' },
        { name: 'bash', input: '{"command":"b"}' },
      ],
    },
  ],
  [
    'GLM keys and values',
    say('<tool_call>bash\n<arg_key>command</arg_key>\n<arg_value>ls</arg_value>\n</tool_call>') +
      end(),
    { calls: [{ name: 'bash', input: '{"command":"ls"}' }] },
  ],
  [
    'Mistral list',
    say('[TOOL_CALLS][{"name":"calc","arguments":{"expression":"1+1"}}]') + end(),
    { calls: calc() },
  ],
  [
    'Mistral name and arguments',
    say('[TOOL_CALLS]calc[ARGS]{"expression":"1+1"}') + end(),
    { calls: calc() },
  ],
  [
    'Kimi section',
    say(
      '<|tool_calls_section_begin|><|tool_call_begin|>functions.calc:0<|tool_call_argument_begin|>{"expression":"1+1"}<|tool_call_end|><|tool_calls_section_end|>',
    ) + end(),
    { calls: calc() },
  ],
  [
    'DeepSeek block',
    say(
      '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>calc\n```json\n{"expression":"1+1"}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    ) + end(),
    { calls: calc() },
  ],
  [
    'Llama python tag',
    say('<|python_tag|>{"name":"calc","parameters":{"expression":"1+1"}}') + end(),
    { calls: calc() },
  ],
  [
    'a harmony call',
    say(
      '<|channel|>commentary to=functions.calc <|constrain|>json<|message|>{"expression":"1+1"}<|call|>',
    ) + end(),
    { text: '', calls: calc() },
  ],
  [
    'harmony thoughts, then a call',
    say(
      '<|channel|>analysis<|message|>Add.<|end|><|start|>assistant<|channel|>commentary to=functions.calc<|message|>{"expression":"1+1"}<|call|>',
    ) + end(),
    { reasoning: 'Add.', text: '', calls: calc() },
  ],
  ['a turn token at the end', say('Yes.<|im_', 'end|>') + end(), { text: 'Yes.' }],
  [
    'markup in a fence is shown',
    say('```\n<tool_call>{"name":"calc","arguments":{}}</tool_call>\n```') + end(),
    { text: '```\n<tool_call>{"name":"calc","arguments":{}}</tool_call>\n```', calls: [] },
  ],
  [
    'a tag that only looks like one',
    say('a <tool_box> and 1 < 2 [x] <') + end(),
    { text: 'a <tool_box> and 1 < 2 [x] <', calls: [] },
  ],
  [
    'prose about the tag',
    say('The <tool_call> tag opens a call.') + end(),
    { text: 'The <tool_call> tag opens a call.', calls: [] },
  ],
  [
    'a call cut off by the limit is handed on broken',
    say('<tool_call>{"name":"write_file","arguments":{"path":"a') + end('length'),
    { text: '', calls: [{ name: 'write_file', input: '{"path":"a' }] },
  ],
];

const FRAMING: Shape[] = [
  ['a mark at the start of the bytes', `\ufeff${say('Hi.')}${end()}`, { text: 'Hi.' }],
  ['lines that end with CR only', (say('Hi.') + end()).replaceAll('\n', '\r'), { text: 'Hi.' }],
  [
    'JSON over several data lines',
    'data: {"choices":[{"delta":\ndata: {"content":"Hi."}}]}\n\n' + end(),
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
    'data: {"choices":[{"delta":{"content":"a\\ud83d b\\u0000"}}]}\n\n' + end(),
    { text: 'a b' },
  ],
  ['finish as MAX_TOKENS', say('Hi') + end('MAX_TOKENS'), { text: 'Hi', finish: 'length' }],
  ['finish as SAFETY', say('Hi') + end('SAFETY'), { finish: 'content-filter' }],
  ['finish "end_turn"', say('Hi') + end('end_turn'), { finish: 'stop' }],
];

const FAILURES: Shape[] = [
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
];

const SHAPES = { CALLS, THOUGHTS, MARKUP, FRAMING, FAILURES };

describe.each(Object.entries(SHAPES))('%s', (_, shapes) => {
  it.each(shapes)('%s', (_name, body, expected) => {
    const whole = read(body);
    expect(whole).toMatchObject(expected);
    // However the bytes are cut, what is read of them is the same.
    expect(read(body, [1])).toEqual(whole);
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 8 }),
        (sizes) => {
          expect(read(body, sizes)).toEqual(whole);
        },
      ),
      { numRuns: 20 },
    );
  });
});

it('never throws anything but a ProviderFailure, whatever comes', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.oneof(fc.json(), fc.string(), fc.constantFrom(...FRAMING.map(([, body]) => body))),
        { maxLength: 5 },
      ),
      (events) => {
        read(events.map((each) => `data: ${each}\n\n`).join(''), [17]);
      },
    ),
    { numRuns: 300 },
  );
});
