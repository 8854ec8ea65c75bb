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
import { LIMITS } from './limits.ts';
import { EXEC_COMMAND, TO_TERMINAL } from './rewrite.ts';

/** `python3` is ended this long before the time limit, in ms: a killed one would lose its output. */
const PYTHON_LEAD_MS = 250;

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
  const settings: string[] = [];
  let isText = false;
  let at = 0;
  for (; at < args.length; at++) {
    const arg = args[at] ?? '';
    if (arg === '--' || arg === '-') {
      at++;
      break;
    }
    if (arg.startsWith('--')) {
      if (arg === '--version')
        return { ...fail('', 0), stderr: '', stdout: 'GNU bash, version 5.2 (emulated)\n' };
      continue;
    }
    if (!/^[-+]./.test(arg)) break;
    if (arg.includes('c') && arg.startsWith('-')) isText = true;
    const kept = arg.replace(/[clis]/g, '');
    if (kept.endsWith('o')) settings.push(kept, args[++at] ?? '');
    else if (kept.length > 1) settings.push(kept);
  }
  const rest = args.slice(at);
  let text: string;
  let zero = name;
  if (isText) {
    const [script, ...names] = rest;
    if (script === undefined) return fail(`${name}: -c: option requires an argument`, 2);
    text = script;
    zero = names.shift() ?? name;
    rest.splice(0, rest.length, ...names);
  } else if (rest.length > 0) {
    zero = rest.shift() ?? name;
    try {
      text = await context.fs.readFile(context.fs.resolvePath(context.cwd, zero));
    } catch {
      return fail(`${name}: ${zero}: No such file or directory`, 127);
    }
  } else {
    text = decodeBytesToUtf8(context.stdin);
  }
  const body = text.replace(/^#!.*/, '');
  if (!body.trim()) return { stdout: '', stderr: '', exitCode: 0 };
  const numbered = rest.map((value, i) => [String(i + 1), value]);
  const joined = rest.join(' ');
  return exec(settings.length > 0 ? `set ${settings.join(' ')}; ${body}` : body, {
    env: {
      ...context.exportedEnv,
      ...Object.fromEntries(numbered),
      0: zero,
      '#': String(rest.length),
      '@': joined,
      '*': joined,
    },
  });
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
  const timer = limit > 0 ? setTimeout(stop, Math.min(limit, 2 ** 31 - 1)) : undefined;
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
  const left = Math.max(shell.deadline - Date.now() - PYTHON_LEAD_MS, 1);
  const bash = new Bash({
    fs: run.fs,
    cwd: context.cwd,
    python: true,
    defenseInDepth: false,
    executionLimits: { ...LIMITS, maxPythonTimeoutMs: left },
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
  const late = exitCode === 124 && Date.now() >= shell.deadline - PYTHON_LEAD_MS - 20;
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
