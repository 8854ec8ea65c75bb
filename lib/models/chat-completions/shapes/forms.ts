import { calc, chunk, end, type Shape, say } from './build.ts';

const json = '{"expression":"1+1"}';

/** Rarer forms of calls and channels in the text. */
export const FORMS: Shape[] = [
  [
    'GLM without arguments',
    say('<tool_call>calc</tool_call>Next.') + end(),
    { text: 'Next.', calls: [{ name: 'calc', input: '{}' }] },
  ],
  [
    'several Mistral calls in a row',
    say(`[TOOL_CALLS]calc[ARGS]${json}[TOOL_CALLS]bash[ARGS]{"command":"[TOOL_CALLS]"}`) + end(),
    { text: '', calls: [...calc(), { name: 'bash', input: '{"command":"[TOOL_CALLS]"}' }] },
  ],
  [
    'Mistral with ids of calls',
    say(`[TOOL_CALLS]calc[CALL_ID]a1B2c3D4e[ARGS]${json}[TOOL_CALLS]calc[CALL_ID]x[ARGS]${json}`) +
      end(),
    { text: '', calls: [...calc(), ...calc()] },
  ],
  [
    'text behind a Mistral call',
    say(`Add.[TOOL_CALLS]calc[ARGS]${json}\n\nDone.`) + end(),
    { text: 'Add.Done.', calls: calc() },
  ],
  [
    'a Mistral call with a raw line break',
    say('[TOOL_CALLS]bash[ARGS]{"command":"a\nb"}') + end(),
    { text: '', calls: [{ name: 'bash', input: '{"command":"a\nb"}' }] },
  ],
  [
    'a Llama python tag with its end',
    say(`<|python_tag|>{"name":"calc","parameters":${json}}<|eom_id|>`) + end(),
    { text: '', calls: calc() },
  ],
  [
    'two Llama calls with a semicolon',
    say(
      `<|python_tag|>{"name":"calc","parameters":${json}}; {"name":"calc","parameters":${json}}<|eot_id|>`,
    ) + end(),
    { text: '', calls: [...calc(), ...calc()] },
  ],
  [
    'Phi with its closing token',
    say(`<|tool_call|>[{"name":"calc","arguments":${json}}]<|/tool_call|>`) + end(),
    { text: '', calls: calc() },
  ],
  [
    'a call in a thought that never ends',
    say(`<think>I add.\n<tool_call>\n{"name":"calc","arguments":${json}}\n</tool_call>\n`) + end(),
    { text: '', reasoning: 'I add.', calls: calc() },
  ],
  [
    'a call at the end of a thought in its own field, behind a draft',
    chunk({ reasoning_content: `One:\n<tool_call>{"name":"bash"}</tool_call> or\n` }) +
      chunk({
        reasoning_content: `\n<tool_call>{"name":"calc","arguments":${json}}</tool_call>\n`,
      }) +
      end(),
    { text: '', calls: calc(), finish: 'tool-calls' },
  ],
  [
    'a call in a thought in its own field, before an answer',
    chunk({ reasoning_content: `\n<tool_call>{"name":"calc","arguments":${json}}</tool_call>` }) +
      say('2') +
      end(),
    { text: '2', calls: [] },
  ],
  [
    'a call in a thought that ends',
    say(`<think>Perhaps\n<tool_call>{"name":"calc","arguments":${json}}</tool_call></think>No.`) +
      end(),
    {
      text: 'No.',
      reasoning: `Perhaps\n<tool_call>{"name":"calc","arguments":${json}}</tool_call>`,
      calls: [],
    },
  ],
  [
    'a call in a thought that goes on',
    say(`<think>Say\n<tool_call>{"name":"calc","arguments":${json}}</tool_call>\nor not`) + end(),
    {
      text: '',
      reasoning: `Say\n<tool_call>{"name":"calc","arguments":${json}}</tool_call>\nor not`,
      calls: [],
    },
  ],
  [
    'harmony without its message token',
    say('<|channel|>analysis I add.<|end|><|start|>assistant<|channel|>final It is 2.') + end(),
    { reasoning: 'I add.', text: 'It is 2.' },
  ],
  [
    'a harmony call without its message token',
    say(`<|channel|>commentary to=functions.calc json ${json}<|call|>`) + end(),
    { text: '', calls: calc() },
  ],
  [
    'a harmony answer whose first word begins like a header',
    say('<|start|>assistant<|channel|>final<|message|>finally 2<|return|>') + end(),
    { text: 'finally 2' },
  ],
];
