import { callOne, type Job, type Language, type Plan, say } from '../plan.ts';
import { fence, tell } from './shell.ts';

const PATH = String.raw`([\w./-]*\w\.\w{1,8})`;
const NAME = String.raw`([\w.-]+)`;

/** `创建一个目录 demo，里面放一个 hello.txt` */
export const makeFolder: Plan = ({ text, language }) => {
  const [, zh] = new RegExp(`(?:创建|新建|建)(?:一个)?(?:目录|文件夹)\\s*${NAME}`).exec(text) ?? [];
  const [, en] =
    new RegExp(
      `(?:make|create) (?:a |the )?(?:directory|folder)(?: called| named)?\\s+${NAME}`,
      'i',
    ).exec(text) ?? [];
  const folder = zh ?? en;
  if (!folder) return undefined;
  const file = new RegExp(PATH).exec(text.slice(text.indexOf(folder) + folder.length))?.[1];
  return makeIt(folder, file, language);
};

function* makeIt(folder: string, file: string | undefined, language: Language): Job {
  const thought = say(language, `First the folder ${folder}.`, `先建目录 ${folder}。`);
  const made = yield* callOne(thought, 'bash', { command: `mkdir -p ${folder}` });
  if (made.failed) return tell(`mkdir -p ${folder}`, made, language);
  if (!file)
    return say(language, `The folder \`${folder}\` is there.`, `目录 \`${folder}\` 已建好。`);
  const path = `${folder}/${file}`;
  const written = yield* callOne(
    say(language, `Now ${file} in it.`, `再往里面放 ${file}。`),
    'write_file',
    { path, content: say(language, 'Hello!\n', '你好！\n') },
  );
  if (written.failed) return written.text;
  return say(
    language,
    `Done: the folder \`${folder}\` with \`${file}\` in it.`,
    `完成：目录 \`${folder}\` 已创建，里面有 \`${file}\`。`,
  );
}

/** `Create hello.py that prints 'Hello, World!'` */
export const createFile: Plan = ({ text, language }) => {
  const [, en] = new RegExp(`^\\s*(?:create|write|make) ${PATH}`, 'i').exec(text) ?? [];
  const [, zh] = new RegExp(`^\\s*(?:创建|新建|写)(?:一个)?(?:文件)?\\s*${PATH}`).exec(text) ?? [];
  const path = en ?? zh;
  if (!path) return undefined;
  const words = /["'“‘「](.+?)["'”’」](?!\w)/.exec(text)?.[1] ?? say(language, 'Hello!', '你好！');
  const prints = /print|打印|输出/i.test(text);
  const content =
    prints && path.endsWith('.py') ? `print(${JSON.stringify(words)})\n` : `${words}\n`;
  const alsoRun = /then run|and run|并运行|然后运行|再运行/i.test(text);
  return create(path, content, alsoRun, language);
};

function* create(path: string, content: string, alsoRun: boolean, language: Language): Job {
  const written = yield* callOne(
    say(language, `I write ${path}.`, `写入 ${path}。`),
    'write_file',
    { path, content },
  );
  if (written.failed) return written.text;
  if (alsoRun) return yield* runIt(path, language);
  return say(
    language,
    `\`${path}\` is written:\n\n${fence(content)}`,
    `\`${path}\` 已写好：\n\n${fence(content)}`,
  );
}

/** `Add a function greet(name) to hello.py` */
export const addFunction: Plan = ({ text, language }) => {
  const [, enName, enArgs, enPath] =
    new RegExp(`add (?:a )?function (\\w+)\\(([\\w, ]*)\\) to ${PATH}`, 'i').exec(text) ?? [];
  const [, zhPath, zhName, zhArgs] =
    new RegExp(
      `(?:在|给|往)\\s*${PATH}.*?(?:添加|增加|加)(?:一个)?函数\\s*(\\w+)\\(([\\w, ]*)\\)`,
    ).exec(text) ?? [];
  const name = enName ?? zhName;
  const path = enPath ?? zhPath;
  return name && path ? addIt(path, name, enArgs ?? zhArgs ?? '', language) : undefined;
};

function* addIt(path: string, name: string, args: string, language: Language): Job {
  const before = yield* callOne(
    say(language, `I read ${path} before I change it.`, `修改之前先读 ${path}。`),
    'read_file',
    { path },
  );
  if (before.failed) return before.text;
  const last = before.text.trimEnd().split('\n').at(-1) ?? '';
  const shown = args.split(',')[0]?.trim() || 'world';
  const code = `def ${name}(${args}):\n    print(f"Hello, {${shown}}!")`;
  const edited = yield* callOne(
    say(language, 'I add the function above the last line.', '把函数加在最后一行之前。'),
    'edit_file',
    { path, old_text: last, new_text: `${code}\n\n\n${last}` },
  );
  if (edited.failed) return edited.text;
  const after = yield* callOne(
    say(language, 'I read it again to verify.', '再读一遍确认。'),
    'read_file',
    { path },
  );
  const there = !after.failed && after.text.includes(`def ${name}(`);
  return there
    ? say(
        language,
        `\`${name}\` is in \`${path}\` now:\n\n${fence(after.text)}`,
        `\`${path}\` 里已经有 \`${name}\`：\n\n${fence(after.text)}`,
      )
    : say(language, `The change did not arrive: ${after.text}`, `修改没有生效：${after.text}`);
}

export const runFile: Plan = ({ text, language }) => {
  const [, path] = /^\s*(?:run|execute|运行|执行)\s*`?([\w./-]+\.(?:py|sh))`?/i.exec(text) ?? [];
  return path ? runIt(path, language) : undefined;
};

function* runIt(path: string, language: Language): Job {
  const command = `${path.endsWith('.py') ? 'python3' : 'bash'} ${path}`;
  const result = yield* callOne(
    say(language, `I run ${path} and look at what it prints.`, `运行 ${path}，看它输出什么。`),
    'bash',
    { command },
  );
  return tell(command, result, language);
}

/** `读取 not_exist.txt，如果没有就创建它` */
export const readFile: Plan = ({ text, language }) => {
  const [, path] =
    new RegExp(
      `(?:read|show|open|读取|读一下|查看|打开|看看)\\s*(?:the file |文件)?\\s*\`?${PATH}`,
      'i',
    ).exec(text) ?? [];
  if (!path) return undefined;
  const orCreate = /create it|make it|创建|新建/i.test(text);
  return readIt(path, orCreate, language);
};

function* readIt(path: string, orCreate: boolean, language: Language): Job {
  const found = yield* callOne(
    say(language, `I look whether ${path} is there.`, `先看看 ${path} 在不在。`),
    'read_file',
    { path },
  );
  if (!found.failed)
    return say(
      language,
      `\`${path}\`:\n\n${fence(found.text)}`,
      `\`${path}\` 的内容：\n\n${fence(found.text)}`,
    );
  if (!orCreate) {
    const reason = found.text.replace(/^Error: /, '');
    return say(
      language,
      `I could not read \`${path}\`: ${reason}`,
      `读不了 \`${path}\`：${reason}`,
    );
  }
  const content = say(
    language,
    'Created because it was missing.\n',
    '原来没有这个文件，现在创建。\n',
  );
  const written = yield* callOne(
    say(language, 'It is missing, so I create it.', '文件不存在，那就创建它。'),
    'write_file',
    { path, content },
  );
  if (written.failed) return written.text;
  const again = yield* callOne(
    say(language, 'I read it to be sure.', '再读一次确认。'),
    'read_file',
    { path },
  );
  return again.failed
    ? again.text
    : say(
        language,
        `\`${path}\` did not exist. I created it; it now says:\n\n${fence(again.text)}`,
        `\`${path}\` 原来不存在，我创建了它，内容是：\n\n${fence(again.text)}`,
      );
}
