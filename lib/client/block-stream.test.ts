import fc from 'fast-check';
import { expect, it } from 'vitest';
import { advanceText, type Block, EMPTY, lexBlocks, type StreamedText } from './block-stream.ts';

const DOCUMENTS = [
  '# Title\n\nSome **bold** and `code`.\n\n- one\n- two\n  - deep\n\n1. a\n2. b\n\n> quote\n> more\n\nEnd.',
  '```ts\nconst a = 1;\n\nconst b = 2;\n```\n\nAfter.\n\n~~~\n```\n~~~\n\nx',
  '| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n\nText after.',
  'Money: $5 and $10.\n\nMath: $a^2$ and\n\n$$\nx = 1\n$$\n\ndone',
  '**中文。**后面\n\n- 第一\n- 第二\n\n```\n未结束',
  'Setext\n===\n\nline\n2\n\n2. two\n\n---\n\n<b>html</b>\n',
  '- loose\n\n- list\n\n  more of it\n\nparagraph\n',
];

function stream(text: string, cuts: number[]): { states: StreamedText[]; end: StreamedText } {
  const states: StreamedText[] = [];
  let state = EMPTY;
  let at = 0;
  for (let i = 0; at < text.length; i++) {
    at = Math.min(text.length, at + Math.max(1, cuts[i % cuts.length] ?? 1));
    state = advanceText(state, text.slice(0, at));
    states.push(state);
  }
  return { states, end: state };
}

const raws = (blocks: readonly Block[]) =>
  blocks.map((block) => `${block.type}:${block.raw.trim()}`);
const all = ({ blocks, tail }: StreamedText) => [...blocks, ...lexBlocks(tail)];

it.each(DOCUMENTS)('settles into the blocks of a whole parse: %j', (text) => {
  for (const cuts of [[1], [5], [7, 1, 30]]) {
    expect(raws(all(stream(text, cuts).end))).toEqual(raws(lexBlocks(text)));
  }
});

it('holds for any mix of documents, cut anywhere, and never changes a settled block', () => {
  const mix = fc.array(fc.constantFrom(...DOCUMENTS), { minLength: 1, maxLength: 4 });
  const cuts = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 10 });
  fc.assert(
    fc.property(mix, cuts, (documents, sizes) => {
      const text = documents.join('\n\n');
      const { states, end } = stream(text, sizes);
      expect(raws(all(end))).toEqual(raws(lexBlocks(text)));
      for (const state of states) {
        expect(state.blocks).toEqual(end.blocks.slice(0, state.blocks.length));
        for (const [i, block] of state.blocks.entries()) expect(block).toBe(end.blocks[i]);
      }
    }),
    { numRuns: 60 },
  );
});

it('loses no character', () => {
  const text = DOCUMENTS.join('\n\n');
  const { end } = stream(text, [3]);
  expect(end.settled + end.tail.length).toBe(text.length);
  expect(text.endsWith(end.tail)).toBe(true);
});

it('starts over when the text is another one', () => {
  const first = stream('# A long first text\n\nwith blocks\n\nend', [4]).end;
  expect(raws(all(advanceText(first, 'new')))).toEqual(raws(lexBlocks('new')));
});

it('does not read a giant line as markup', () => {
  const line = '\\'.repeat(200_000);
  const started = performance.now();
  expect(lexBlocks(line)).toEqual([{ type: 'plain', raw: line, text: line }]);
  expect(performance.now() - started).toBeLessThan(3000);
});

it('takes dollars for money, and only formulas for math', () => {
  const inline = (text: string) =>
    lexBlocks(text).flatMap((block) => ('tokens' in block ? (block.tokens ?? []) : []));
  expect(inline('It costs $5 and $10.').some((token) => token.type === 'math')).toBe(false);
  expect(inline('So $a+b$ it is.').some((token) => token.type === 'math')).toBe(true);
});
