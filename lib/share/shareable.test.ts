import { expect, it } from 'vitest';
import type { LoupeMessage, LoupePart } from '#lib/events/types';
import { isWithheld } from '#lib/events/withheld';
import { shareable } from './shareable.ts';

const NOTHING = { thoughts: false, details: false, costs: false };
const ALL = { thoughts: true, details: true, costs: true };

const asks: LoupeMessage = {
  id: 'u1',
  role: 'user',
  parts: [{ type: 'text', text: 'read it' }],
  metadata: { createdAt: 1 },
};

const parts = [
  { type: 'step-start' },
  {
    type: 'data-step',
    id: 'step-1',
    data: {
      n: 1,
      max: 10,
      model: 'acme-intern/gpt',
      startedAt: 1,
      tries: 1,
      thoughtMs: 5,
      usage: { inputTokens: 77 },
      cost: 0.25,
    },
  },
  { type: 'reasoning', text: 'THOUGHT', state: 'done', providerMetadata: { x: { y: 'SEALED' } } },
  {
    type: 'tool-read_file',
    toolCallId: 'c1',
    state: 'output-available',
    input: { path: 'PATH' },
    output: { ok: true, text: 'CONTENTS' },
    callProviderMetadata: { x: { y: 'SEALED' } },
    approval: { id: 'a1' },
  },
  {
    type: 'tool-bash',
    toolCallId: 'c2',
    state: 'output-available',
    input: { command: 'COMMAND' },
    output: { ok: false, error: { code: 'timeout', message: 'WORDS' } },
  },
  {
    type: 'dynamic-tool',
    toolName: 'git__log',
    toolCallId: 'c3',
    state: 'output-error',
    input: { q: 'COMMAND' },
    errorText: 'WORDS',
  },
  { type: 'data-notice', data: { level: 'error', code: 'provider-server', message: 'WORDS' } },
  {
    type: 'text',
    text: 'It gave no answer:\n\nCONTENTS',
    providerMetadata: { loupe: { fallback: true } },
  },
  { type: 'data-draft', data: { text: 'Draft', reasoning: 'THOUGHT', why: 'WORDS' } },
  { type: 'data-tomorrow', data: 'UNKNOWN' },
  { type: 'source-url', sourceId: 's', url: 'https://UNKNOWN.test' },
  { type: 'text', text: 'Done.', state: 'done', providerMetadata: { x: { y: 'SEALED' } } },
  {
    type: 'data-end',
    data: { reason: 'answered', steps: 1, ms: 5, usage: { inputTokens: 77 }, cost: 0.25 },
  },
] as unknown as LoupePart[];

const answers: LoupeMessage = {
  id: 'a1',
  role: 'assistant',
  parts,
  metadata: { createdAt: 2, runId: 'RUN' },
};

const textWith = (contents: typeof NOTHING) => JSON.stringify(shareable([asks, answers], contents));

it('shows no more than was chosen', () => {
  const bare = textWith(NOTHING);
  for (const text of ['read it', 'Done.', 'It gave no answer:', 'Draft', 'timeout', 'git__log']) {
    expect(bare).toContain(text);
  }
  const never = ['SEALED', 'UNKNOWN', 'RUN', 'acme-intern', '"approval"'];
  const rules: [keyof typeof NOTHING, string[]][] = [
    ['thoughts', ['THOUGHT', 'thoughtMs']],
    ['details', ['PATH', 'CONTENTS', 'COMMAND', 'WORDS']],
    ['costs', ['77', '0.25']],
  ];
  for (const text of [...never, ...rules.flatMap(([, texts]) => texts)]) {
    expect(bare).not.toContain(text);
  }
  for (const text of never) expect(textWith(ALL)).not.toContain(text);
  for (const [chosen] of rules) {
    const shown = textWith({ ...NOTHING, [chosen]: true });
    for (const [other, texts] of rules) {
      for (const text of texts) expect(shown.includes(text), text).toBe(other === chosen);
    }
  }
});

it('says how a call went whose contents it withholds', () => {
  const calls = shareable([asks, answers], NOTHING)[1]?.parts.filter(
    (part) => 'toolCallId' in part,
  );
  expect(calls?.map((part) => isWithheld(part))).toEqual([true, true, true]);
  expect(calls?.map((part) => ('output' in part ? part.output : part.state))).toEqual([
    { ok: true },
    { ok: false, error: { code: 'timeout' } },
    'output-error',
  ]);
});

it('ends with the last finished answer', () => {
  const waits: LoupeMessage = { ...asks, id: 'u2' };
  const ids = shareable([asks, answers, waits], NOTHING).map((message) => message.id);
  expect(ids).toEqual(['u1', 'a1']);
  expect(shareable([asks], ALL)).toEqual([]);
});
