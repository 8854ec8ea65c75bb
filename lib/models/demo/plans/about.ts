import { type Job, say, type Task } from '../plan.ts';

/** The honest answer to anything that no plan knows. */
export function* about({ language }: Task): Job {
  yield* [];
  return say(language, EN, ZH);
}

const EN = `I am Loupe's built-in **demo model**: a set of rules, not an AI. I follow fixed plans, but the tools that I call and their results are real. Try one of these:

- What is 2 to the power of 10?
- Do three things: compute 2**10; show the system info; find README and tell me its first line
- Read not_exist.txt, and create it if it is missing
- Create hello.py that prints 'Hello, World!', then run it
- Count from 1 to 6 one step at a time (with a small step limit)

For a real model, set \`OPENAI_API_KEY\`, \`OPENAI_BASE_URL\` and \`OPENAI_MODEL\`, and start Loupe again.`;

const ZH = `我是 Loupe 内置的**演示模型**：只是一组规则，不是 AI。我按固定的计划行事，但调用的工具和得到的结果都是真实的。可以试试：

- 帮我计算2的10次方
- 帮我做三件事：算 2**10；看看系统信息；搜索 README 并告诉我第一行
- 读取 not_exist.txt，如果没有就创建它
- 创建 hello.py，打印“你好，世界！”，然后运行
- 从 1 数到 6，一步一步来（配合较小的步数上限）

要使用真正的模型，请设置 \`OPENAI_API_KEY\`、\`OPENAI_BASE_URL\` 和 \`OPENAI_MODEL\`，然后重新启动 Loupe。`;
