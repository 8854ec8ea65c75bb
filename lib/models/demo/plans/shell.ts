import { callOne, type Job, type Language, type Plan, type Result, say } from '../plan.ts';

const COMMANDS =
  /^(?:ls|cat|echo|sleep|seq|sudo|rm|mkdir|pwd|head|tail|wc|grep|find|python3?|sort|printf|date|touch|cp|mv|shutdown|reboot|for|while)\b/;
const REQUEST =
  /^\s*(?:please\s+)?(?:run|execute)\s*:?\s+(.+)$|^\s*(?:请)?(?:运行|执行)(?:一下)?\s*[:：]?\s*(.+)$/is;

/** A command in back quotes, or after "run" when it begins like one. */
export const shell: Plan = ({ text, language }) => {
  const [, en, zh] = REQUEST.exec(text) ?? [];
  const rest = (en ?? zh)?.trim();
  if (!rest) return undefined;
  const quoted = /`([^`]+)`/.exec(rest)?.[1] ?? /^["“](.+)["”]$/s.exec(rest)?.[1];
  const command = quoted ?? (COMMANDS.test(rest) ? rest : undefined);
  return command ? run(command, language) : undefined;
};

function* run(command: string, language: Language): Job {
  const thought = say(
    language,
    'I run the command in the workspace’s shell and look at what it prints.',
    '在工作区的命令行里运行，看看输出。',
  );
  return tell(command, yield* callOne(thought, 'bash', { command }), language);
}

/** What a command came to, from what its terminal showed. */
export function tell(command: string, { text, failed }: Result, language: Language): string {
  const output = fence(text);
  if (/^Error: Dangerous command blocked/.test(text)) {
    return say(
      language,
      `The command was blocked and nothing was run: ${text.replace(/^Error: /, '')}`,
      `这条命令被拦截，没有执行任何操作：${text.replace(/^Error: /, '')}`,
    );
  }
  const timeout = /^Error: Timeout \(([\d.]+)s\)/.exec(text)?.[1];
  if (timeout) {
    return say(
      language,
      `\`${command}\` was ended at its time limit of ${timeout} s. What it had printed:\n\n${fence(text.split('\n').slice(1).join('\n'))}`,
      `\`${command}\` 到了 ${timeout} 秒的时间限制，已被结束。此前的输出：\n\n${fence(text.split('\n').slice(1).join('\n'))}`,
    );
  }
  if (failed) {
    return say(
      language,
      `\`${command}\` failed:\n\n${output}`,
      `\`${command}\` 执行失败：\n\n${output}`,
    );
  }
  const cut = /(\d+) lines left out/.exec(text)?.[1];
  const lines = cut ? Number(cut) + text.split('\n').length : 0;
  if (lines) {
    return say(
      language,
      `\`${command}\` printed about ${lines} lines. I was shown its beginning and its end; the card has the whole.`,
      `\`${command}\` 输出了约 ${lines} 行。我看到的是开头和结尾，完整内容在卡片里。`,
    );
  }
  return say(
    language,
    `\`${command}\` printed:\n\n${output}`,
    `\`${command}\` 的输出：\n\n${output}`,
  );
}

/** A code block whose fence is longer than any in the text. */
export function fence(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const ticks = '`'.repeat(longest + 1);
  return `${ticks}\n${text.replace(/\n$/, '')}\n${ticks}`;
}
