import { answerOf, endOf, post, readChat, runToEnd, startRun, textOf } from './api.ts';
import { expect, test } from './fixtures.ts';
import { slowly } from './model-server.ts';

test('a retry is shown while it is waited for, and Stop ends the wait', async ({
  app,
  modelServer,
  chat,
}) => {
  modelServer.script('busy', () => ({
    status: 503,
    headers: { 'retry-after': '60' },
    body: { error: { message: 'The engine is overloaded.' } },
  }));
  const { chatId, runId } = await startRun(app, { message: 'go', model: 'busy' });
  await chat.open(chatId);
  await expect(chat.page.getByText(/Retrying in \d+ s, 1 of 3/)).toBeVisible();
  await expect(chat.page.getByText(/503: The engine is overloaded/).first()).toBeVisible();
  const asked = Date.now();
  expect((await post(app, `/api/runs/${runId}/stop`)).status).toBe(200);
  expect(Date.now() - asked).toBeLessThan(10_000);
  await expect(chat.page.getByText('Stopped before the next try')).toBeVisible();
  expect(modelServer.requests).toHaveLength(1);
});

test('an answer that breaks off is kept as a draft, and the step is tried again', async ({
  app,
  modelServer,
  chat,
}) => {
  let tries = 0;
  modelServer.script('torn', function* () {
    tries++;
    yield { reasoning: 'I think.' };
    yield `Try ${tries} be`;
    yield tries === 1 ? { cut: 'reset' } : 'gins and ends.';
  });
  const { chatId, message } = await runToEnd(app, { message: 'go', model: 'torn' });
  expect(answerOf(message)).toBe('Try 2 begins and ends.');
  expect(endOf(message)).toBe('answered');
  expect(message.parts.find((part) => part.type === 'data-draft')).toMatchObject({
    data: { text: 'Try 1 be', reasoning: 'I think.' },
  });
  // The draft is no part of what was said.
  expect(textOf(message)).not.toContain('Try 1');
  expect((await readChat(app, chatId)).messages[1]?.parts).toEqual(message.parts);
  await chat.open(chatId);
  await chat.page.getByRole('button', { name: /^Worked for/ }).click();
  await chat.page.getByRole('button', { name: /^Interrupted draft/ }).click();
  await expect(chat.page.getByText('Try 1 be')).toBeVisible();
  await runToEnd(app, { id: chatId, message: 'again', model: 'echo' });
  expect(JSON.stringify(modelServer.requests.at(-1)?.body)).not.toContain('Try 1');
});

test('what cannot change is not asked for again, and the chat goes on (b25)', async ({
  app,
  modelServer,
}) => {
  const { chatId } = await runToEnd(app, { message: 'go', model: 'b25-permanent-400' });
  expect(modelServer.requests).toHaveLength(1);
  const { message } = await runToEnd(app, { id: chatId, message: 'hello again', model: 'echo' });
  expect(textOf(message)).toBe('hello again');
});

test('a model that falls silent is given up, then asked again', async ({ launch, modelServer }) => {
  const app = await launch({ env: { LOUPE_STALL_TIMEOUT: '1', LOUPE_FIRST_BYTE_TIMEOUT: '2' } });
  let tries = 0;
  modelServer.script('silent', async function* () {
    tries++;
    if (tries === 1) yield { waitMs: 60_000 };
    if (tries === 2) {
      yield 'Half';
      yield { waitMs: 60_000 };
    }
    // Comments keep a stream alive that has nothing to say yet.
    for (let i = 0; i < 4; i++) {
      yield { raw: ': still thinking\n\n' };
      yield { waitMs: 500 };
    }
    yield 'At last.';
  });
  const { message } = await runToEnd(app, { message: 'go', model: 'silent' });
  expect(answerOf(message)).toBe('At last.');
  expect(tries).toBe(3);
});

test('an endless answer stays usable and stops at once (b28)', async ({
  app,
  modelServer,
  chat,
}) => {
  modelServer.script('endless', function* () {
    for (;;) {
      yield 'again and ';
      yield { waitMs: 1 };
    }
  });
  const { chatId, runId } = await startRun(app, { message: 'go', model: 'endless' });
  await chat.open(chatId);
  await expect(chat.page.getByText(/again and again/).first()).toBeVisible();
  await chat.composer.fill('I can still type');
  const asked = Date.now();
  await post(app, `/api/runs/${runId}/stop`);
  expect(Date.now() - asked).toBeLessThan(5000);
  await modelServer.waitFor((request) => request.state === 'aborted');
  await expect(chat.page.getByText('Stopped.')).toBeVisible();
  await expect(chat.composer).toHaveValue('I can still type');
});

test('a thought without its opening tag is taken back out of the answer', async ({
  app,
  modelServer,
}) => {
  modelServer.script('unopened', () => [...slowly('I add the two.</think>\n\nIt is 4.', 5)]);
  for (let round = 0; round < 2; round++) {
    const { message } = await runToEnd(app, { message: 'go', model: 'unopened' });
    expect(answerOf(message)).toBe('It is 4.');
    expect(message.parts.find((part) => part.type === 'reasoning')).toMatchObject({
      text: 'I add the two.',
    });
  }
});

test('an answer that a filter swallowed is said to be so, and not asked for again', async ({
  app,
  modelServer,
}) => {
  modelServer.script('filtered', () => [{ finish: 'content_filter' }]);
  const { message } = await runToEnd(app, { message: 'go', model: 'filtered' });
  expect(modelServer.requests).toHaveLength(1);
  expect(endOf(message)).toBe('failed');
  expect(message.parts.find((part) => part.type === 'data-notice')).toMatchObject({
    data: { code: 'answer-filtered' },
  });
});
