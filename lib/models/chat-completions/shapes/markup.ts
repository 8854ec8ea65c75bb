import { calc, end, type Shape, say } from './build.ts';

/** Calls and channels written into the text. */
export const MARKUP: Shape[] = [
  [
    'Hermes JSON',
    say(
      'Let me see.\n<tool_',
      'call>\n{"name": "calc", "arguments": {"expression": "1+1"}}\n</tool_call>',
    ) + end(),
    { text: 'Let me see.\n', calls: calc() },
  ],
  [
    'two Hermes calls',
    say(
      '<tool_call>{"name":"calc","arguments":{"a":1}}</tool_call>\n<tool_call>{"name":"calc","arguments":{"a":2}}</tool_call>',
    ) + end(),
    {
      calls: [
        { name: 'calc', input: '{"a":1}' },
        { name: 'calc', input: '{"a":2}' },
      ],
    },
  ],
  [
    'Qwen coder XML',
    say(
      '<tool_call>\n<function=bash>\n<parameter=command>\nls -l\n</parameter>\n</function>\n</tool_call>',
    ) + end(),
    { calls: [{ name: 'bash', input: '{"command":"ls -l"}' }] },
  ],
  [
    'function tags alone',
    say('<function=calc>{"expression":"1+1"}</function>') + end(),
    { calls: calc() },
  ],
  [
    'invoke tags alone',
    say('<invoke name="bash"><parameter name="command">a && b < c</parameter></invoke>') + end(),
    { calls: [{ name: 'bash', input: '{"command":"a && b < c"}' }] },
  ],
  [
    'two calls in one MiniMax block',
    say(
      '<minimax:tool_call><invoke name="bash"><parameter name="command">a</parameter></invoke><invoke name="bash"><parameter name="command">b</parameter></invoke></minimax:tool_call>',
    ) + end(),
    {
      calls: [
        { name: 'bash', input: '{"command":"a"}' },
        { name: 'bash', input: '{"command":"b"}' },
      ],
    },
  ],
  [
    'GLM keys and values',
    say('<tool_call>bash\n<arg_key>command</arg_key>\n<arg_value>ls</arg_value>\n</tool_call>') +
      end(),
    { calls: [{ name: 'bash', input: '{"command":"ls"}' }] },
  ],
  [
    'Mistral list',
    say('[TOOL_CALLS][{"name":"calc","arguments":{"expression":"1+1"}}]') + end(),
    { calls: calc() },
  ],
  [
    'Mistral name and arguments',
    say('[TOOL_CALLS]calc[ARGS]{"expression":"1+1"}') + end(),
    { calls: calc() },
  ],
  [
    'Kimi section',
    say(
      '<|tool_calls_section_begin|><|tool_call_begin|>functions.calc:0<|tool_call_argument_begin|>{"expression":"1+1"}<|tool_call_end|><|tool_calls_section_end|>',
    ) + end(),
    { calls: calc() },
  ],
  [
    'DeepSeek block',
    say(
      '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>calc\n```json\n{"expression":"1+1"}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    ) + end(),
    { calls: calc() },
  ],
  [
    'Llama python tag',
    say('<|python_tag|>{"name":"calc","parameters":{"expression":"1+1"}}') + end(),
    { calls: calc() },
  ],
  [
    'a harmony call',
    say(
      '<|channel|>commentary to=functions.calc <|constrain|>json<|message|>{"expression":"1+1"}<|call|>',
    ) + end(),
    { text: '', calls: calc() },
  ],
  [
    'harmony thoughts, then a call',
    say(
      '<|channel|>analysis<|message|>Add.<|end|><|start|>assistant<|channel|>commentary to=functions.calc<|message|>{"expression":"1+1"}<|call|>',
    ) + end(),
    { reasoning: 'Add.', text: '', calls: calc() },
  ],
  ['a turn token at the end', say('Yes.<|im_', 'end|>') + end(), { text: 'Yes.' }],
  [
    'markup in a fence is shown',
    say('```\n<tool_call>{"name":"calc","arguments":{}}</tool_call>\n```') + end(),
    { text: '```\n<tool_call>{"name":"calc","arguments":{}}</tool_call>\n```', calls: [] },
  ],
  [
    'a tag that only looks like one',
    say('a <tool_box> and 1 < 2 [x] <') + end(),
    { text: 'a <tool_box> and 1 < 2 [x] <', calls: [] },
  ],
  [
    'prose about the tag',
    say('The <tool_call> tag opens a call.') + end(),
    { text: 'The <tool_call> tag opens a call.', calls: [] },
  ],
  [
    'a call cut off by the limit is handed on broken',
    say('<tool_call>{"name":"write_file","arguments":{"path":"a') + end('length'),
    { text: '', calls: [{ name: 'write_file', input: '{"path":"a' }] },
  ],
  [
    'a call as plain JSON',
    say('{"name": "ca', 'lc", "arguments": {"expression": "1+1"}}') + end(),
    { text: '', calls: [{ name: 'calc', input: '{"expression":"1+1"}' }] },
  ],
  [
    'JSON that is the answer',
    say('{"name": "Ada", "arguments": {"for": 1}}') + end(),
    { text: '{"name": "Ada", "arguments": {"for": 1}}', calls: [] },
  ],
  [
    'harmony whose tokens were stripped',
    say('analys', 'isWe greet.assistant', 'finalHello!') + end(),
    { text: 'Hello!', reasoning: 'We greet.' },
  ],
  ['a word that begins like it', say('analysis of data') + end(), { text: 'analysis of data' }],
  [
    'a closing tag inside of the arguments',
    say('<tool_call>{"name":"bash","arguments":{"command":"echo </tool_call>"}}</tool_call>Ok.') +
      end(),
    { text: 'Ok.', calls: [{ name: 'bash', input: '{"command":"echo </tool_call>"}' }] },
  ],
  [
    'DSML of DeepSeek',
    say(
      '<｜DSML｜function_calls>\n<｜DSML｜invoke name="bash">\n<｜DSML｜parameter name="command" string="true">ls</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜function_calls>',
    ) + end(),
    { text: '', calls: [{ name: 'bash', input: '{"command":"ls"}' }] },
  ],
  [
    'a call written like a function',
    say('<tool_call>calc({"expression":"1+1"})</tool_call>') + end(),
    { text: '', calls: [{ name: 'calc', input: '{"expression":"1+1"}' }] },
  ],
  ['text without a closing tag, long', say('<'.repeat(5000)) + end(), { text: '<'.repeat(5000) }],
  [
    'a call in tags that is cut stays cut',
    say('<tool_call>\n<function=bash>\n<parameter=command>\nrm -rf /home/me/pro') + end('length'),
    { text: '', calls: [{ name: 'bash', input: '{"command":"rm -rf /home/me/pro' }] },
  ],
  [
    'a closing tag in a sentence',
    say('It ends with </think> and then answers.') + end(),
    { text: 'It ends with </think> and then answers.' },
  ],
  [
    'XML as the answer',
    say('<r><reasoning>b</reasoning><a>4</a></r>') + end(),
    { text: '<r><reasoning>b</reasoning><a>4</a></r>' },
  ],
];
