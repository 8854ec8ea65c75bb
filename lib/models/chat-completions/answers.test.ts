import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CALLS } from './shapes/calls.ts';
import { FAILURES } from './shapes/failures.ts';
import { FORMS } from './shapes/forms.ts';
import { FRAMING } from './shapes/framing.ts';
import { MALFORMED } from './shapes/malformed.ts';
import { MARKUP } from './shapes/markup.ts';
import { PROSE } from './shapes/prose.ts';
import { read } from './shapes/read.ts';
import { THOUGHTS } from './shapes/thoughts.ts';

const SHAPES = { CALLS, THOUGHTS, MARKUP, FORMS, MALFORMED, PROSE, FRAMING, FAILURES };

describe.each(Object.entries(SHAPES))('%s', (_, shapes) => {
  it.each(shapes)('%s', (_name, body, expected) => {
    const whole = read(body);
    expect(whole).toMatchObject(expected);
    // However the bytes are cut, what is read of them is the same.
    expect(read(body, [1])).toEqual(whole);
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 8 }),
        (sizes) => {
          expect(read(body, sizes)).toEqual(whole);
        },
      ),
      { numRuns: 20 },
    );
  });
});

it('never throws anything but a ProviderFailure, whatever comes', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.oneof(fc.json(), fc.string(), fc.constantFrom(...FRAMING.map(([, body]) => body))),
        { maxLength: 5 },
      ),
      (events) => {
        read(events.map((each) => `data: ${each}\n\n`).join(''), [17]);
      },
    ),
    { numRuns: 300 },
  );
});
