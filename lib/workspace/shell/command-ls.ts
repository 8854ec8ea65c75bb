import type { CommandContext, ExecResult } from 'just-bash';

interface Operand {
  name: string;
  isFile: boolean;
  size: number;
  mtime: number;
}

/** `ls` with several operands: just-bash puts an empty line after each file and lists folders among them. */
export async function listOperands(
  args: string[],
  original: (args: string[]) => Promise<ExecResult>,
  context: CommandContext,
): Promise<ExecResult> {
  const flags = args.filter((arg) => arg.startsWith('-') && arg !== '--');
  const names = args.filter((arg) => !arg.startsWith('-'));
  if (names.length < 2) return original(args);
  const has = (flag: string) => flags.some((arg) => /^-[a-zA-Z]/.test(arg) && arg.includes(flag));
  const operands = await Promise.all(names.map((name) => look(name, has('d'), context)));
  const files = operands.filter(({ isFile }) => isFile);
  files.sort((a, b) => compare(a, b, has) * (has('r') ? -1 : 1));
  const others = operands.filter(({ isFile }) => !isFile).map(({ name }) => name);
  const result = { stdout: '', stderr: '', exitCode: 0 };
  const add = async (operand: string, heading: string) => {
    const { stdout, stderr, exitCode } = await original([...flags, operand]);
    if (stdout) result.stdout += heading + stdout;
    result.stderr += stderr;
    result.exitCode = Math.max(result.exitCode, exitCode);
  };
  for (const { name } of files) await add(name, '');
  for (const name of others) await add(name, `${result.stdout ? '\n' : ''}${name}:\n`);
  return result;
}

async function look(name: string, asFile: boolean, { fs, cwd }: CommandContext): Promise<Operand> {
  try {
    const { isDirectory, size, mtime } = await fs.stat(fs.resolvePath(cwd, name));
    return { name, isFile: asFile || !isDirectory, size, mtime: mtime.getTime() };
  } catch {
    return { name, isFile: false, size: 0, mtime: 0 };
  }
}

function compare(a: Operand, b: Operand, has: (flag: string) => boolean): number {
  const order = has('t') ? b.mtime - a.mtime : has('S') ? b.size - a.size : 0;
  return order || (a.name < b.name ? -1 : 1);
}
