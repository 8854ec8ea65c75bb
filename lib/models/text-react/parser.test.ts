import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ReactParser } from './parser.ts';
import { toolInput } from './tool-input.ts';

function parse(reply: string, sizes: readonly number[] = []) {
  const parser = new ReactParser();
  const said = { thought: '', answer: '', prose: '' };
  const add = (pieces: { type: keyof typeof said; text: string }[]) => {
    for (const { type, text } of pieces) said[type] += text;
  };
  for (let at = 0, i = 0; at < reply.length; i++) {
    const size = sizes.length > 0 ? (sizes[i % sizes.length] ?? 1) : reply.length;
    add(parser.push(reply.slice(at, at + size)));
    at += size;
  }
  const { pieces, outcome } = parser.end();
  add(pieces);
  return {
    outcome,
    thought: said.thought.trim(),
    answer: said.answer.trim(),
    prose: said.prose.trim(),
  };
}

const search = (input: string) => ({ type: 'call' as const, name: 'web_search', input });
const weather = { outcome: search('北京今天天气'), thought: '要查天气。' };

const REPLIES: [string, string, object][] = [
  ['no line end at the end', '思考：要查天气。\n行动：web_search\n行动输入：北京今天天气', weather],
  [
    'a line end at the end',
    '思考：要查天气。\n行动：web_search\n行动输入：北京今天天气\n',
    weather,
  ],
  ['half-width colons', '思考: 要查天气。\n行动: web_search\n行动输入: 北京今天天气', weather],
  [
    'bold labels',
    '**思考：** 要查天气。\n**行动：** web_search\n**行动输入：** 北京今天天气',
    weather,
  ],
  [
    'bold words, plain colons',
    '**思考**：要查天气。\n**行动**：`web_search`\n**行动输入**：北京今天天气',
    weather,
  ],
  [
    'headings and bullets',
    '### 思考：要查天气。\n- 行动：web_search\n- 行动输入：北京今天天气',
    weather,
  ],
  [
    'blank lines and blanks',
    '\n 思考 ：要查天气。\n\n 行动 ：web_search\n\n 行动输入 ：北京今天天气\n\n',
    weather,
  ],
  [
    'a fence around it',
    '```\n思考：要查天气。\n行动：web_search\n行动输入：北京今天天气\n```',
    weather,
  ],
  ['CRLF', '思考：要查天气。\r\n行动：web_search\r\n行动输入：北京今天天气\r\n', weather],
  [
    'numbers behind the labels',
    'Thought 1: Look.\nAction 1: web_search\nAction Input 1: x',
    { outcome: search('x'), thought: 'Look.' },
  ],
  [
    'another case',
    'THOUGHT: Look.\naction: web_search\nACTION INPUT: x',
    { outcome: search('x'), thought: 'Look.' },
  ],
  [
    'a name with a hyphen',
    '行动：web-search\n行动输入：x',
    { outcome: { type: 'call', name: 'web-search', input: 'x' } },
  ],
  [
    'a thought without its label',
    '要查天气。\n行动：web_search\n行动输入：北京今天天气',
    { outcome: search('北京今天天气'), prose: '要查天气。' },
  ],
  [
    'the word in the middle of a thought',
    '思考：下一步行动：先看看再说。\n行动：web_search\n行动输入：x',
    { outcome: search('x'), thought: '下一步行动：先看看再说。' },
  ],
  [
    'a line in the thought that looks like an action',
    '思考：可以这样：\n行动：list_files\n但是先搜索。\n行动：web_search\n行动输入：x',
    { outcome: search('x') },
  ],
  [
    'two blocks: the last one counts',
    '思考：A\n行动：list_files\n行动输入：.\n思考：B\n行动：web_search\n行动输入：x',
    { outcome: search('x') },
  ],
  [
    'a made-up observation',
    '行动：web_search\n行动输入：x\n观察：晴。\n思考：知道了。\n行动：FINISH\n行动输入：晴。',
    { outcome: search('x'), answer: '' },
  ],
  [
    'JSON as the input',
    'Action: write_file\nAction Input: {"path": "a",\n "content": "b"}',
    { outcome: { type: 'call', name: 'write_file', input: '{"path": "a",\n "content": "b"}' } },
  ],
  [
    'the input in brackets',
    'Thought: Look.\nAction: web_search[x y]',
    { outcome: search('x y'), thought: 'Look.' },
  ],
  ['an input on the next line', 'Action: web_search\nAction Input:\nx', { outcome: search('x') }],
  [
    'finish',
    '思考：好了。\n行动：FINISH\n行动输入：北京晴，25 度。',
    { outcome: { type: 'answer' }, thought: '好了。', answer: '北京晴，25 度。' },
  ],
  [
    'finish with a full stop and emphasis',
    'Action: **FINISH**.\nAction Input: Done.',
    { outcome: { type: 'answer' }, answer: 'Done.' },
  ],
  [
    'an answer with labels in it',
    '行动：FINISH\n行动输入：两步：\n思考：先想。\n行动：再做。\n观察：完。',
    { outcome: { type: 'answer' }, answer: '两步：\n思考：先想。\n行动：再做。\n观察：完。' },
  ],
  [
    'an answer without the input label',
    'Action: FINISH\nIt is 4.',
    { outcome: { type: 'answer' }, answer: 'It is 4.' },
  ],
  [
    'a final answer label',
    'Thought: Done.\nFinal Answer: It is 4.',
    { outcome: { type: 'answer' }, answer: 'It is 4.' },
  ],
  ['最终答案', '思考：好了。\n最终答案：是 4。', { outcome: { type: 'answer' }, answer: '是 4。' }],
  [
    'finish with nothing',
    'Thought: Done.\nAction: FINISH',
    { outcome: { type: 'unlabelled' }, thought: 'Done.' },
  ],
  ['plain prose', 'It is 4.', { outcome: { type: 'unlabelled' }, prose: 'It is 4.' }],
  ['only a thought', '思考：难。', { outcome: { type: 'unlabelled' }, thought: '难。' }],
  ['nothing', '', { outcome: { type: 'unlabelled' } }],
];

describe('ReactParser', () => {
  it.each(REPLIES)('reads %s', (_name, reply, expected) => {
    const whole = parse(reply);
    expect(whole).toMatchObject(expected);
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 6 }),
        (sizes) => {
          expect(parse(reply, sizes)).toEqual(whole);
        },
      ),
      { numRuns: 40 },
    );
  });

  it('shows a thought and an answer while they come', () => {
    const parser = new ReactParser();
    expect(parser.push('Thought: I look')).toEqual([{ type: 'thought', text: 'I look' }]);
    expect(parser.push(' it up.\nAct')).toEqual([{ type: 'thought', text: ' it up.\n' }]);
    expect(parser.push('ion: FINISH\nAction Input: It')).toEqual([{ type: 'answer', text: 'It' }]);
    expect(parser.push(' is')).toEqual([{ type: 'answer', text: ' is' }]);
  });
});

describe('toolInput', () => {
  const schema = {
    properties: { query: { type: 'string' }, n: { type: 'number' } },
    required: ['query'],
  };
  it.each([
    ['{"query": "x"}', '{"query":"x"}'],
    ["{'query': 'x',}", '{"query":"x"}'],
    ['```json\n{"query":"x"}\n```', '{"query":"x"}'],
    ['北京今天天气', '{"query":"北京今天天气"}'],
    ['"x"', '{"query":"x"}'],
    ['“x”', '{"query":"x"}'],
    ['query: x', '{"query":"x"}'],
    ['query=x', '{"query":"x"}'],
    ['2**10', '{"query":"2**10"}'],
    ['', '{}'],
  ])('takes %s', (text, expected) => {
    expect(toolInput(text, schema)).toBe(expected);
  });
});
