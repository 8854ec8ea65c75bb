import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { closingChunks } from './close.ts';
import { pushMerged } from './merge.ts';
import { emptyView, fromMessage, type MessageView, reduce, toMessage } from './reduce.ts';
import type { LoupeChunk } from './types.ts';

const fold = (chunks: LoupeChunk[], from: MessageView = emptyView('m')) =>
  chunks.reduce(reduce, from);

const twoSteps: LoupeChunk[] = [
  { type: 'start', messageId: 'm1', messageMetadata: { createdAt: 1, runId: 'r1' } },
  { type: 'start-step' },
  {
    type: 'data-step',
    id: 'step-1',
    data: { n: 1, max: 3, model: 'x', startedAt: 1, tries: 1 },
  },
  { type: 'reasoning-start', id: 'a' },
  { type: 'reasoning-delta', id: 'a', delta: 'Let me ' },
  { type: 'reasoning-delta', id: 'a', delta: 'see.' },
  { type: 'reasoning-end', id: 'a' },
  { type: 'tool-input-start', toolCallId: 'c1', toolName: 'calc' },
  { type: 'tool-input-delta', toolCallId: 'c1', inputTextDelta: '{"expression"' },
  { type: 'tool-input-delta', toolCallId: 'c1', inputTextDelta: ':"1+1"}' },
  {
    type: 'tool-input-available',
    toolCallId: 'c1',
    toolName: 'calc',
    input: { expression: '1+1' },
  },
  { type: 'tool-output-available', toolCallId: 'c1', output: { ok: true, result: 2 } },
  {
    type: 'data-step',
    id: 'step-1',
    data: { n: 1, max: 3, model: 'x', startedAt: 1, ms: 5, tries: 1 },
  },
  { type: 'finish-step' },
  { type: 'start-step' },
  { type: 'text-start', id: 'a' },
  { type: 'text-delta', id: 'a', delta: 'Two.' },
  { type: 'text-end', id: 'a' },
  { type: 'finish-step' },
  { type: 'data-end', data: { reason: 'answered', steps: 2, ms: 9 } },
  { type: 'finish' },
];

describe('reduce', () => {
  it('folds a run into the message that the SDK would show', () => {
    expect(toMessage(fold(twoSteps))).toEqual({
      id: 'm1',
      role: 'assistant',
      metadata: { createdAt: 1, runId: 'r1' },
      parts: [
        { type: 'step-start' },
        {
          type: 'data-step',
          id: 'step-1',
          data: { n: 1, max: 3, model: 'x', startedAt: 1, ms: 5, tries: 1 },
        },
        { type: 'reasoning', text: 'Let me see.', state: 'done' },
        {
          type: 'tool-calc',
          toolCallId: 'c1',
          state: 'output-available',
          input: { expression: '1+1' },
          output: { ok: true, result: 2 },
        },
        { type: 'step-start' },
        { type: 'text', text: 'Two.', state: 'done' },
        { type: 'data-end', data: { reason: 'answered', steps: 2, ms: 9 } },
      ],
    });
  });

  it('leaves the objects of untouched steps as they are', () => {
    const before = fold(twoSteps.slice(0, -4));
    const after = reduce(before, { type: 'text-delta', id: 'a', delta: '!' });
    expect(after.steps[0]).toBe(before.steps[0]);
    expect(after.steps[1]).not.toBe(before.steps[1]);
  });

  it('finds a call of an earlier step', () => {
    const open = fold([
      { type: 'start-step' },
      { type: 'tool-input-available', toolCallId: 'c', toolName: 'calc', input: {} },
      { type: 'start-step' },
    ]);
    const done = reduce(open, { type: 'tool-output-error', toolCallId: 'c', errorText: 'no' });
    expect(done.steps[0]?.parts[1]).toMatchObject({ state: 'output-error', errorText: 'no' });
  });

  it('clears a step that begins anew, as every AI SDK client does', () => {
    const view = fold([
      { type: 'start-step' },
      { type: 'text-start', id: 't' },
      { type: 'text-delta', id: 't', delta: 'half' },
      { type: 'reset-step' },
      { type: 'data-draft', data: { text: 'half', why: 'cut' } },
      { type: 'text-delta', id: 't', delta: 'late' },
    ]);
    expect(view.steps[0]?.parts.map((part) => part.type)).toEqual(['step-start', 'data-draft']);
  });

  it('ignores what it does not know', () => {
    const view = fold(twoSteps);
    expect(reduce(view, { type: 'tool-output-error', toolCallId: '?', errorText: '' })).toBe(view);
    expect(reduce(view, { type: 'text-delta', id: '?', delta: 'x' })).toBe(view);
  });

  it('reads a stored message back', () => {
    const view = fold(twoSteps);
    expect(fromMessage(toMessage(view))).toEqual(view);
  });

  it('does not depend on how deltas were merged', () => {
    const text = fc.array(fc.string(), { maxLength: 30 });
    fc.assert(
      fc.property(text, fc.array(fc.nat(5), { maxLength: 30 }), (deltas, cuts) => {
        const chunks: LoupeChunk[] = [
          { type: 'start-step' },
          { type: 'text-start', id: 't' },
          ...deltas.map((delta): LoupeChunk => ({ type: 'text-delta', id: 't', delta })),
          { type: 'text-end', id: 't' },
        ];
        const merged: LoupeChunk[] = [];
        let buffer: LoupeChunk[] = [];
        for (const [i, chunk] of chunks.entries()) {
          pushMerged(buffer, chunk);
          if ((cuts[i] ?? 0) === 0) {
            merged.push(...buffer);
            buffer = [];
          }
        }
        expect(fold([...merged, ...buffer])).toEqual(fold(chunks));
      }),
    );
  });
});

describe('closingChunks', () => {
  it('ends texts and gives every open call a result, at every point of a run', () => {
    for (let cut = 1; cut <= twoSteps.length; cut++) {
      const view = fold(twoSteps.slice(0, cut));
      const closed = fold(closingChunks(view, 'Stopped.'), view);
      const parts = toMessage(closed).parts;
      const open = parts.filter(
        (part) => 'state' in part && /streaming|input-available/.test(part.state ?? ''),
      );
      expect(open).toEqual([]);
      expect(closingChunks(closed, 'again')).toEqual([]);
    }
  });

  it('does not keep half an input', () => {
    const view = fold(twoSteps.slice(0, 9));
    expect(fold(closingChunks(view, 'Stopped.'), view).steps[0]?.parts.at(-1)).toMatchObject({
      state: 'output-error',
      input: {},
      errorText: 'Stopped.',
    });
  });
});
