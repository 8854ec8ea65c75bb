import { runToEnd } from './api.ts';
import cases from './cases.json' with { type: 'json' };
import { type Check, checkCase } from './check-case.ts';
import { expect, test } from './fixtures.ts';

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
