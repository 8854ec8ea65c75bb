import fc from 'fast-check';
import { expect, it } from 'vitest';
import { EventDecoder, encodeEvent, SSE_DONE, SSE_HEARTBEAT } from './sse.ts';
import type { LoupeChunk, RunEvent } from './types.ts';

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
      const decoder = new EventDecoder();
      const got: { seq: number; chunks: LoupeChunk[] }[] = [];
      let done = false;
      for (let at = 0; at < wire.length; at += size) {
        const decoded = decoder.push(wire.slice(at, at + size));
        got.push(...decoded.events);
        done ||= decoded.done;
      }
      expect(got).toEqual(sent.map(({ seq, chunks }) => ({ seq, chunks })));
      expect(done).toBe(true);
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
