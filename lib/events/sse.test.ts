import fc from 'fast-check';
import { expect, it } from 'vitest';
import { encodeEvent, SSE_DONE, SSE_HEARTBEAT, type SseBlock, SseDecoder } from './sse.ts';
import type { RunEvent } from './types.ts';

const chunk = fc.record({
  type: fc.constant('text-delta' as const),
  id: fc.string({ minLength: 1 }),
  delta: fc.string({ unit: 'grapheme' }),
});

it('decodes what was encoded, cut anywhere', () => {
  const events = fc.array(fc.array(chunk, { minLength: 1, maxLength: 4 }), { maxLength: 6 });
  fc.assert(
    fc.property(events, fc.integer({ min: 1, max: 40 }), (batches, size) => {
      const sent = batches.map((chunks, i): RunEvent => ({ seq: i + 1, at: 0, chunks }));
      const wire = sent.map(encodeEvent).join(SSE_HEARTBEAT) + SSE_DONE;
      const decoder = new SseDecoder();
      const got: SseBlock[] = [];
      for (let at = 0; at < wire.length; at += size) {
        got.push(...decoder.push(wire.slice(at, at + size)));
      }
      expect(got.pop()).toEqual({ id: undefined, data: '[DONE]' });
      expect(got.map(({ data }) => JSON.parse(data))).toEqual(batches.flat());
      expect(got.flatMap(({ id }) => (id ? [Number(id)] : []))).toEqual(sent.map(({ seq }) => seq));
    }),
  );
});

it('names an event only with its last chunk, so that a cut event is asked for again', () => {
  const event: RunEvent = {
    seq: 7,
    at: 0,
    chunks: [{ type: 'start-step' }, { type: 'finish-step' }],
  };
  expect(encodeEvent(event)).toBe(
    'data: {"type":"start-step"}\n\nid: 7\ndata: {"type":"finish-step"}\n\n',
  );
});
