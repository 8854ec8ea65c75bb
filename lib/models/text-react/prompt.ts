import type {
  LanguageModelV4CallOptions,
  LanguageModelV4Message,
  LanguageModelV4Prompt,
} from '@ai-sdk/provider';

/** The words of the form in one language. */
export interface ReactWords {
  thought: string;
  action: string;
  input: string;
  observation: string;
  form(tools: string): string;
  answerOnly: string;
  repair: string;
}

const EN: ReactWords = {
  thought: 'Thought: ',
  action: 'Action: ',
  input: 'Action Input: ',
  observation: 'Observation: ',
  form: (tools) => `You call tools by writing, in exactly this form and nothing else:

Thought: what you know, and what to do next
Action: the name of one tool, or FINISH
Action Input: the input of the tool as one JSON object; after FINISH, the answer for the person

Stop after Action Input. The result then comes to you as "Observation:". Never write an Observation yourself.

The tools:
${tools}

Examples:

Thought: The sum has to be exact, so I calculate it.
Action: calc
Action Input: {"expression": "17 * 23"}

Thought: The file may not exist; listing the folder shows it.
Action: list_files
Action Input: {"path": "."}

Thought: I have what was asked for.
Action: FINISH
Action Input: 17 times 23 is 391.`,
  answerOnly:
    'No more tools can be called. Reply with Action: FINISH and Action Input: your answer.',
  repair:
    'Your reply did not follow the form. Write it again as Thought, Action (a tool or FINISH) and Action Input, each at the start of a line.',
};

const ZH: ReactWords = {
  thought: '思考：',
  action: '行动：',
  input: '行动输入：',
  observation: '观察：',
  form: (tools) => `你通过书写来调用工具，必须且只能使用以下格式：

思考：你已经知道什么，下一步做什么
行动：一个工具的名称，或 FINISH
行动输入：工具的输入，写成一个 JSON 对象；若行动是 FINISH，则写给用户的最终答案

写完行动输入就停下。结果会以“观察：”的形式给你。不要自己编写观察。

可用的工具：
${tools}

示例：

思考：结果必须精确，所以用工具计算。
行动：calc
行动输入：{"expression": "17 * 23"}

思考：文件可能不存在，先列出目录看看。
行动：list_files
行动输入：{"path": "."}

思考：已经得到所需的结果。
行动：FINISH
行动输入：17 乘以 23 等于 391。`,
  answerOnly: '不能再调用工具。请用“行动：FINISH”和“行动输入：你的答案”来回复。',
  repair:
    '你的回复没有遵守格式。请重新书写：思考、行动（工具名或 FINISH）、行动输入，各自独占一行开头。',
};

/** The language of the form is the person's. */
export function wordsFor(prompt: LanguageModelV4Prompt): ReactWords {
  const question = prompt.findLast((message) => message.role === 'user');
  const text =
    question?.role === 'user'
      ? question.content.map((part) => (part.type === 'text' ? part.text : '')).join('')
      : '';
  return /\p{Script=Han}/u.test(text) ? ZH : EN;
}

/** The prompt of a model without function calling: the tools described, earlier calls and results as text. */
export function reactPrompt(
  call: LanguageModelV4CallOptions,
  words: ReactWords,
): LanguageModelV4Prompt {
  const tools = (call.tools ?? []).filter((tool) => tool.type === 'function');
  const off = call.toolChoice?.type === 'none';
  const form =
    tools.length === 0
      ? ''
      : off
        ? words.answerOnly
        : words.form(tools.map(describeTool).join('\n'));
  const [first, ...rest] = call.prompt;
  const system = first?.role === 'system' ? first.content : '';
  const messages = first?.role === 'system' ? rest : call.prompt;
  return [
    { role: 'system', content: [system, form].filter(Boolean).join('\n\n') },
    ...joinUsers(messages.map((message) => asText(message, words))),
  ];
}

export function userText(text: string): LanguageModelV4Message {
  return { role: 'user', content: [{ type: 'text', text }] };
}

export function assistantText(text: string): LanguageModelV4Message {
  return { role: 'assistant', content: [{ type: 'text', text }] };
}

function describeTool(tool: { name: string; description?: string; inputSchema: unknown }): string {
  const { properties = {}, required = [] } = tool.inputSchema as {
    properties?: object;
    required?: string[];
  };
  const fields = Object.entries(properties).map(([name, schema]) => {
    const { type, description } = schema as { type?: string; description?: string };
    const optional = required.includes(name) ? '' : ', optional';
    return `"${name}" (${type ?? 'any'}${optional})${description ? `: ${description}` : ''}`;
  });
  return `- ${tool.name}: ${tool.description ?? ''} Input: ${fields.length > 0 ? fields.join('; ') : '{}'}`;
}

function asText(message: LanguageModelV4Message, words: ReactWords): LanguageModelV4Message {
  if (message.role === 'tool') {
    const results = message.content.map((part) =>
      part.type === 'tool-result' ? resultText(part.output) : '',
    );
    return userText(results.map((text) => `${words.observation}${text}`).join('\n\n'));
  }
  if (message.role !== 'assistant') return message;
  const calls = message.content.some((part) => part.type === 'tool-call');
  const lines = message.content.map((part) => {
    if (part.type === 'tool-call') {
      return `${words.action}${part.toolName}\n${words.input}${JSON.stringify(part.input)}`;
    }
    if (part.type === 'reasoning') return `${words.thought}${part.text}`;
    if (part.type !== 'text') return '';
    return calls
      ? `${words.thought}${part.text}`
      : `${words.action}FINISH\n${words.input}${part.text}`;
  });
  return assistantText(lines.filter(Boolean).join('\n'));
}

function resultText(output: { type: string; value?: unknown; reason?: string }): string {
  if (typeof output.value === 'string') return output.value;
  return output.value === undefined ? (output.reason ?? '') : JSON.stringify(output.value);
}

/** Observations and notes that follow each other become one message: some templates want roles to alternate. */
function joinUsers(messages: readonly LanguageModelV4Message[]): LanguageModelV4Message[] {
  const joined: LanguageModelV4Message[] = [];
  for (const message of messages) {
    const last = joined.at(-1);
    if (last?.role === 'user' && message.role === 'user') {
      joined[joined.length - 1] = { ...last, content: [...last.content, ...message.content] };
    } else {
      joined.push(message);
    }
  }
  return joined;
}
