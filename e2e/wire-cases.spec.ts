import { runToEnd } from './api.ts';
import cases from './cases.json' with { type: 'json' };
import { type Check, checkCase } from './check-case.ts';
import { expect, test } from './fixtures.ts';
import { STRICT_RULES } from './model-server/strict-rules.ts';
import { call } from './model-server.ts';

// What real servers send, each case through the whole app: as one piece, and cut at random places, in
// the middle of characters too.
const WIRE = /^(a\d\d|b08|b10|b26)-|^b25-/;
const LONG: Record<string, string> = {
  'a63-context-vllm-wording': 'word '.repeat(8000),
  'a65-message-bytes-limit': '字'.repeat(50_000),
};

for (const { id, description, check } of cases) {
  if (!WIRE.test(id)) continue;
  test(`${id}: ${description}`, async ({ app, modelServer }) => {
    for (const split of [undefined, 'random'] as const) {
      modelServer.reset();
      modelServer.configure(split ? { split, seed: 7 } : {});
      const startedAt = Date.now();
      const run = await runToEnd(app, { message: LONG[id] ?? 'go', model: id });
      const ms = Date.now() - startedAt;
      checkCase({ run, requests: [...modelServer.requests], ms }, check as Check);
      expect(run.message.parts.at(-1)?.type).toBe('data-end');
    }
  });
}

// Those that hold only for a provider whose own answers keep them.
const OWN_RULES = ['reasoning-content-required', 'reasoning-key-on-all', 'tool-id-9'];

test('what Loupe sends keeps the rules of every strict provider', async ({ app, modelServer }) => {
  modelServer.script('strict', (request, turn) => {
    if (request.messages.filter((message) => message.role === 'user').length > 1) return 'Yes.';
    if (turn > 2) return 'Done.';
    return turn === 1
      ? [call('calc', { expression: '1+1' }, ''), call('no.such tool', [1], '')]
      : [{ reasoning: 'Hm.' }, 'A word. ', call('bash', { command: 'echo "\ud83d"' }, 'call_1')];
  });
  const { chatId } = await runToEnd(app, { message: 'go', model: 'strict' });
  await runToEnd(app, { id: chatId, message: 'and now?', model: 'strict' });
  expect(modelServer.requests).toHaveLength(4);
  for (const [rule, check] of Object.entries(STRICT_RULES)) {
    if (OWN_RULES.includes(rule)) continue;
    expect(
      modelServer.requests.flatMap((request) => check(request.body)),
      rule,
    ).toEqual([]);
  }
});
