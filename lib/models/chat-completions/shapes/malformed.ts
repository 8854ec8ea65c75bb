import { calc, end, type Shape, say } from './build.ts';

const bash = (command: string) => ({ name: 'bash', input: JSON.stringify({ command }) });
const one = '{"name":"calc","arguments":{"expression":"1+1"}}';

/** Calls in the text whose form is wrong: nothing that stands behind them may be lost. */
export const MALFORMED: Shape[] = [
  [
    'a raw line break in a string, then text and another call',
    say(
      `<tool_call>{"name":"bash","arguments":{"command":"a\nb"}}</tool_call>\nNext.\n<tool_call>${one}</tool_call>Last.`,
    ) + end(),
    {
      text: 'Next.\nLast.',
      calls: [{ name: 'bash', input: '{"command":"a\nb"}' }, ...calc()],
    },
  ],
  [
    'a missing brace, then text and another call',
    say(
      `<tool_call>{"name":"calc","arguments":{"expression":"1+1"}</tool_call>Next.<tool_call>${one}</tool_call>`,
    ) + end(),
    { text: 'Next.', calls: [...calc(), ...calc()] },
  ],
  [
    'both braces missing: the arguments stay cut',
    say('<tool_call>{"name":"calc","arguments":{"expression":"1+1"</tool_call>Next.') + end(),
    { text: 'Next.', calls: [{ name: 'calc', input: '{"expression":"1+1"' }] },
  ],
  [
    'a brace too many',
    say('<tool_call>{"name":"calc","arguments":{"expression":"1+1"}}}</tool_call>Next.') + end(),
    { text: 'Next.', calls: calc() },
  ],
  [
    'quotes that are not escaped',
    say(
      `<tool_call>{"name":"bash","arguments":{"command":"echo "hi""}}</tool_call>Next.<tool_call>${one}</tool_call>`,
    ) + end(),
    {
      text: 'Next.',
      calls: [{ name: 'bash', input: '{"command":"echo "hi""}' }, ...calc()],
    },
  ],
  [
    'single quotes',
    say("<tool_call>{'name': 'calc', 'arguments': {'expression': '1+1'}}</tool_call>Next.") + end(),
    { text: 'Next.', calls: [{ name: 'calc', input: "{'expression': '1+1'}" }] },
  ],
  [
    'a missing quote, then another call',
    say(
      `<tool_call>{"name":"bash","arguments":{"command":"ls}}</tool_call>\n<tool_call>${one}</tool_call>`,
    ) + end(),
    { text: '', calls: [{ name: 'bash', input: '{"command":"ls}}' }, ...calc()] },
  ],
  [
    'a missing quote, then text',
    say('<tool_call>{"name":"bash","arguments":{"command":"ls}}</tool_call>\nDone.') + end(),
    { text: 'Done.', calls: [{ name: 'bash', input: '{"command":"ls}}' }] },
  ],
  [
    'no closing tag before the next call',
    say(`<tool_call>${one}\n<tool_call>${one}</tool_call>`) + end(),
    { text: '', calls: [...calc(), ...calc()] },
  ],
  [
    'no closing tag before the text',
    say(`<tool_call>${one}\n\nNext.<tool_call>${one}</tool_call>`) + end(),
    { text: 'Next.', calls: [...calc(), ...calc()] },
  ],
  [
    'words between the call and its closing tag',
    say(`<tool_call>${one} so </tool_call>Next.`) + end(),
    { text: 'so Next.', calls: calc() },
  ],
  [
    'tags of a function, then text in the place of the closing tag',
    say('<tool_call><function=bash><parameter=command>ls</parameter></function>\n\nNext.') + end(),
    { text: 'Next.', calls: [bash('ls')] },
  ],
  [
    'a key without its value',
    say('<tool_call>bash<arg_key>command</arg_key>') + end('length'),
    { text: '', calls: [{ name: 'bash', input: '{' }] },
  ],
  [
    'a function of which only the name has come',
    say('<function=bash>') + end('length'),
    { text: '', calls: [{ name: 'bash', input: '{' }] },
  ],
  [
    'plain JSON with words behind it',
    say(`${one}[1] says so.`) + end(),
    { text: `${one}[1] says so.`, calls: [] },
  ],
  [
    'JSON that calls nothing stays text, and so does its closing tag',
    say(`<tool_call>{"expression":"1+1"}</tool_call> Next.<tool_call>${one}</tool_call>`) + end(),
    { text: '<tool_call>{"expression":"1+1"}</tool_call> Next.', calls: calc() },
  ],
  [
    'a list with one broken call',
    say(`<tool_calls>[${one}, {"name":"bash","arguments":{"command":"a\nb"}}]</tool_calls>Next.`) +
      end(),
    { text: 'Next.', calls: [...calc(), { name: 'bash', input: '{"command":"a\nb"}' }] },
  ],
  [
    'a closing tag in a string with raw line breaks',
    say(
      '<tool_call>{"name":"bash","arguments":{"command":"a\n</tool_call>\nb"}}</tool_call>Next.',
    ) + end(),
    { text: 'Next.', calls: [{ name: 'bash', input: '{"command":"a\n</tool_call>\nb"}' }] },
  ],
  [
    'a closing tag inside of a parameter',
    say(
      '<tool_call><function=bash><parameter=command>echo </tool_call> x</parameter></function></tool_call>Next.',
    ) + end(),
    { text: 'Next.', calls: [bash('echo </tool_call> x')] },
  ],
  [
    'parameters that nothing closes, then another call',
    say(
      `<tool_call><function=bash><parameter=command>ls</tool_call>\n<tool_call><function=bash><parameter=command>pwd</parameter></function></tool_call>`,
    ) + end(),
    { calls: [bash('ls'), bash('pwd')] },
  ],
  [
    'calls in a string are no calls, also when it is cut',
    say(
      '<tool_call>{"name":"write_file","arguments":{"content":"<tool_call><function=bash><parameter=command>rm</parameter></function></tool_call> and <tool_call><function=bash><parameter=command>rm</parameter></function></tool_call> so',
    ) + end('length'),
    { calls: [{ name: 'write_file' }] as never },
  ],
  [
    'calls in a string are no calls',
    say(
      '<tool_call>{"name":"bash","arguments":{"command":"<function=bash><parameter=command>rm</parameter></function>"}}</tool_call>',
    ) + end(),
    { calls: [bash('<function=bash><parameter=command>rm</parameter></function>')] },
  ],
  [
    'one frame around several blocks',
    say(
      `<tool_calls>\n<tool_call>${one}</tool_call>\n<tool_call>${one}</tool_call>\n</tool_calls>`,
    ) + end(),
    { calls: [...calc(), ...calc()] },
  ],
];
