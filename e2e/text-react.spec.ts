import { answerOf, endOf, readChat, runToEnd, startRun, toolParts } from './api.ts';
import { expect, test } from './fixtures.ts';
import type { ReplyPart } from './model-server.ts';

const QUESTIONS = [
  {
    language: 'Chinese',
    question: '北京今天天气',
    thought: '需要查询北京今天的天气。',
    answer: '我查不到实时天气：没有可用的搜索工具。',
    labels: ['思考：', '行动：', '行动输入：', '观察：'],
  },
  {
    language: 'English',
    question: 'What is the weather in Beijing today?',
    thought: 'I need to look up the weather of today.',
    answer: 'I cannot look up the weather: no tool searches the web.',
    labels: ['Thought: ', 'Action: ', 'Action Input: ', 'Observation: '],
  },
];

for (const { language, question, thought, answer, labels } of QUESTIONS) {
  test(`a model without function calling thinks, calls and answers in text: ${language}`, async ({
    app,
    modelServer,
  }) => {
    const [think, act, input, observe] = labels;
    modelServer.script('texter', function* (request): Generator<ReplyPart> {
      // Each result comes as a user message here: the history tells which turn it is.
      if (JSON.stringify(request.messages).includes(`${act}web_search`)) {
        yield `${think}${answer}\n${act}FINISH\n${input}${answer}`;
        return;
      }
      for (const word of `${think}${thought}`.match(/.{1,3}/gsu) ?? []) {
        yield word;
        yield { waitMs: 15 };
      }
      yield `\n${act}web_search\n${input}${question}`;
    });
    const { message } = await runToEnd(app, {
      message: question,
      model: 'texter',
      engine: 'text-react',
    });
    expect(toolParts(message)).toMatchObject([{ type: 'dynamic-tool', toolName: 'web_search' }]);
    expect(JSON.stringify(toolParts(message)[0]?.input)).toContain(question);
    const thoughts = message.parts.flatMap((part) =>
      part.type === 'reasoning' ? [part.text] : [],
    );
    expect(thoughts[0]?.trim()).toBe(thought);
    expect(answerOf(message)).toBe(answer);
    expect(endOf(message)).toBe('answered');

    const [first, second] = modelServer.requests;
    expect(first?.body.tools).toBeUndefined();
    expect(JSON.stringify(first?.body.messages[0])).toContain(input?.trim());
    const told = JSON.stringify(second?.body.messages.at(-1));
    expect(told).toContain(observe?.trim());
    expect(told).toContain('there is no tool');
  });
}

test('the thought streams into its card before the call is there', async ({
  app,
  modelServer,
  chat,
}) => {
  const gate = Promise.withResolvers<void>();
  modelServer.script('texter', async function* (request): AsyncGenerator<ReplyPart> {
    if (JSON.stringify(request.messages.slice(1)).includes('观察：')) {
      yield '行动：FINISH\n行动输入：结果是 **391**。';
      return;
    }
    yield '思考：先算出来。';
    await gate.promise;
    yield '\n行动：calc\n行动输入：{"expression": "17*23"}';
  });
  const body = { message: '17 乘 23', model: 'texter', engine: 'text-react' };
  const { chatId } = await startRun(app, body);
  await chat.open(chatId);
  await expect(chat.page.getByText('先算出来。').first()).toBeVisible();
  await expect(chat.page.getByText('行动')).toHaveCount(0);
  gate.resolve();
  await expect(chat.answer()).toHaveText('结果是 391。');
  const message = (await readChat(app, chatId)).messages[1];
  expect(message && toolParts(message)).toMatchObject([
    { input: { expression: '17*23' }, output: { result: 391 } },
  ]);
});

const VARIANTS = [
  (n: number) => `Thought: Step ${n}.\nAction: calc\nAction Input: {"expression": "${n}+1"}`,
  (n: number) => `思考：第 ${n} 步。\n行动：calc\n行动输入：${n}+1\n`,
  (n: number) => `**Thought:** Step ${n}.\n**Action:** calc\n**Action Input:** \`${n}+1\``,
  (n: number) => `思考: 第 ${n} 步。\n行动: calc\n行动输入: {"expression": "${n}+1"}`,
  (n: number) => `### Thought: Step ${n}.\nAction: Calc\nAction Input: ${n}+1`,
  (n: number) => `Step ${n} has no label.\nAction: calc[${n}+1]`,
  (n: number) =>
    `thought: Step ${n}.\naction: calc\naction input:\n\`\`\`json\n{"expression": "${n}+1"}\n\`\`\``,
  (n: number) =>
    `思考：动作：先想。\n行动：calc\n行动输入：{'expression': '${n}+1',}\n观察：${n}99\n思考：编的。`,
  (n: number) => `Thought 9: Step ${n}.\r\nAction 9: calc\r\nAction Input 9: "${n}+1"`,
];

test('ten steps in text, the labels of each written otherwise', async ({ app, modelServer }) => {
  modelServer.script('ten', (request) => {
    const done = JSON.stringify(request.messages).split(/Observation: |观察：/).length - 1;
    const say = VARIANTS[done];
    return say
      ? say(done)
      : 'Thought: All is done.\nFinal Answer: Nine sums.\nThought: this line belongs to it.';
  });
  const { message } = await runToEnd(app, {
    message: 'nine sums',
    model: 'ten',
    engine: 'text-react',
    maxSteps: 12,
  });
  const sums = toolParts(message).map((part) =>
    'output' in part ? (part.output as { result: unknown }).result : part,
  );
  expect(sums).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(message.parts.filter((part) => part.type === 'step-start')).toHaveLength(10);
  expect(answerOf(message)).toBe('Nine sums.\nThought: this line belongs to it.');
});

test('a reply without the form is asked for once more, then it is the answer', async ({
  app,
  modelServer,
}) => {
  modelServer.script('prose', () => 'I simply say it.');
  const { message } = await runToEnd(app, { message: 'go', model: 'prose', engine: 'text-react' });
  expect(answerOf(message)).toBe('I simply say it.');
  expect(modelServer.requests).toHaveLength(2);
  expect(JSON.stringify(modelServer.requests[1]?.body.messages.at(-1))).toContain(
    'did not follow the form',
  );

  modelServer.reset();
  modelServer.script('mends', (request) =>
    JSON.stringify(request.messages).includes('did not follow')
      ? 'Thought: Right.\nAction: FINISH\nAction Input: Well said.'
      : 'Something said.',
  );
  const mended = await runToEnd(app, { message: 'go', model: 'mends', engine: 'text-react' });
  expect(answerOf(mended.message)).toBe('Well said.');
});

test('a connection without tool support is switched to text by itself', async ({
  app,
  modelServer,
}) => {
  modelServer.script('no-tools', (request) =>
    request.tools
      ? { status: 400, body: { error: { message: 'registry/no-tools does not support tools' } } }
      : JSON.stringify(request.messages).includes('Observation: ')
        ? 'Action: FINISH\nAction Input: It is 4.'
        : 'Thought: Add.\nAction: calc\nAction Input: 2+2',
  );
  const { message } = await runToEnd(app, { message: 'sum', model: 'no-tools' });
  expect(answerOf(message)).toBe('It is 4.');
  expect(modelServer.requests.map((request) => request.status)).toEqual([400, 200, 200]);
});
