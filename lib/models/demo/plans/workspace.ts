import { callOne, type Job, type Language, type Observation, type Plan, say } from '../plan.ts';
import { fence, tell } from './shell.ts';

/** "what is in that directory": the folder is the one that an earlier turn made or looked into. */
export const lookIntoFolder: Plan = ({ text, language, earlier }) => {
  if (!/(?:目录|文件夹).*(?:里|有什么|内容)|(?:that|the) (?:directory|folder)/i.test(text))
    return undefined;
  const [, named] = /(?:目录|文件夹|directory|folder)\s+([\w.-]+)/i.exec(text) ?? [];
  const folder = named ?? lastFolder(earlier);
  return folder ? lookInto(folder, language) : undefined;
};

function lastFolder(earlier: Observation[]): string | undefined {
  return earlier
    .map(({ tool, input }) => {
      if (tool !== 'bash') return undefined;
      return /(?:mkdir -p|ls -la) ([\w./-]+)/.exec(String(input.command))?.[1];
    })
    .findLast((folder) => folder !== undefined);
}

function* lookInto(folder: string, language: Language): Job {
  const command = `ls -la ${folder}`;
  const thought = say(language, `I look into ${folder}.`, `看看 ${folder} 里面。`);
  return tell(command, yield* callOne(thought, 'bash', { command }), language);
}

export const listWorkspace: Plan = ({ text, language }) =>
  /list (?:the |all )?files|what files|workspace|有哪些文件|列出文件|工作区/i.test(text)
    ? list(language)
    : undefined;

function* list(language: Language): Job {
  const thought = say(language, 'I list the workspace.', '列出工作区的文件。');
  const result = yield* callOne(thought, 'list_files', {});
  return result.failed ? result.text : fence(result.text);
}

const SUBJECT =
  /(?:search(?: for)?|find|搜索|查找|找到?)\s*["“`]?([\w.-]+|[\p{Script=Han}]{1,12}?)["”`]?(?=$|[\s,，。.;；]|并|然后|and)/iu;

/** "search README and tell me its first line": a search, then a read of what it found. */
export const findAndRead: Plan = ({ text, language }) => {
  const subject = SUBJECT.exec(text)?.[1];
  if (!subject || !/first line|第一行|首行/i.test(text)) return undefined;
  return findAndTell(subject, language);
};

function* findAndTell(subject: string, language: Language): Job {
  const found = yield* callOne(
    say(language, `I search for ${subject}.`, `搜索 ${subject}。`),
    'search',
    { query: subject },
  );
  const path = /^[^\s:(]+/.exec(found.text)?.[0];
  if (found.failed || !path) {
    return say(language, `There is no file ${subject} here.`, `这里没有找到 ${subject}。`);
  }
  const file = yield* callOne(
    say(language, `${path} fits; I read it.`, `${path} 符合，读一下。`),
    'read_file',
    { path },
  );
  if (file.failed) return file.text;
  const line = file.text.split('\n')[0] ?? '';
  return say(
    language,
    `The first line of \`${path}\` is \`${line}\`.`,
    `\`${path}\` 的第一行是 \`${line}\`。`,
  );
}

export const search: Plan = ({ text, language }) => {
  const subject = SUBJECT.exec(text)?.[1];
  return subject ? searchFor(subject, language) : undefined;
};

function* searchFor(subject: string, language: Language): Job {
  const thought = say(
    language,
    `I search the workspace for ${subject}.`,
    `在工作区里搜索 ${subject}。`,
  );
  const result = yield* callOne(thought, 'search', { query: subject });
  return result.failed ? result.text : fence(result.text);
}
