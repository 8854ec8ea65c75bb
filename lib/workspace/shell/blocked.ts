import path from 'node:path';
import { parse } from 'just-bash';
import {
  type FunctionNode,
  isCommand,
  isPipeline,
  literalWord,
  type PipelineNode,
  type Redirection,
  type ScriptNode,
  type SimpleCommandNode,
  type WordNode,
  walk,
} from './ast.ts';

// The shell's child process runs this, on the shell's own syntax tree: the server needs no parser, and
// quoting, nesting and here-documents mean the same to the check and to the shell. The sandbox is
// what protects the machine; this is for a clear answer before anything has run.

/** A word's text; undefined when only running the command can tell. */
type Word = string | undefined;

/** How deep text inside text (`bash -c "bash -c …"`) is followed. */
const MAX_DEPTH = 5;

/** Why a command line is refused, in a few words; undefined when it may run. */
export function blockedReason(command: string): string | undefined {
  return reasonInText(command, 0);
}

/** As {@link blockedReason}, for a command line that has been parsed. */
export function blockedScript(script: ScriptNode): string | undefined {
  return reasonInScript(script, 0);
}

/** Whether an absolute path of the shell is outside of what a chat owns: its workspace and `/tmp`. */
export function isOutsideRoot(target: string): boolean {
  const normal = path.posix.normalize(`${target}/`);
  return !normal.startsWith('/workspace/') && !normal.startsWith('/tmp/');
}

function reasonInText(text: string, depth: number): string | undefined {
  if (depth > MAX_DEPTH) return undefined;
  let script: ScriptNode;
  try {
    script = parse(text);
  } catch {
    // The shell will say what is wrong with it.
    return undefined;
  }
  return reasonInScript(script, depth);
}

function reasonInScript(script: ScriptNode, depth: number): string | undefined {
  let reason: string | undefined;
  walk(script, (node) => {
    if (reason) return;
    if (isPipeline(node)) reason = textPipedToShell(node, depth);
    if (!isCommand(node)) return;
    reason ??= deviceWrite(node.redirections);
    if (node.type === 'FunctionDef') reason ??= forkBomb(node);
    if (node.type === 'SimpleCommand' && node.name) {
      const words = [node.name, ...node.args].map(wordText);
      reason ??= reasonInWords(words, depth) ?? shellInput(node, words, depth);
    }
  });
  return reason;
}

/** As {@link literalWord}, with `$HOME` read as `~`. */
function wordText(word: WordNode): Word {
  const parts = word.parts.flatMap((part) => (part.type === 'DoubleQuoted' ? part.parts : [part]));
  const [first, ...rest] = parts;
  if (first?.type !== 'ParameterExpansion' || first.parameter !== 'HOME') return literalWord(word);
  const tail = literalWord({ ...word, parts: rest });
  return tail === undefined ? undefined : `~${tail}`;
}

const PRIVILEGE = new Set(['sudo', 'su', 'doas', 'pkexec', 'runuser']);
const POWER = new Set(['shutdown', 'reboot', 'halt', 'poweroff']);
const SHELLS = new Set(['bash', 'sh', 'dash', 'zsh', 'ksh', 'ash']);
/** Commands that run the rest of their line, with the options that take a word of their own. */
const RUNNERS: Record<string, string[]> = {
  builtin: [],
  busybox: [],
  command: [],
  env: ['-u', '-C', '-S'],
  exec: ['-a'],
  ionice: ['-c', '-n'],
  nice: ['-n'],
  nohup: [],
  setsid: [],
  stdbuf: ['-i', '-o', '-e'],
  time: ['-f', '-o'],
  timeout: ['-k', '-s'],
  watch: ['-n'],
  xargs: ['-n', '-I', '-P', '-L', '-d', '-a', '-s', '-E'],
};

function reasonInWords(words: Word[], depth: number): string | undefined {
  const [first, ...args] = words;
  if (first === undefined) return undefined;
  const name = path.posix.basename(first);
  if (PRIVILEGE.has(name)) return `${name} is not available here`;
  if (POWER.has(name)) return `${name} would stop the machine`;
  if (/^mkfs(\.|$)/.test(name)) return `${name} would format a disk`;
  if (SHELLS.has(name)) return reasonInOption(args, depth);
  const options = RUNNERS[name];
  if (options) return reasonInWords(commandOf(name, args, options), depth);
  switch (name) {
    case 'init':
    case 'telinit':
      return args[0] === '0' || args[0] === '6' ? `${name} would stop the machine` : undefined;
    case 'systemctl':
      return args.some((arg) => arg !== undefined && POWER.has(arg))
        ? 'systemctl would stop the machine'
        : undefined;
    case 'rm':
      return reasonInRemoval(args);
    case 'find':
      return reasonInFind(args, depth);
    case 'dd':
      return firstDevice(args.map((arg) => /^of=(.*)/.exec(arg ?? '')?.[1]));
    case 'tee':
      return firstDevice(args);
    case 'cp':
    case 'mv':
      return firstDevice(args.slice(-1));
    case 'eval':
      return args.includes(undefined) ? undefined : reasonInText(args.join(' '), depth + 1);
    default:
      return undefined;
  }
}

/** What a runner runs: the words after its options, assignments and (for `timeout`) duration. */
function commandOf(name: string, args: Word[], withValue: string[]): Word[] {
  let at = 0;
  for (; at < args.length; at++) {
    const arg = args[at];
    if (arg === undefined || arg === '--') break;
    if (withValue.includes(arg)) at++;
    else if (!arg.startsWith('-') && !(name === 'env' && /^\w+=/.test(arg))) break;
  }
  if (args[at] === '--') at++;
  return args.slice(name === 'timeout' ? at + 1 : at);
}

/** `bash -c text` */
function reasonInOption(args: Word[], depth: number): string | undefined {
  const at = args.findIndex((arg) => arg !== undefined && /^-[a-zA-Z]*c[a-zA-Z]*$/.test(arg));
  const text = at < 0 ? undefined : args[at + 1];
  return text === undefined ? undefined : reasonInText(text, depth + 1);
}

/** Here-documents and here-strings that a shell reads as its script. */
function shellInput(node: SimpleCommandNode, words: Word[], depth: number): string | undefined {
  if (!SHELLS.has(path.posix.basename(words[0] ?? ''))) return undefined;
  if (words.slice(1).some((word) => !word?.startsWith('-'))) return undefined;
  for (const { target } of node.redirections) {
    const text = literalWord(target.type === 'HereDoc' ? target.content : target);
    const reason = text === undefined ? undefined : reasonInText(text, depth + 1);
    if (reason) return reason;
  }
  return undefined;
}

/** `echo text | sh` */
function textPipedToShell({ commands }: PipelineNode, depth: number): string | undefined {
  for (const [i, command] of commands.entries()) {
    const source = commands[i - 1];
    if (command.type !== 'SimpleCommand' || source?.type !== 'SimpleCommand') continue;
    const printer = literalWord(source.name);
    if (!SHELLS.has(literalWord(command.name) ?? '') || !/^(echo|printf)$/.test(printer ?? '')) {
      continue;
    }
    const text = source.args.map((word) => literalWord(word) ?? '').join(' ');
    const reason = reasonInText(text, depth + 1);
    if (reason) return reason;
  }
  return undefined;
}

function reasonInRemoval(args: Word[]): string | undefined {
  const known = args.filter((arg) => arg !== undefined);
  if (known.includes('--no-preserve-root')) return 'rm with --no-preserve-root';
  const recursive = known.some((arg) => /^(-[a-zA-Z]*[rR][a-zA-Z]*|--recursive)$/.test(arg));
  if (!recursive) return undefined;
  for (const target of known) {
    if (/^~(\/\*?)?$/.test(target)) return 'rm -r of the whole home folder';
    // Of a relative path only the running shell knows where it leads; there `rm` itself checks.
    if (target.startsWith('/') && isOutsideRoot(target)) return `rm -r of ${target}`;
  }
  return undefined;
}

function reasonInFind(args: Word[], depth: number): string | undefined {
  const end = args.findIndex((arg) => arg === undefined || /^[-(!]/.test(arg));
  const roots = args.slice(0, end < 0 ? args.length : end);
  const outside = roots.find((root) => root?.startsWith('/') && isOutsideRoot(root));
  if (outside && args.includes('-delete')) return `find -delete in ${outside}`;
  for (const [i, arg] of args.entries()) {
    if (!/^-(exec|execdir|ok|okdir)$/.test(arg ?? '')) continue;
    const words = args.slice(i + 1);
    const stop = words.findIndex((word) => word === ';' || word === '+');
    const command = stop < 0 ? words : words.slice(0, stop);
    if (outside && path.posix.basename(command[0] ?? '') === 'rm')
      return `find -exec rm in ${outside}`;
    const reason = reasonInWords(command, depth);
    if (reason) return reason;
  }
  return undefined;
}

const HARMLESS_DEVICE = /^\/dev\/(null|zero|full|tty|stdin|stdout|stderr|fd\/\d+)$/;

function firstDevice(targets: Word[]): string | undefined {
  const device = targets.find((target) => target !== undefined && isDevice(target));
  return device ? `it would write to ${device}` : undefined;
}

function isDevice(target: string): boolean {
  const normal = path.posix.normalize(target);
  return (
    normal.startsWith('/dev/') &&
    !HARMLESS_DEVICE.test(normal) &&
    !/^\/dev\/(tcp|udp|shm)\//.test(normal)
  );
}

function deviceWrite(redirections: Redirection[]): string | undefined {
  const targets = redirections
    .filter(({ operator }) => operator.includes('>'))
    .map(({ target }) => (target.type === 'HereDoc' ? undefined : literalWord(target)));
  return firstDevice(targets);
}

/** A function that starts itself twice: `f | f`, or itself in the background without a condition. */
function forkBomb(node: FunctionNode): string | undefined {
  const body = node.body.type === 'Group' || node.body.type === 'Subshell' ? node.body.body : [];
  const callsItself = (command: PipelineNode['commands'][number] | undefined) =>
    command?.type === 'SimpleCommand' && literalWord(command.name) === node.name;
  const bomb = body.some(({ pipelines, background }) => {
    const first = pipelines[0]?.commands ?? [];
    const calls = first.filter(callsItself).length;
    return calls > 1 || (background && pipelines.length === 1 && calls > 0);
  });
  return bomb ? 'it is a fork bomb' : undefined;
}
