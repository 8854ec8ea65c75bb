import { generateText, isStepCount, type ModelMessage, streamText, tool } from 'ai';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { calcTool } from '#lib/tools/calc';
import { modelText } from '#lib/tools/run-tool';
import type { ToolContext } from '#lib/tools/tool';
import { demoModel } from './demo-model.ts';

type Answers = Record<string, (input: Record<string, unknown>) => string | Promise<string>>;

const realCalc: Answers['calc'] = async (input) =>
  modelText(calcTool, await calcTool.execute({ expression: input.expression }, {} as ToolContext));

/** A small world: a few files in memory, and what the other tools would say. */
function world(files: Record<string, string> = {}): Answers {
  return {
    calc: realCalc,
    sysinfo: () =>
      '{"os":"TestOS","cpu":{"cores":3,"model":"T1"},"memory":{"freeMB":1,"totalMB":2},"disk":{"freeGB":3,"totalGB":4}}',
    time: () => '{"local":"12:34","weekday":"Monday","timeZone":"UTC"}',
    search: ({ query }) =>
      Object.keys(files).find((name) => name.includes(String(query))) ?? '(no matches)',
    read_file: ({ path }) => files[String(path)] ?? `Error: There is no file "${path}".`,
    write_file: ({ path, content }) => {
      files[String(path)] = String(content);
      return `Created ${path}.`;
    },
    edit_file: ({ path, old_text, new_text }) => {
      const text = files[String(path)] ?? '';
      files[String(path)] = text.replace(String(old_text), () => String(new_text));
      return `Changed ${path}.`;
    },
    list_files: () => Object.keys(files).join('\n'),
    bash: ({ command }) => `ran ${command}\n`,
  };
}

async function play(messages: ModelMessage[], answers: Answers, maxSteps = 12) {
  const tools = Object.fromEntries(
    Object.entries(answers).map(([name, execute]) => [
      name,
      tool({ inputSchema: z.looseObject({}), execute }),
    ]),
  );
  const result = await generateText({
    model: demoModel({ delayMs: 0 }),
    messages,
    tools,
    stopWhen: isStepCount(maxSteps),
  });
  const steps = result.steps.map((step) =>
    step.toolCalls.map((call) => {
      const input = call.input as Record<string, unknown>;
      return `${call.toolName} ${Object.values(input)[0] ?? ''}`.trim();
    }),
  );
  const history = result.steps.flatMap((step) => step.response.messages);
  return { text: result.text, steps: steps.filter((calls) => calls.length > 0), history };
}

const ask = (text: string, answers: Answers = world({ 'README.md': '# Workspace\nmore' })) =>
  play([{ role: 'user', content: text }], answers);

describe('arithmetic', () => {
  it.each([
    ['帮我计算2的10次方', '2**10', '2的10次方是1024。'],
    ['What is 2 to the power of 10?', '2**10', '1024'],
    ['sqrt(144)+pi 等于多少', 'sqrt(144)+pi', '15.1415926535898'],
    ['2**100', '2**100', '1267650600228229401496703205376'],
    ['what is 12.5% of 480', '12.5/100*480', '60'],
    ['算一下 (3+4)×5', '(3+4)×5', '35'],
    ['7 divided by 2', '7/2', '3.5'],
    ['How much is 17 times 23?', '17*23', '391'],
  ])('%s', async (text, expression, answer) => {
    const { steps, text: said } = await ask(text);
    expect(steps).toEqual([[`calc ${expression}`]]);
    expect(said).toContain(answer);
  });

  it.each([['10 除以 0'], ['10 divided by 0']])('%s: says why there is no value', async (text) => {
    expect((await ask(text)).text).toMatch(/division by zero/);
  });
});

it.each([
  ['帮我做三件事：算 2**10；看看系统信息；搜索 README 并告诉我第一行'],
  ['Do three things: compute 2**10; show the system info; find README and tell me its first line'],
])('does several jobs at once: %s', async (text) => {
  const { steps, text: said } = await ask(text);
  expect(steps).toEqual([['calc 2**10', 'sysinfo', 'search README'], ['read_file README.md']]);
  expect(said).toMatch(/^1\. .*1024[\s\S]*^2\. TestOS[\s\S]*^3\. .*# Workspace/m);
});

describe('files', () => {
  it('makes a folder, and a later turn finds it in the history', async () => {
    const first = await ask('创建一个目录 demo，里面放一个 hello.txt');
    expect(first.steps).toEqual([['bash mkdir -p demo'], ['write_file demo/hello.txt']]);
    const second = await play(
      [
        { role: 'user', content: '创建一个目录 demo，里面放一个 hello.txt' },
        ...first.history,
        { role: 'user', content: '检查一下刚才那个目录里有什么' },
      ],
      { ...world(), bash: () => 'hello.txt\n' },
    );
    expect(second.steps).toEqual([['bash ls -la demo']]);
    expect(second.text).toContain('hello.txt');
  });

  it('creates a file only when it is missing', async () => {
    const text = '读取 not_exist.txt，如果没有就创建它';
    expect((await ask(text)).steps).toEqual([
      ['read_file not_exist.txt'],
      ['write_file not_exist.txt'],
      ['read_file not_exist.txt'],
    ]);
    const there = await ask(text, world({ 'not_exist.txt': 'I do exist.' }));
    expect(there.steps).toHaveLength(1);
    expect(there.text).toContain('I do exist.');
  });

  it('writes, edits, verifies and runs', async () => {
    const answers = world();
    const prompt = "Create hello.py that prints 'Hello, World!'";
    expect((await ask(prompt, answers)).text).toContain('print("Hello, World!")');
    const edited = await ask('Add a function greet(name) to hello.py', answers);
    expect(edited.steps).toEqual([
      ['read_file hello.py'],
      ['edit_file hello.py'],
      ['read_file hello.py'],
    ]);
    expect(edited.text).toContain('def greet(name):');
    expect((await ask('run hello.py', answers)).steps).toEqual([['bash python3 hello.py']]);
    expect((await ask(`${prompt}, then run it`, answers)).steps).toEqual([
      ['write_file hello.py'],
      ['bash python3 hello.py'],
    ]);
  });
});

describe('the shell', () => {
  it.each([
    ['运行 sudo rm -rf /', 'sudo rm -rf /'],
    ['Run `ls 2> /dev/null`', 'ls 2> /dev/null'],
    ['运行 sleep 300', 'sleep 300'],
    ['run seq 1 200000', 'seq 1 200000'],
  ])('%s', async (text, command) => {
    expect((await ask(text)).steps).toEqual([[`bash ${command}`]]);
  });

  it.each([
    ['Error: Dangerous command blocked: sudo', /blocked and nothing was run/],
    ['Error: Timeout (2s)\nbegin\n', /time limit of 2 s[\s\S]*begin/],
    ['no such file\n[exit code 1]', /failed[\s\S]*exit code 1/],
    ['1\n… [9 characters, 500 lines left out; …] …\n9', /about 503 lines/],
  ])('tells what a result of %j means', async (output, words) => {
    const { text } = await ask('Run `anything`', { ...world(), bash: () => output });
    expect(text).toMatch(words);
  });
});

describe('the step limit', () => {
  const text = 'Count from 1 to 4 one step at a time, adding one with the calculator';

  it('counts on each real result', async () => {
    const { steps, text: said } = await ask(text);
    expect(steps).toEqual([['calc 1+1'], ['calc 2+1'], ['calc 3+1']]);
    expect(said).toContain('1, 2, 3, 4');
  });

  it('says what it has when tools are off, and goes on after Continue', async () => {
    const first = await play([{ role: 'user', content: text }], world(), 2);
    const soFar: ModelMessage[] = [{ role: 'user', content: text }, ...first.history];
    const last = await generateText({
      model: demoModel({ delayMs: 0 }),
      messages: [...soFar, { role: 'user', content: 'This is the last step: answer now.' }],
      tools: { calc: tool({ inputSchema: z.looseObject({}) }) },
      toolChoice: 'none',
    });
    expect(last.toolCalls).toEqual([]);
    expect(last.text).toMatch(/step limit[\s\S]*`calc` `2\+1`/);
    const more = await play(
      [
        ...soFar,
        { role: 'assistant', content: last.text },
        { role: 'user', content: 'Continue from where you stopped. You have a new budget.' },
      ],
      world(),
    );
    expect(more.steps).toEqual([['calc 3+1']]);
    expect(more.text).toContain('1, 2, 3, 4');
  });
});

it.each([
  ['Write me a poem about the sea', /rules, not an AI[\s\S]*OPENAI_API_KEY/],
  ['写一首关于大海的诗', /不是 AI[\s\S]*OPENAI_API_KEY/],
  ['', /demo model/],
])('is honest about what it cannot do: %s', async (text, words) => {
  const { steps, text: said } = await ask(text);
  expect(steps).toEqual([]);
  expect(said).toMatch(words);
});

it('answers by results, not by heart', async () => {
  const { text } = await ask('2+2', { ...world(), calc: () => '{"expression":"2+2","result":5}' });
  expect(text).toContain('5');
});

it('streams its words, and stops at once when it is told to', async () => {
  const controller = new AbortController();
  const types = new Set<string>();
  const started = Date.now();
  const { stream } = streamText({
    model: demoModel({ delayMs: 1000 }),
    prompt: '2+2',
    abortSignal: controller.signal,
    onError: () => {},
  });
  for await (const part of stream) {
    types.add(part.type);
    if (part.type === 'text-delta') controller.abort();
  }
  expect(types).toContain('text-delta');
  expect(Date.now() - started).toBeLessThan(10_000);
});
