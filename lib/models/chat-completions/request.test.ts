import type {
  JSONObject,
  LanguageModelV4CallOptions,
  LanguageModelV4Prompt,
} from '@ai-sdk/provider';
import { describe, expect, it } from 'vitest';
import { adapt, DEFAULT_SWITCHES, type Switches } from '../switches.ts';
import { cleanMessages, type WireMessage } from './messages.ts';
import { buildRequest } from './request.ts';
import { safeNames } from './safe-names.ts';
import { plainSchema } from './tool-schema.ts';

const call = (id: string, args = '{}', name = 'calc') => ({
  id,
  type: 'function' as const,
  function: { name, arguments: args },
});
const user: WireMessage = { role: 'user', content: 'go' };
const clean = (messages: WireMessage[], switches: Partial<Switches> = {}) =>
  cleanMessages(messages, { switches: { ...DEFAULT_SWITCHES, ...switches }, wireName: new Map() });

describe('a history', () => {
  it('gives every call one result right after it and leaves out results without a call', () => {
    const messages = clean([
      user,
      { role: 'assistant', content: '', tool_calls: [call('a'), call('b')] },
      user,
      { role: 'tool', tool_call_id: 'b', content: 'B' },
      { role: 'tool', tool_call_id: 'x', content: 'X' },
    ]);
    expect(messages).toMatchObject([
      user,
      { content: null, tool_calls: [{ id: 'a' }, { id: 'b' }] },
      { role: 'tool', tool_call_id: 'a', content: 'Not run.' },
      { role: 'tool', tool_call_id: 'b', content: 'B' },
      user,
    ]);
  });

  it('makes ids of calls unique and never empty, also in the strict form', () => {
    const twice = [
      { role: 'assistant' as const, tool_calls: [call('a')] },
      { role: 'tool' as const, tool_call_id: 'a', content: '1' },
      { role: 'assistant' as const, tool_calls: [call('a'), call('')] },
      { role: 'tool' as const, tool_call_id: 'a', content: '2' },
    ];
    for (const shortIds of [false, true]) {
      const messages = clean(twice, { shortIds });
      const ids = messages.flatMap((message) => message.tool_calls?.map(({ id }) => id) ?? []);
      expect(new Set(ids).size).toBe(3);
      const results = messages.flatMap((message) => message.tool_call_id ?? []);
      expect(results).toEqual(ids);
      if (shortIds) expect(ids.every((id) => /^[a-zA-Z0-9]{9}$/.test(id))).toBe(true);
    }
  });

  it.each(['', '{"a":', '[1]', '"text"', '7', 'null'])(
    'sends arguments %j as an object',
    (args) => {
      const [message] = clean([{ role: 'assistant', tool_calls: [call('a', args)] }]);
      expect(message?.tool_calls?.[0]?.function.arguments).toBe('{}');
    },
  );

  it('makes illegal names legal', () => {
    const [message] = clean([
      { role: 'assistant', tool_calls: [call('a', '{}', 'calc<|x|>.y'.repeat(9))] },
    ]);
    expect(message?.tool_calls?.[0]?.function.name).toMatch(/^[\w-]{1,64}$/);
  });

  it('leaves out messages that say nothing, and half characters', () => {
    expect(
      clean([
        { role: 'assistant', content: '' },
        { role: 'user', content: 'a\ud83d' },
      ]),
    ).toEqual([{ role: 'user', content: 'a' }]);
  });

  it('joins parts of text into one string', () => {
    const content = [
      { type: 'text', text: 'a' },
      { type: 'text', text: 'b' },
    ];
    expect(clean([{ role: 'user', content }])).toEqual([{ role: 'user', content: 'a\n\nb' }]);
  });

  it('puts instructions first, or into the first message where there is no such role', () => {
    const messages: WireMessage[] = [user, { role: 'system', content: 'Be kind.' }];
    expect(clean(messages)).toEqual([{ role: 'system', content: 'Be kind.' }, user]);
    expect(clean(messages, { systemRole: false })).toEqual([
      { role: 'user', content: 'Be kind.\n\ngo' },
    ]);
  });

  it('joins neighbours of one role where roles must alternate, and only there', () => {
    const image = { type: 'image_url', image_url: { url: 'data:,' } };
    const messages: WireMessage[] = [
      user,
      { role: 'user', content: 'on' },
      { role: 'assistant', content: 'a' },
      { role: 'assistant', content: 'b', tool_calls: [call('a')] },
      { role: 'tool', tool_call_id: 'a', content: '1' },
      { role: 'assistant', content: 'c' },
      user,
      { role: 'user', content: [image] },
    ];
    expect(clean(messages)).toHaveLength(messages.length);
    expect(clean(messages, { alternate: true })).toMatchObject([
      { role: 'user', content: 'go\n\non' },
      { role: 'assistant', content: 'a\n\nb', tool_calls: [{ id: 'a' }] },
      { role: 'tool' },
      { role: 'assistant', content: 'c' },
      { role: 'user', content: [{ type: 'text', text: 'go' }, image] },
    ]);
  });

  it('sends thoughts back as the endpoint wants them', () => {
    const messages: WireMessage[] = [
      { role: 'assistant', tool_calls: [call('a')], reasoning_content: 'Hm.' },
      { role: 'tool', tool_call_id: 'a', content: '1' },
      { role: 'assistant', tool_calls: [call('b')] },
    ];
    const thoughts = (sent: WireMessage[]) =>
      sent.filter((message) => message.tool_calls).map((message) => message.reasoning_content);
    expect(thoughts(clean(messages))).toEqual(['Hm.', '']);
    expect(thoughts(clean(messages.slice(2)))).toEqual([undefined]);
    expect(thoughts(clean(messages.slice(2), { reasoningBack: 'always' }))).toEqual(['']);
    expect(thoughts(clean(messages, { reasoningBack: 'never' }))).toEqual([undefined, undefined]);
  });
});

describe('a schema', () => {
  it('loses references, to a depth where they lead into themselves', () => {
    const schema = plainSchema({
      type: 'object',
      properties: { node: { $ref: '#/$defs/Node' } },
      $defs: {
        Node: {
          type: 'object',
          properties: { name: { type: 'string' }, child: { $ref: '#/$defs/Node' } },
        },
      },
    });
    expect(JSON.stringify(schema)).not.toMatch(/\$ref|\$defs/);
    expect(schema).toMatchObject({
      properties: { node: { properties: { name: { type: 'string' }, child: { type: 'object' } } } },
    });
  });

  it.each([
    [{}, { type: 'object', properties: {} }],
    [undefined, { type: 'object', properties: {} }],
    [true, { type: 'object', properties: {} }],
    [
      { properties: { a: {} }, required: ['a', 'gone'] },
      { type: 'object', properties: { a: {} }, required: ['a'] },
    ],
    [
      {
        type: 'object',
        properties: { data: { type: 'string', properties: { x: {} }, required: ['x'] } },
      },
      { type: 'object', properties: { data: { type: 'string' } } },
    ],
    [
      {
        type: 'object',
        properties: { a: { type: ['string', 'null'] }, b: { enum: [1, 2], description: 'B.' } },
      },
      {
        type: 'object',
        properties: { a: { type: 'string' }, b: { description: 'B. One of: 1, 2.' } },
      },
    ],
    [
      {
        type: 'object',
        properties: { type: { type: 'string', const: 'x' }, required: { type: 'boolean' } },
      },
      {
        type: 'object',
        properties: { type: { type: 'string', enum: ['x'] }, required: { type: 'boolean' } },
      },
    ],
    [
      {
        anyOf: [
          { properties: { a: {}, b: {} }, required: ['a'] },
          { properties: { a: {}, c: {} }, required: ['a', 'c'] },
        ],
      },
      { type: 'object', properties: { a: {}, b: {}, c: {} }, required: ['a'] },
    ],
    [
      {
        allOf: [
          { properties: { a: {} }, required: ['a'] },
          { properties: { b: {} }, required: ['b'] },
        ],
      },
      { type: 'object', properties: { a: {}, b: {} }, required: ['a', 'b'] },
    ],
    [
      {
        type: 'object',
        properties: { list: { type: 'array', items: { type: ['integer', 'null'] } } },
        $schema: 's',
      },
      { type: 'object', properties: { list: { type: 'array', items: { type: 'integer' } } } },
    ],
  ])('becomes plain: %j', (schema, expected) => {
    expect(JSON.parse(JSON.stringify(plainSchema(schema)))).toEqual(expected);
  });
});

it('gives tools safe names that are all different', () => {
  const long = 'x'.repeat(80);
  const names = [
    'calendar.respondToEvent',
    'calendar respondToEvent',
    'Create Share',
    long,
    `${long}y`,
    '工具',
  ];
  const safe = safeNames(names);
  expect([...safe.values()]).toEqual(names);
  for (const name of safe.keys()) expect(name).toMatch(/^[\w-]{1,64}$/);
});

describe('buildRequest', () => {
  const prompt: LanguageModelV4Prompt = [
    { role: 'system', content: 'Be kind.' },
    { role: 'user', content: [{ type: 'text', text: 'go' }] },
    {
      role: 'assistant',
      content: [
        {
          type: 'reasoning',
          text: 'Hm.',
          providerOptions: { loupe: { details: [{ type: 'reasoning.encrypted', data: 'E' }] } },
        },
        { type: 'tool-call', toolCallId: 'c1', toolName: 'my.tool', input: { a: 1 } },
      ],
    },
    {
      role: 'tool',
      content: [
        {
          type: 'tool-result',
          toolCallId: 'c1',
          toolName: 'my.tool',
          output: { type: 'text', value: '1' },
        },
      ],
    },
  ];
  const options: LanguageModelV4CallOptions = {
    prompt,
    tools: [{ type: 'function', name: 'my.tool', inputSchema: { type: 'object' } }],
    toolChoice: { type: 'auto' },
    stopSequences: ['\nObservation:'],
  };

  it('names tools safely in the offer and in the history, and keeps what a provider wants back', () => {
    const { body, toolNames } = buildRequest('m', options, DEFAULT_SWITCHES);
    expect(toolNames.get('my_tool')).toBe('my.tool');
    expect(body).toMatchObject({
      model: 'm',
      stream: true,
      stream_options: { include_usage: true },
      stop: ['\nObservation:'],
      tool_choice: 'auto',
      tools: [
        {
          type: 'function',
          function: { name: 'my_tool', parameters: { type: 'object', properties: {} } },
        },
      ],
      messages: [
        { role: 'system' },
        { role: 'user', content: 'go' },
        {
          role: 'assistant',
          reasoning_content: 'Hm.',
          reasoning_details: [{ data: 'E' }],
          tool_calls: [{ function: { name: 'my_tool', arguments: '{"a":1}' } }],
        },
        { role: 'tool', tool_call_id: 'c1', content: '1' },
      ],
    });
  });

  it('puts a signature that came late back onto its thought, and sends thoughts without words', () => {
    const part = (detail: JSONObject) => ({
      type: 'reasoning' as const,
      text: '',
      providerOptions: { loupe: { details: [detail] } },
    });
    const content = [
      part({ type: 'reasoning.text', index: 0, text: 'Hm.' }),
      part({ type: 'reasoning.text', index: 0, signature: 'S' }),
      { type: 'tool-call' as const, toolCallId: 'c1', toolName: 'my.tool', input: {} },
    ];
    const call = { ...options, prompt: [{ role: 'assistant' as const, content }] };
    expect(buildRequest('m', call, DEFAULT_SWITCHES).body.messages).toMatchObject([
      {
        tool_calls: [{}],
        reasoning_details: [{ type: 'reasoning.text', index: 0, text: 'Hm.', signature: 'S' }],
      },
      { role: 'tool' },
    ]);
  });

  it('leaves out what the endpoint refuses', () => {
    const { body } = buildRequest('m', options, {
      ...DEFAULT_SWITCHES,
      streamUsage: false,
      toolChoice: false,
      reasoningBack: 'never',
      stop: false,
    });
    expect(body).not.toHaveProperty('stop');
    expect(body).not.toHaveProperty('stream_options');
    expect(body).not.toHaveProperty('tool_choice');
    expect(JSON.stringify(body)).not.toMatch(/reasoning/);
  });
});

describe('adapt', () => {
  it.each([
    ['Unknown parameter: stream_options', { streamUsage: false }],
    ['property reasoning_content is unsupported', { reasoningBack: 'never' }],
    [
      'The reasoning_content in the thinking mode must be passed back to the API.',
      { reasoningBack: 'always' },
    ],
    [
      'thinking is enabled but reasoning_content is missing in assistant tool call message at index 2',
      { reasoningBack: 'always' },
    ],
    ['Tool call id was call_1 but must be a-z, A-Z, 0-9, with a length of 9.', { shortIds: true }],
    ['System role not supported', { systemRole: false }],
    [
      'This model is only supported in v1/responses and not in v1/chat/completions.',
      { api: 'responses' },
    ],
    ['tool_choice is not supported', { toolChoice: false }],
    [
      'Your organization must be verified to generate reasoning summaries.',
      { reasoningSummary: false },
    ],
    ["Unsupported parameter: 'stop' is not supported with this model.", { stop: false }],
    ['Model grok-4 does not support parameter stop.', { stop: false }],
  ])('answers %j', (words, change) => {
    expect(adapt(words, DEFAULT_SWITCHES)).toEqual({ ...DEFAULT_SWITCHES, ...change });
    expect(adapt(words, { ...DEFAULT_SWITCHES, ...(change as Partial<Switches>) })).toBeUndefined();
  });

  it('joins messages first where roles must alternate, then gives up the system role', () => {
    const words = 'Conversation roles must alternate user/assistant/user/assistant/...';
    const joined = adapt(words, DEFAULT_SWITCHES);
    expect(joined).toEqual({ ...DEFAULT_SWITCHES, alternate: true });
    const plain = joined && adapt(words, joined);
    expect(plain).toEqual({ ...joined, systemRole: false });
    expect(plain && adapt(words, plain)).toBeUndefined();
  });

  it('leaves a refusal alone that names nothing it knows', () => {
    expect(adapt('messages.12: unexpected tool_use_id', DEFAULT_SWITCHES)).toBeUndefined();
  });
});
