import fc from 'fast-check';
import { expect, it } from 'vitest';
import { outputText } from './output-text.ts';

const latin1 = (bytes: Uint8Array | number[]) => Buffer.from(bytes).toString('latin1');
const random = Uint8Array.from({ length: 4096 }, (_, i) => (i * 167 + (i >> 3) * 29) % 256);

it.each([
  ['plain\ttext\n', 'plain\ttext\n'],
  ['\u001b[31mred\u001b[0m', '\u001b[31mred\u001b[0m'],
  ['50%\b\b\b51%\r', '50%\b\b\b51%\r'],
  ['naïve 中 😀', 'naïve 中 😀'],
  ['naïve', 'naïve'],
])('leaves the text %j', (content, expected) => {
  expect(outputText(content, 'text')).toBe(expected);
});

it('decodes UTF-8 that comes as bytes, however it is labelled', () => {
  const bytes = latin1(Buffer.from('é 中\n'));
  expect(outputText(bytes, 'bytes')).toBe('é 中\n');
  expect(outputText(bytes, 'text')).toBe('é 中\n');
});

it('names the size of what is binary', () => {
  expect(outputText(latin1(random), 'bytes')).toBe('[binary output, 4096 bytes]\n');
  expect(outputText(latin1(random), 'text')).toBe('[binary output, 4096 bytes]\n');
  expect(outputText(latin1([0xff, 0xfe, 0xc3, 0x28, 0x20, 0x6f, 0x6b]), 'bytes')).toBe(
    '[binary output, 7 bytes]\n',
  );
  expect(outputText('\0'.repeat(50), 'text')).toBe('[binary output, 50 bytes]\n');
});

it('keeps the lines of text before and after it', () => {
  const mixed = `HEAD\nné\n${latin1(random)}\nTAIL\n`.replace('né', latin1(Buffer.from('né')));
  expect(outputText(mixed, 'bytes')).toBe('HEAD\nné\n[binary output, 4097 bytes]\nTAIL\n');
});

it('shows text with a few foreign bytes as text', () => {
  const text = latin1(
    Buffer.from('a long line in another encoding, with one odd letter: \xe9', 'latin1'),
  );
  expect(outputText(text, 'bytes')).toMatch(/^a long line.*: \ufffd$/);
});

it('never gives a zero or half a character', () => {
  const content = fc.oneof(
    fc.uint8Array({ maxLength: 300 }).map(latin1),
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.string({
      unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)),
    }),
  );
  fc.assert(
    fc.property(content, fc.constantFrom('bytes' as const, 'text' as const), (value, encoding) => {
      const text = outputText(value, encoding);
      return text.isWellFormed() && !text.includes('\0');
    }),
  );
});
