import { answerOf, endOf, post, readChat, runToEnd, startRun, textOf, toolParts } from './api.ts';
import { expect, test } from './fixtures.ts';
import type { RequestRecord } from './model-server.ts';

/** The tool messages that the model was sent last. */
function toolMessages(requests: readonly RequestRecord[]): string[] {
  const messages = requests.at(-1)?.body.messages ?? [];
  return messages.flatMap((message) => (message.role === 'tool' ? [String(message.content)] : []));
}

test('a run that meets its limit answers, says so and can go on (b04)', async ({
  app,
  modelServer,
  chat,
}) => {
  const { chatId, message } = await runToEnd(app, {
    message: 'go',
    model: 'b04-no-answer-at-max-steps',
    maxSteps: 3,
  });
  expect(answerOf(message)).toMatch(/^Summary:/);
  expect(endOf(message)).toBe('max-steps');
  expect(modelServer.requests).toHaveLength(3);
  await chat.open(chatId);
  await expect(chat.page.getByText(/limit of 3 steps/)).toBeVisible();
  await expect(chat.continueButton).toBeVisible();
});

test('a call of an unknown tool is an error to the model, not to the run (b06)', async ({
  app,
  modelServer,
  chat,
}) => {
  const { chatId, message } = await runToEnd(app, { message: 'go', model: 'b06-unknown-tool' });
  expect(answerOf(message)).toBe('I cannot look up prices here.');
  expect(toolParts(message)).toMatchObject([{ state: 'output-error' }]);
  expect(toolMessages(modelServer.requests)).toEqual([
    expect.stringMatching(/no tool "get_stock_price".*Available tools: calc, bash/),
  ]);
  await chat.open(chatId);
  await expect(chat.answer()).toHaveText('I cannot look up prices here.');
});

test('a tool that fails tells the model why, without stack or server paths (b11)', async ({
  app,
  modelServer,
}) => {
  const { message } = await runToEnd(app, { message: 'go', model: 'b11-tool-throws' });
  expect(answerOf(message)).toMatch(/^OK:/);
  const [result] = toolMessages(modelServer.requests);
  expect(result).toMatch(/^Error: .*does\/not\/exist\.txt/);
  expect(result).not.toMatch(/node_modules| {4}at |workspaces\//);
});

test('a command that never ends is ended, and what it printed is kept (b12)', async ({
  launch,
  modelServer,
}) => {
  const app = await launch({ env: { LOUPE_BASH_TIMEOUT: '2' } });
  const { message } = await runToEnd(app, { message: 'go', model: 'b12-tool-never-returns' });
  expect(answerOf(message)).toMatch(/^OK:/);
  const [result] = toolMessages(modelServer.requests);
  expect(result).toContain('Error: Timeout (2s)');
  expect(result).toContain('begin');
});

test('a giant result stays small for the model and whole for the person (b13)', async ({
  app,
  modelServer,
}) => {
  const { runId, message } = await runToEnd(app, { message: 'go', model: 'b13-giant-result' });
  expect(answerOf(message)).toMatch(/^OK:/);
  expect(toolMessages(modelServer.requests)[0]).toContain('LAST-LINE');
  for (const request of modelServer.requests) expect(request.bodyBytes).toBeLessThan(200_000);
  const [part] = toolParts(message);
  const output = part?.state === 'output-available' ? part.output : undefined;
  expect(output).toMatchObject({ truncated: [{ field: 'stdout', lines: 3_000_001 }] });
  const [{ ref, chars }] = (output as { truncated: [{ ref: string; chars: number }] }).truncated;
  const slice = await fetch(`${app.url}/api/runs/${runId}/outputs/${ref}?offset=${chars - 20}`);
  expect(await slice.json()).toMatchObject({
    text: expect.stringMatching(/LAST-LINE\n$/),
    total: chars,
  });
});

test('parallel calls keep their own results, whatever order they end in (b16)', async ({
  app,
  modelServer,
}) => {
  const { message } = await runToEnd(app, { message: 'go', model: 'b16-parallel-out-of-order' });
  expect(modelServer.requests).toHaveLength(2);
  const results = modelServer.requests[1]?.body.messages.filter((entry) => entry.role === 'tool');
  expect(results).toMatchObject([
    { tool_call_id: 'call_p1', content: 'SLOW\n' },
    { tool_call_id: 'call_p2', content: 'FAST\n' },
    { tool_call_id: 'call_p3', content: expect.stringContaining('exit code 3') },
  ]);
  const outputs = toolParts(message).map((part) => ('output' in part ? part.output : undefined));
  expect(outputs).toMatchObject([{ stdout: 'SLOW\n' }, { stdout: 'FAST\n' }, { exitCode: 3 }]);
});

test('after a stop in a tool the next message is answered (b18)', async ({ app, modelServer }) => {
  const model = 'b18-orphan-after-stop';
  const { chatId, runId } = await startRun(app, { message: 'go', model });
  await expect
    .poll(async () => (await (await fetch(`${app.url}/api/runs/${runId}`)).json()).status)
    .toBe('running');
  await modelServer.waitFor((request) => request.state === 'sent');
  expect((await post(app, `/api/runs/${runId}/stop`)).status).toBe(200);
  const { message } = await runToEnd(app, { id: chatId, message: 'continue', model });
  expect(answerOf(message)).toBe('Going on.');
  expect(toolMessages(modelServer.requests)).toEqual([expect.stringMatching(/stopped/i)]);
  expect((await readChat(app, chatId)).messages).toHaveLength(4);
});

test('calc is exact where people expect it (e01)', async ({ app }) => {
  const { message } = await runToEnd(app, { message: 'go', model: 'e01-calc-precision' });
  const results = toolParts(message).map((part) =>
    part.state === 'output-available' ? (part.output as { result?: unknown }).result : undefined,
  );
  const [percent] = results.splice(3, 1);
  expect([220, undefined]).toContain(percent);
  const near = (value: number) => expect.closeTo(value, 6);
  expect(results).toEqual([
    0.3,
    '9007199254740995',
    near(1197.19965294),
    1024,
    8,
    -4,
    1,
    2,
    1,
    0.3,
    expect.any(Number),
  ]);
  expect(Number(results.at(-1)) / 6.5331862350007e-223).toBeCloseTo(1, 9);
});

test('a hostile expression fails fast and blocks nobody (e02, e05)', async ({ app }) => {
  for (const model of ['e02-calc-factorial-dos', 'e05-calc-not-eval']) {
    const started = Date.now();
    const running = runToEnd(app, { message: 'go', model });
    let slowest = 0;
    const probe = async () => {
      const asked = Date.now();
      await fetch(`${app.url}/api/health`);
      slowest = Math.max(slowest, Date.now() - asked);
    };
    for (let i = 0; i < 10; i++) await probe();
    const { message } = await running;
    expect(Date.now() - started).toBeLessThan(20_000);
    expect(slowest).toBeLessThan(5000);
    expect(toolParts(message)).toMatchObject([{ output: { ok: false } }]);
  }
});

test('a background job does not hold the call (e17)', async ({ app }) => {
  const { message } = await runToEnd(app, { message: 'go', model: 'e17-background-child' });
  const [part] = toolParts(message);
  expect(part).toMatchObject({ output: { stdout: 'done\n', exitCode: 0 } });
  const step = message.parts.find((entry) => entry.type === 'data-step');
  const ms = step?.type === 'data-step' ? Object.values(step.data.calls ?? {})[0]?.ms : undefined;
  expect(ms).toBeLessThan(30_000);
});

test('a program that reads its input ends at once (e19)', async ({ app }) => {
  const { message } = await runToEnd(app, { message: 'go', model: 'e19-waits-for-stdin' });
  expect(toolParts(message)).toMatchObject([{ output: { stdout: 'after\n' } }]);
});

test('binary output becomes a note, and nothing breaks (e20)', async ({
  app,
  modelServer,
  chat,
}) => {
  const { chatId, message } = await runToEnd(app, { message: 'go', model: 'e20-binary-output' });
  const [result] = toolMessages(modelServer.requests);
  expect(result).toContain('TAIL');
  expect(result).toMatch(/binary/);
  for (const request of modelServer.requests) expect(request.bodyBytes).toBeLessThan(200_000);
  expect((await readChat(app, chatId)).messages[1]?.parts).toEqual(message.parts);
  await chat.open(chatId);
  await expect(chat.assistantMessages).toHaveCount(1);
});

test('a command reaches the shell as it was written (e21)', async ({ app, modelServer }) => {
  const { message } = await runToEnd(app, { message: 'go', model: 'e21-quoting' });
  const exact = '$HOME `id` "q" \'p\' \\n\n';
  expect(toolParts(message)).toMatchObject([{ output: { stdout: exact } }]);
  expect(toolMessages(modelServer.requests)).toEqual([exact]);
  expect(textOf(message)).toContain('OK:');
});
