import { chunk, end, type Shape, say, tool } from './build.ts';

const sealed = { type: 'reasoning.encrypted', id: 'r1', data: 'E' };

/** Thoughts in their fields and tags. */
export const THOUGHTS: Shape[] = [
  [
    'thoughts only in reasoning_details',
    chunk({ reasoning_details: [{ type: 'reasoning.text', text: 'Hm. ' }] }) + say('Yes.') + end(),
    { reasoning: 'Hm. ', text: 'Yes.' },
  ],
  [
    'a summary in reasoning_details',
    chunk({ reasoning_details: [{ type: 'reasoning.summary', summary: 'Short.' }] }) +
      say('Yes.') +
      end(),
    { reasoning: 'Short.', text: 'Yes.' },
  ],
  [
    'reasoning as an object',
    chunk({ reasoning: { text: 'Hm.' } }) + say('Yes.') + end(),
    { reasoning: 'Hm.', text: 'Yes.' },
  ],
  [
    'reasoning null beside the content',
    chunk({ reasoning_content: null, content: 'Yes.' }) + end(),
    { reasoning: '', text: 'Yes.' },
  ],
  [
    'thought, text and thought again',
    chunk({ reasoning: 'A' }) + say('B') + chunk({ reasoning: 'C' }) + say('D') + end(),
    { reasoning: 'AC', text: 'BD' },
  ],
  [
    'a thought without its opening tag',
    say('I should add.\n</thi', 'nk>\n\nIt is 4.') + end(),
    { reasoning: 'I should add.\n', text: 'It is 4.' },
  ],
  ['an empty think block', say('<think>\n\n</think>\n\n4') + end(), { text: '4' }],
  [
    'think tags about which the answer speaks',
    say('Use `<think>` and `</think>`.') + end(),
    { text: 'Use `<think>` and `</think>`.', reasoning: '' },
  ],
  [
    'think tags in a fence',
    say('```html\n<think>a</think>\n```\n') + end(),
    { text: '```html\n<think>a</think>\n```\n', reasoning: '' },
  ],
  [
    'a closing tag after a thought in its own field',
    chunk({ reasoning_content: 'Hm.' }) + say('</think>\n\nYes.') + end(),
    { reasoning: 'Hm.', text: 'Yes.' },
  ],
  ['<thinking>', say('<thinking>Hm.</thinking>Yes.') + end(), { reasoning: 'Hm.', text: 'Yes.' }],
  ['Kimi signs', say('◁think▷Hm.◁/think▷Yes.') + end(), { reasoning: 'Hm.', text: 'Yes.' }],
  [
    'Magistral brackets',
    say('[THINK]Hm.[/TH', 'INK]Yes [1].') + end(),
    { reasoning: 'Hm.', text: 'Yes [1].' },
  ],
  [
    'a thought as typed parts with a plain text',
    chunk({
      content: [
        { type: 'thinking', thinking: 'Hm.' },
        { type: 'text', text: 'Yes.' },
      ],
    }) + end(),
    { reasoning: 'Hm.', text: 'Yes.' },
  ],
  [
    'an encrypted thought without words, before a call',
    chunk({ reasoning_details: [sealed] }) +
      tool({ index: 0, id: 'a', function: { name: 'calc', arguments: '{}' } }) +
      end('tool_calls'),
    { reasoning: '', details: [sealed], calls: [{ name: 'calc', input: '{}' }] },
  ],
  [
    'an encrypted thought behind the calls',
    chunk({ reasoning: 'Hm.', reasoning_details: [{ type: 'reasoning.text', text: 'Hm.' }] }) +
      tool({ index: 0, id: 'a', function: { name: 'calc', arguments: '{}' } }) +
      chunk({ reasoning_details: [sealed] }) +
      end('tool_calls'),
    { reasoning: 'Hm.', details: [{ type: 'reasoning.text', text: 'Hm.' }, sealed] },
  ],
];
