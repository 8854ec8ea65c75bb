import {
  type CommandContext,
  type CustomCommand,
  defineCommand,
  type ExecResult,
  latin1FromBytes,
} from 'just-bash';
import { isOutsideRoot } from './blocked.ts';
import { listOperands } from './command-ls.ts';
import type { Shell } from './command-run.ts';

/** So much `yes` says: a command behind a pipe reads all of its input before it begins. */
const YES_CHARS = 64 * 1024;
const MAX_DEVICE_BYTES = 64 * 1024 * 1024;
const DEVICES = new Set(['/dev/zero', '/dev/random', '/dev/urandom']);

/** Corrected and missing commands around files and text. */
export function fileCommands(shell: Shell): CustomCommand[] {
  return [
    wrap('head', async (args, original) => {
      const bytes = byteCount(args);
      if (bytes === undefined || !args.some((arg) => DEVICES.has(arg))) return original(args);
      shell.run.devices.deviceBytes = Math.min(bytes, MAX_DEVICE_BYTES);
      try {
        const result = await original(args);
        if (bytes <= MAX_DEVICE_BYTES) return result;
        const note = 'head: a device gives 64 MB here\n';
        return { ...result, stderr: result.stderr + note, exitCode: 1 };
      } finally {
        shell.run.devices.resetDeviceBytes();
      }
    }),

    wrap('ls', listOperands),

    wrap('printf', async (args, original) => {
      const result = await original(args);
      return isByteString(args, result.stdout)
        ? { ...result, stdoutKind: 'bytes', stdoutEncoding: 'binary' }
        : result;
    }),

    wrap('xargs', async (args, original) => original(spacedOptions(args))),

    wrap('seq', async (args, original) => {
      const numbers = args.map(Number);
      const plain =
        args.length > 0 && args.length < 4 && args.every((arg) => /^-?\d{1,15}$/.test(arg));
      return plain ? integers(numbers) : original(args);
    }),

    wrap('rm', async (args, original, context) => {
      const recursive = args.some((arg) => /^-[a-zA-Z]*[rR]/.test(arg) || arg === '--recursive');
      const targets = args.filter((arg) => !arg.startsWith('-'));
      for (const target of recursive ? targets : []) {
        const path = context.fs.resolvePath(context.cwd, target);
        if (isOutsideRoot(path)) {
          shell.run.block(`rm -r of ${path}`);
          return { stdout: '', stderr: '', exitCode: 126 };
        }
      }
      return original(args);
    }),

    defineCommand('ln', async () => {
      return { stdout: '', stderr: 'ln: there are no links in this shell; use cp\n', exitCode: 1 };
    }),

    ...['less', 'more'].map((name) =>
      defineCommand(name, async (args, context) => {
        if (!context.exec) return { stdout: '', stderr: '', exitCode: 126 };
        const files = args.filter((arg) => !/^[-+]./.test(arg));
        const stdin = latin1FromBytes(context.stdin);
        const { cwd, signal } = context;
        return context.exec('cat', { args: files, cwd, signal, stdin, stdinKind: 'bytes' });
      }),
    ),

    defineCommand('yes', async (args) => {
      const line = `${args.join(' ') || 'y'}\n`;
      return { stdout: line.repeat(Math.ceil(YES_CHARS / line.length)), stderr: '', exitCode: 0 };
    }),
  ];
}

type Original = (args: string[]) => Promise<ExecResult>;

function wrap(
  name: string,
  run: (args: string[], original: Original, context: CommandContext) => Promise<ExecResult>,
): CustomCommand {
  return defineCommand(name, (args, context) => {
    const { origCommand } = context;
    if (!origCommand) throw new Error(`${name} is missing`);
    return run(args, origCommand, context);
  });
}

/** `-n 1` for `-n1`, among the options that come before the command; just-bash knows only the former. */
function spacedOptions(args: string[]): string[] {
  const spaced: string[] = [];
  let at = 0;
  for (; args[at]?.startsWith('-'); at++) {
    const arg = args[at] ?? '';
    const [, option, value] = /^(-[nIPLd])(.*)$/s.exec(arg) ?? [];
    if (option === undefined) spaced.push(arg);
    else spaced.push(option, value || (args[++at] ?? ''));
  }
  return [...spaced, ...args.slice(at)];
}

/** `N` of `head -c N`, in bytes. */
function byteCount(args: string[]): number | undefined {
  const at = args.findIndex((arg) => /^(-c|--bytes)/.test(arg));
  const option = args[at];
  if (option === undefined) return undefined;
  const value = option.replace(/^(-c|--bytes=?)/, '') || (args[at + 1] ?? '');
  const match = /^(\d+)([kKMG]?)/.exec(value);
  if (!match) return undefined;
  const power = ['', 'K', 'M', 'G'].indexOf((match[2] ?? '').toUpperCase());
  return Number(match[1]) * 1024 ** power;
}

/** Whether `printf` made bytes by escapes such as `\xff`, which just-bash takes for characters. */
function isByteString(args: string[], output: string): boolean {
  const text = args.join('');
  if (text.includes('\\u') || text.includes('\\U')) return false;
  const ascii = (value: string, max: number) => {
    for (let i = 0; i < value.length; i++) if (value.charCodeAt(i) > max) return false;
    return true;
  };
  return !ascii(output, 0x7f) && ascii(output, 0xff) && ascii(text, 0x7f);
}

/** just-bash's `seq` makes an array of all numbers; that costs a second and 500 MB for three million. */
function integers(numbers: number[]): ExecResult {
  const last = numbers.at(-1) ?? 0;
  const first = numbers.length > 1 ? (numbers[0] ?? 1) : 1;
  const step = numbers.length > 2 ? (numbers[1] ?? 1) : 1;
  if (step === 0)
    return { stdout: '', stderr: "seq: invalid Zero increment value: '0'\n", exitCode: 1 };
  const count = Math.floor((last - first) / step) + 1;
  if (count > MAX_SEQ) {
    const stderr = `seq: more than ${MAX_SEQ} numbers; use a loop or awk\n`;
    return { stdout: '', stderr, exitCode: 1 };
  }
  const pieces: string[] = [];
  let piece = '';
  for (let i = 0; i < count; i++) {
    piece += `${first + i * step}\n`;
    if (piece.length > 65_536) {
      pieces.push(piece);
      piece = '';
    }
  }
  return { stdout: pieces.join('') + piece, stderr: '', exitCode: 0 };
}

/** About 100 MB of text, the most that a string of the shell may hold. */
const MAX_SEQ = 12_000_000;
