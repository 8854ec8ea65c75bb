import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type MarkupPiece, TextMarkup } from './text-markup.ts';

const FRAGMENTS = [
  ...['<tool_call>', '</tool_call>', '<tool_calls>', '</tool_calls>', '[TOOL_CALLS]', '[ARGS]'],
  ...['<function=bash>', '</function>', '<parameter=command>', '</parameter>', '<｜DSML｜invoke'],
  ...['<invoke name="bash">', '</invoke>', '<arg_key>a</arg_key>', '<arg_value>', '</arg_value>'],
  ...['<|tool_call_begin|>', '<|tool_call_argument_begin|>', '<|tool_call_end|>'],
  ...['<|python_tag|>', '<|eom_id|>', '<|im_end|>', '<think>', '</think>', '<|call|>', '<|end|>'],
  ...['<|channel|>', '<|start|>', '<|message|>', 'analysis', 'final', 'commentary', 'assistant'],
  ...['{"name":"calc","arguments":{"a":1}}', '{"name":"calc","arguments":{"a":"', '"}}', '{', '}'],
  ...[' to=functions.calc ', 'assistantfinal', 'calc', 'bash', 'Word', ' ', '\n', '.', '"', "'"],
  ...['```', '`', '~~~', '> ', '- ', '“', '”'],
];

/** What is read of a text that comes in pieces of a size; neighbouring pieces of one kind are one. */
function read(text: string, size: number): MarkupPiece[] {
  const markup = new TextMarkup((name) => name === 'calc' || name === 'bash');
  const pieces: MarkupPiece[] = [];
  const take = (more: MarkupPiece[]) => {
    for (const piece of more) {
      const last = pieces.at(-1);
      if ('text' in piece && last && 'text' in last && last.type === piece.type)
        pieces[pieces.length - 1] = { ...last, text: last.text + piece.text };
      else pieces.push(piece);
    }
  };
  for (let at = 0; at < text.length; at += size) take(markup.push(text.slice(at, at + size)));
  take(markup.end());
  return pieces;
}

it('reads the same of any mixture of tags and words, however it is cut', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...FRAGMENTS), { maxLength: 30 }),
      fc.integer({ min: 1, max: 9 }),
      (fragments, size) => {
        const text = fragments.join('');
        expect(read(text, size)).toEqual(read(text, text.length + 1));
      },
    ),
    { numRuns: 3000 },
  );
});
