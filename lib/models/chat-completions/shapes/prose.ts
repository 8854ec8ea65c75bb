import { calc, end, type Shape, say } from './build.ts';

const one = '<tool_call>{"name":"calc","arguments":{"expression":"1+1"}}</tool_call>';
const stays = (name: string, text: string): Shape => [
  name,
  say(text) + end(),
  { text, calls: [], reasoning: '' },
];

/** Words that look like markup stay words, and hide no call behind them. */
export const PROSE: Shape[] = [
  [
    'an opening in a sentence hides no call',
    say(`The <tool_call> tag opens a call.\n${one}`) + end(),
    { text: 'The <tool_call> tag opens a call.\n', calls: calc() },
  ],
  [
    'both tags in a sentence hide no call',
    say(`Between <tool_call> and </tool_call> stands JSON.\n${one}`) + end(),
    { text: 'Between <tool_call> and </tool_call> stands JSON.\n', calls: calc() },
  ],
  [
    'tags of functions in a sentence hide no call',
    say(`A <function=name> or <invoke name="x"> tag.\n${one}`) + end(),
    { text: 'A <function=name> or <invoke name="x"> tag.\n', calls: calc() },
  ],
  stays('a call in quotation marks', `Write "${one}" to add.`),
  stays('a call in other quotation marks', `Write “${one}” to add.`),
  stays('a call in a quote', `> ${one}\n\nis how one adds.`),
  [
    'a call behind a mark that opens no quote',
    say(`So I say "${one}`) + end(),
    { text: 'So I say "', calls: calc() },
  ],
  stays('an empty block', '<tool_call></tool_call>'),
  stays('a block with dots', 'Form: <tool_call>{...}</tool_call>.'),
  stays('an unknown word in a block', 'Form: <tool_call>name</tool_call>.'),
  stays('harmony tokens in a sentence', 'Use <|start|> and <|channel|> or <|message|> for it.'),
  stays('a harmony token at the start', '<|start|> is a token.'),
  stays('tokens of turns in a sentence', 'A turn ends with <|im_end|>, or <|end|> there.'),
  stays('a text that begins like harmony', 'analysisResult = f(analysis); a.analysisXyz'),
  stays('markup in a fence in which a fence is opened', `\`\`\`md\n\`\`\`js\n${one}\n\`\`\`\n`),
  stays('markup in a longer fence', `\`\`\`\`\n\`\`\`\n${one}\n\`\`\`\`\n`),
  stays('markup in a fence of tildes', `~~~\n\`\`\`\n${one}\n~~~\n`),
  stays('markup in a fence in a quote', `> \`\`\`\n> ${one}\n> \`\`\`\n`),
  stays('markup in a fence in a list', `- \`\`\`\n  ${one}\n  \`\`\`\n`),
  stays('markup in a span with backticks in it', `As \`\` \` ${one} \`\` says.`),
  [
    'a fence on one line opens none',
    say(`\`\`\`ls\`\`\`\n${one}`) + end(),
    { text: '```ls```\n', calls: calc() },
  ],
  [
    'a fence ends where it is closed',
    say(`\`\`\`md\n\`\`\`js\n\`\`\`\n${one}`) + end(),
    { text: '```md\n```js\n```\n', calls: calc() },
  ],
  [
    'a fence in a quote ends with the quote',
    say(`> \`\`\`\n> a\n${one}`) + end(),
    { text: '> ```\n> a\n', calls: calc() },
  ],
];
