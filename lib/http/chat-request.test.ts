import { expect, it } from 'vitest';
import { chatRequest, MAX_MESSAGE_CHARS, messageText } from './chat-request.ts';
import { readJson } from './read-json.ts';

const post = (body: string, type = 'application/json') =>
  new Request('http://127.0.0.1/api/chat', {
    method: 'POST',
    body,
    headers: { 'content-type': type },
  });

const code = async (work: Promise<unknown> | (() => unknown)) => {
  try {
    await (typeof work === 'function' ? work() : work);
    return 'ok';
  } catch (error) {
    return (error as { code: string }).code;
  }
};

const text = (value: string) => ({ role: 'user', parts: [{ type: 'text', text: value }] });

it.each([
  [{ message: 'hello' }, 'hello'],
  [{ message: text('hello') }, 'hello'],
  [
    {
      message: {
        role: 'user',
        parts: [
          { type: 'text', text: 'a' },
          { type: 'file', url: 'x' },
          { type: 'text', text: 'b' },
        ],
      },
    },
    'a\nb',
  ],
  [{ messages: [text('old'), { role: 'assistant', parts: [] }, text('new')] }, 'new'],
  [{ message: 'half \ud83d' }, 'half '],
])('reads the text of %j', (body, expected) => {
  expect(messageText(chatRequest.parse(body))).toBe(expected);
});

it.each([[{}], [{ message: '' }], [{ message: ' \n' }], [{ messages: [] }]])(
  'says that %j has no message',
  async (body) => {
    expect(await code(() => messageText(chatRequest.parse(body)))).toBe('message_missing');
  },
);

it('refuses a message that is too long, naming the limit', () => {
  const body = chatRequest.parse({ message: 'x'.repeat(MAX_MESSAGE_CHARS + 1) });
  expect(() => messageText(body)).toThrow(/100001 characters; at most 100000/);
});

it.each([[0], [51], [2.5], ['abc'], ['3'], [null], [-1], [1e9]])(
  'refuses maxSteps %j',
  async (maxSteps) => {
    const request = post(JSON.stringify({ message: 'x', maxSteps }));
    await expect(readJson(request, chatRequest)).rejects.toMatchObject({
      code: 'invalid_max_steps',
      message: expect.stringContaining('whole number from 1 to 50'),
    });
  },
);

it.each([
  ['{"message":', 'application/json', 'invalid_request'],
  ['[]', 'application/json', 'invalid_request'],
  ['{"id":"../x"}', 'application/json', 'invalid_request'],
  ['{"message":"x"}', 'text/plain', 'unsupported_media_type'],
  ['{"message":"x"}', 'application/json; charset=utf-8', 'ok'],
  [`{"message":"${'x'.repeat(9e6)}"}`, 'application/json', 'body_too_large'],
])('judges a body %.20s of type %s', async (body, type, verdict) => {
  expect(await code(readJson(post(body, type), chatRequest))).toBe(verdict);
});
