import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import type { DoctorReport } from '#lib/events/api';
import { post } from './api.ts';
import { expect, test } from './fixtures.ts';
import { call, type ModelServer, type Reply, type ReplyPart } from './model-server.ts';

const run = promisify(execFile);
type Ask = 'greeting' | 'stock' | 'results' | 'tools-off';

/** Which of the doctor's requests this is. */
function askOf(request: {
  tools?: unknown;
  tool_choice?: unknown;
  messages: { role: string }[];
}): Ask {
  if (!request.tools) return 'greeting';
  if (request.tool_choice === 'none') return 'tools-off';
  return request.messages.some((message) => message.role === 'tool') ? 'results' : 'stock';
}

const chunk = (delta: object, finish: string | null = null): ReplyPart => ({
  raw: `data: ${JSON.stringify({ choices: [{ delta, finish_reason: finish }] })}\n\n`,
});
const COUNTING = 'one, two, three, four, five, six, seven, eight, nine, ten';
const RESULT = 'There are 17 apples and 4 pears.';

/** Five endpoints of different abilities, by the name of their model. */
const ENDPOINTS: Record<string, (ask: Ask) => Reply> = {
  able: function* (ask) {
    yield { reasoning: 'Hm.' };
    if (ask === 'greeting') {
      for (const word of COUNTING.split(' ')) {
        yield `${word} `;
        yield { waitMs: 20 };
      }
    } else if (ask === 'stock') {
      yield call('look_up_stock', { item: 'apples' });
      yield call('look_up_stock', { item: 'pears' });
    } else yield ask === 'results' ? RESULT : 'About twenty.';
  },
  odd: function* (ask) {
    if (ask === 'stock' || ask === 'tools-off') {
      yield chunk({
        tool_calls: [{ function: { name: 'look_up_stock', arguments: { item: 'apples' } } }],
      });
      yield chunk({}, 'stop');
    } else {
      yield chunk({ content: `<think>Hm.</think>${ask === 'greeting' ? COUNTING : RESULT}` });
      yield chunk({}, 'eos');
    }
    yield { raw: 'data: [DONE]\n\n' };
    yield { cut: 'fin' };
  },
  writer: function* (ask) {
    const xml = '<tool_call>{"name":"look_up_stock","arguments":{"item":"apples"}}</tool_call>';
    yield ask === 'stock' ? xml : ask === 'results' ? RESULT : COUNTING;
  },
  toolless: (ask) =>
    ask === 'greeting'
      ? COUNTING
      : { status: 400, body: { error: { message: 'toolless does not support tools' } } },
  whole: function* (ask) {
    const message =
      ask === 'stock'
        ? {
            content: null,
            tool_calls: [
              { id: 'a', function: { name: 'look_up_stock', arguments: '{"item":"apples"}' } },
            ],
          }
        : { content: ask === 'results' ? RESULT : COUNTING };
    const finish = ask === 'stock' ? 'tool_calls' : 'stop';
    yield { raw: JSON.stringify({ choices: [{ message, finish_reason: finish }] }) };
    yield { cut: 'fin' };
  },
};

const EXPECTED: Record<string, Record<string, [verdict: string, found: string]>> = {
  able: {
    answer: ['works', 'text'],
    streaming: ['works', 'events'],
    tools: ['works', 'calls'],
    parallel: ['works', 'two-calls'],
    arguments: ['works', 'in-pieces'],
    results: ['works', 'used'],
    'tools-off': ['works', 'kept'],
    reasoning: ['works', 'field'],
    usage: ['works', 'counted'],
    finish: ['works', 'usual'],
    context: ['unknown', 'not-told'],
  },
  odd: {
    tools: ['handled', 'odd-calls'],
    parallel: ['handled', 'one-call'],
    arguments: ['works', 'whole'],
    results: ['works', 'used'],
    'tools-off': ['handled', 'ignored'],
    reasoning: ['handled', 'tags'],
    usage: ['missing', 'not-counted'],
    finish: ['handled', 'odd'],
  },
  writer: {
    tools: ['handled', 'in-text'],
    results: ['works', 'used'],
    reasoning: ['missing', 'none-seen'],
  },
  toolless: {
    answer: ['works', 'text'],
    tools: ['handled', 'refused'],
    parallel: ['unknown', 'no-call'],
    usage: ['works', 'counted'],
  },
  whole: {
    streaming: ['handled', 'whole'],
    tools: ['works', 'calls'],
    arguments: ['works', 'whole'],
    usage: ['missing', 'not-counted'],
    finish: ['works', 'usual'],
  },
};

function serve(modelServer: ModelServer): void {
  for (const [name, reply] of Object.entries(ENDPOINTS)) {
    modelServer.script(name, (request) => reply(askOf(request as Parameters<typeof askOf>[0])));
  }
}

test('the doctor tells what five endpoints can do, and sets their switches', async ({
  app,
  modelServer,
}) => {
  serve(modelServer);
  for (const [model, expected] of Object.entries(EXPECTED)) {
    const response = await post(app, '/api/connections/env/doctor', { model });
    const report: DoctorReport = await response.json();
    const rows = Object.fromEntries(
      report.rows.map((row) => [row.topic, [row.verdict, row.found]]),
    );
    expect(rows, model).toMatchObject(expected);
  }
  // The model without tools writes its calls as text from now on, without a refused request before.
  const before = modelServer.requests.length;
  await post(app, '/api/chat', { message: 'hello', model: 'toolless' }).then((answer) =>
    answer.text(),
  );
  const [first] = modelServer.requests.slice(before);
  expect(first?.body.tools).toBeUndefined();
  expect(JSON.stringify(first?.body.messages[0])).toContain('Action Input');
});

test('the doctor says what is wrong when there is no conversation', async ({
  app,
  modelServer,
}) => {
  modelServer.script('closed', () => ({ status: 401, body: { error: { message: 'Wrong key.' } } }));
  const report: DoctorReport = await (
    await post(app, '/api/connections/env/doctor', { model: 'closed' })
  ).json();
  expect(report.failure).toMatchObject({
    code: 'provider-auth',
    message: expect.stringContaining('Wrong key.'),
  });
  expect((await post(app, '/api/connections/none/doctor', { model: 'm' })).status).toBe(404);
});

test('the doctor runs from the command line', async ({ modelServer }) => {
  serve(modelServer);
  const root = path.resolve(import.meta.dirname, '..');
  const { stdout } = await run(
    path.join(root, 'node_modules/.bin/node'),
    ['bin/doctor.ts', '--base-url', modelServer.url, '--model', 'odd'],
    { cwd: root, env: { ...process.env, OPENAI_API_KEY: 'test-key' } },
  );
  expect(stdout).toMatch(/Tool calls.*handled.*no index/s);
  expect(stdout).not.toContain('test-key');
});
