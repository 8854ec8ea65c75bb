import {
  Bash,
  type CommandContext,
  type CustomCommand,
  decodeBytesToUtf8,
  defineCommand,
  type ExecResult,
  latin1FromBytes,
} from 'just-bash';
import type { Shell } from './command-run.ts';
import { LIMITS, MAX_OUTPUT } from './limits.ts';
import { EXEC_COMMAND, TO_TERMINAL } from './rewrite.ts';

/** So much longer than its limit `timeout` waits, in ms: `python3` ends by itself and keeps its output. */
const TIMEOUT_LAG_MS = 60;

/** Commands that run other commands: `bash`, `sh`, `timeout`, `nohup`, `setsid`, `python3`. */
export function runnerCommands(shell: Shell): CustomCommand[] {
  return [
    ...['bash', 'sh'].map((name) => runner(shell, name, (call) => runScript(name, call))),
    ...['nohup', 'setsid'].map((name) => runner(shell, name, (call) => runRest(name, call))),
    runner(shell, EXEC_COMMAND, runProgram),
    runner(shell, 'timeout', runTimeout),
    ...['python3', 'python'].map((name) => runner(shell, name, runPython)),
  ];
}

interface Call {
  args: string[];
  context: CommandContext;
  shell: Shell;
  toTerminal: boolean;
  exec(
    text: string,
    options: { args?: string[]; env?: Record<string, string>; signal?: AbortSignal },
  ): Promise<ExecResult>;
}

/** A command whose script may write to the terminal itself, where the rewriting has said so. */
function runner(
  shell: Shell,
  name: string,
  run: (call: Call) => Promise<ExecResult>,
): CustomCommand {
  return defineCommand(name, async (all, context) => {
    const toTerminal = all[0] === TO_TERMINAL;
    const exec: Call['exec'] = async (text, options) => {
      if (!context.exec) return fail(`${name}: cannot run commands here`, 126);
      shell.nextToTerminal = toTerminal;
      const all = {
        cwd: context.cwd,
        stdin: latin1FromBytes(context.stdin),
        stdinKind: 'bytes' as const,
        signal: context.signal,
        // Not in the published type, but read: blanks at the start of a line belong to the script.
        rawScript: true,
        ...options,
      };
      try {
        return await context.exec(text, all);
      } finally {
        shell.nextToTerminal = false;
      }
    };
    return run({ args: toTerminal ? all.slice(1) : all, context, shell, toTerminal, exec });
  });
}

function fail(message: string, exitCode: number): ExecResult {
  return { stdout: '', stderr: `${message}\n`, exitCode };
}

async function runRest(name: string, { args, exec }: Call): Promise<ExecResult> {
  const [command, ...rest] = args[0] === '--' ? args.slice(1) : args;
  if (command === undefined) return fail(`${name}: missing operand`, 125);
  return exec(quote(command), { args: rest });
}

function quote(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}

/** A program by its path, run by what its `#!` line names. */
async function runProgram(call: Call): Promise<ExecResult> {
  const { args, context, exec } = call;
  const [program = '', ...rest] = args;
  const file = context.fs.resolvePath(context.cwd, program);
  const runnable = await context.fs.stat(file).then(
    (stats) => stats.isFile && (stats.mode & 0o111) !== 0,
    () => false,
  );
  // The interpreter's own way says what is wrong.
  if (!runnable) return exec(quote(program), { args: rest });
  const [first = ''] = (await context.fs.readFile(file)).split('\n', 1);
  const interpreter = /^#!.*\b(python3?)\b/.exec(first)?.[1];
  if (interpreter) return runPython({ ...call, args: [program, ...rest] });
  return runScript('bash', call);
}

/** `bash [-lexu] [-o option] [-c text | file] [arguments]` */
async function runScript(name: string, { args, context, exec }: Call): Promise<ExecResult> {
  const { settings, isText, isInput, rest } = shellOptions(args);
  const [first, ...others] = rest;
  if (first === undefined || isInput) {
    if (isText) return fail(`${name}: -c: option requires an argument`, 2);
    return runText(decodeBytesToUtf8(context.stdin), [name, ...rest]);
  }
  if (isText) return runText(first, others.length > 0 ? others : [name]);
  try {
    const text = await context.fs.readFile(context.fs.resolvePath(context.cwd, first));
    return runText(text, rest);
  } catch {
    return fail(`${name}: ${first}: No such file or directory`, 127);
  }

  async function runText(text: string, [zero = name, ...values]: string[]): Promise<ExecResult> {
    const body = text.replace(/^#!.*/, '');
    if (!body.trim()) return { stdout: '', stderr: '', exitCode: 0 };
    const joined = values.join(' ');
    const env = {
      ...context.exportedEnv,
      ...Object.fromEntries(values.map((value, i) => [String(i + 1), value])),
      0: zero,
      '#': String(values.length),
      '@': joined,
      '*': joined,
    };
    return exec(settings.length > 0 ? `set ${settings.join(' ')}; ${body}` : body, { env });
  }
}

/** Options of a shell: what `set` has to be told, and whether the script is a text or the input. */
function shellOptions(args: string[]) {
  const settings: string[] = [];
  let isText = false;
  let isInput = false;
  let at = 0;
  for (; at < args.length; at++) {
    const arg = args[at] ?? '';
    if (arg === '--' || !/^[-+]./.test(arg)) break;
    if (arg.startsWith('--')) continue;
    if (arg.startsWith('-') && arg.includes('c')) isText = true;
    if (arg.startsWith('-') && arg.includes('s')) isInput = true;
    const kept = arg.replace(/[clis]/g, '');
    if (kept.endsWith('o')) settings.push(kept, args[++at] ?? '');
    else if (kept.length > 1) settings.push(kept);
  }
  if (args[at] === '--' || args[at] === '-') at++;
  return { settings, isText, isInput, rest: args.slice(at) };
}

const UNITS: Record<string, number> = { '': 1, s: 1, m: 60, h: 3600, d: 86_400 };

/** `timeout [options] duration command`: just-bash's own loses what the command had printed. */
async function runTimeout({ args, context, shell, exec }: Call): Promise<ExecResult> {
  let at = 0;
  for (; /^-./.test(args[at] ?? ''); at++) if (args[at] === '-k' || args[at] === '-s') at++;
  const [duration = '', command, ...rest] = args.slice(at);
  const match = /^(\d*\.?\d+)([smhd]?)$/.exec(duration);
  if (!match) return fail(`timeout: invalid time interval '${duration}'`, 125);
  if (command === undefined) return fail('timeout: missing operand', 125);
  const limit = Number(match[1]) * (UNITS[match[2] ?? ''] ?? 1) * 1000;
  const before = shell.deadline;
  if (limit > 0) shell.deadline = Math.min(before, Date.now() + limit);
  const controller = new AbortController();
  const stop = () => controller.abort();
  context.signal?.addEventListener('abort', stop);
  // A timer takes at most 2^31 ms; longer ones never matter here.
  const delay = Math.min(limit + TIMEOUT_LAG_MS, 2 ** 31 - 1);
  const timer = limit > 0 ? setTimeout(stop, delay) : undefined;
  try {
    const result = await exec(quote(command), { args: rest, signal: controller.signal });
    return controller.signal.aborted ? { ...result, stderr: '', exitCode: 124 } : result;
  } finally {
    clearTimeout(timer);
    context.signal?.removeEventListener('abort', stop);
    shell.deadline = before;
  }
}

/** `python3` with the time that is left: at its own limit it keeps its output, when aborted it does not. */
async function runPython({ args, context, shell, toTerminal }: Call): Promise<ExecResult> {
  const { run } = shell;
  const left = Math.max(shell.deadline - Date.now(), 1);
  const bash = new Bash({
    fs: run.fs,
    cwd: context.cwd,
    python: true,
    defenseInDepth: false,
    executionLimits: { ...LIMITS, maxOutputSize: MAX_OUTPUT, maxPythonTimeoutMs: left },
  });
  const { stdout, stderr, exitCode } = await bash.exec('python3', {
    args,
    cwd: context.cwd,
    env: { ...context.exportedEnv },
    replaceEnv: true,
    stdin: latin1FromBytes(context.stdin),
    stdinKind: 'bytes',
    signal: context.signal,
  });
  const late = exitCode === 124 && Date.now() >= shell.deadline - 20;
  if (!late) return { stdout, stderr, exitCode };
  const said = stderr.replace(/(^|\n)python3: .*timeout.*\n?/gi, '$1');
  if (shell.deadline < run.deadline) return { stdout, stderr: said, exitCode };
  // The command's own time is over: nothing after this may run, so its output goes out from here.
  if (toTerminal) {
    await run.sink.write('stdout', stdout, 'text');
    await run.sink.write('stderr', said, 'text');
  }
  run.expire();
  return { stdout: '', stderr: '', exitCode };
}
