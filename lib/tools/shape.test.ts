import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cap, clip, sanitise, VISIBLE_CHARS } from './shape.ts';

describe('sanitise', () => {
  it('makes plain JSON of what tools can return', () => {
    const cyclic: Record<string, unknown> = { a: 1 };
    cyclic.self = cyclic;
    expect(sanitise({ big: 10n ** 20n, fn: () => 1, none: undefined, nan: Number.NaN })).toEqual({
      big: '100000000000000000000',
      fn: null,
      nan: 'NaN',
    });
    expect(sanitise(cyclic)).toEqual({ a: 1, self: '[circular]' });
    expect(sanitise(new Uint8Array(5))).toBe('[binary, 5 bytes]');
    expect(Object.is(sanitise(-0), 0)).toBe(true);
    expect(sanitise(new Date(0))).toBe('1970-01-01T00:00:00.000Z');
  });

  it('keeps text readable and well-formed', () => {
    expect(sanitise('a\u0000b\ud800c\u001b[31mred\ttab\r\n')).toBe('a␀b?c\u001b[31mred\ttab\r\n');
  });

  it('answers anything with JSON that round-trips', () => {
    fc.assert(
      fc.property(fc.anything({ withBigInt: true, withTypedArray: true }), (value) => {
        const clean = sanitise(value);
        expect(JSON.parse(JSON.stringify(clean))).toEqual(clean);
        expect(JSON.stringify(clean).isWellFormed()).toBe(true);
      }),
    );
  });
});

describe('clip', () => {
  it('keeps head and tail at line ends and says what is missing', () => {
    const text = Array.from({ length: 5000 }, (_, i) => `line ${i}`).join('\n');
    const clipped = clip(text, 'out_1', 1000);
    expect(clipped.length).toBeLessThan(1200);
    expect(clipped.startsWith('line 0\nline 1\n')).toBe(true);
    expect(clipped.endsWith('\nline 4999')).toBe(true);
    expect(clipped).toMatch(
      /\n… \[\d+ characters, \d+ lines left out; .*"out_1".*\] …\nline \d+\n/,
    );
  });

  it('never cuts a character in two', () => {
    for (let max = 90; max < 110; max++) {
      expect(clip('😀'.repeat(500), 'r', max).isWellFormed()).toBe(true);
    }
  });
});

describe('cap', () => {
  it('keeps the whole of each long text and names it', async () => {
    const kept: string[] = [];
    const long = 'x'.repeat(VISIBLE_CHARS + 1);
    const result = await cap({ ok: true, stdout: long, inner: { note: 'short' } }, async (text) => {
      kept.push(text);
      return 'out_1';
    });
    expect(kept).toEqual([long]);
    expect(result).toMatchObject({
      ok: true,
      inner: { note: 'short' },
      truncated: [{ field: 'stdout', ref: 'out_1', chars: VISIBLE_CHARS + 1, lines: 0 }],
    });
    expect(String(result.stdout).length).toBeLessThan(VISIBLE_CHARS + 200);
  });
});
