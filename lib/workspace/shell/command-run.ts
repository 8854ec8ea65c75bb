import { Bash, type BashExecResult, type IFileSystem, MountableFs } from 'just-bash';
import { type ScriptNode, statementsOf } from './ast.ts';
import { blockedReason, blockedScript } from './blocked.ts';
import { shellCommands } from './commands.ts';
import { Devices } from './devices.ts';
import { Jobs } from './jobs.ts';
import { LIMITS } from './limits.ts';
import { declarations, rewriteScript } from './rewrite.ts';
import { OutputSink, type Send } from './sink.ts';

/** The file systems that every command of a workspace shares. */
export interface Disks {
  base: IFileSystem;
  workspace: IFileSystem;
  tmp: IFileSystem;
}

export interface RunEnd {
  exitCode: number;
  end: 'exit' | 'timeout' | 'blocked';
  /** For `blocked`: which rule. */
  reason?: string;
}

/** One interpreter of a command; a job and a nested `python3` have their own. */
export interface Shell {
  run: CommandRun;
  /** When what runs in it must have ended, in ms since the epoch. */
  deadline: number;
  /** Set by a command just before it hands over a script whose output goes to the terminal. */
  nextToTerminal: boolean;
}

/** What a job takes from the place where it was started. */
export interface JobStart {
  script: ScriptNode;
  declared: string;
  cwd: string;
  env: Record<string, string>;
  exported: string[];
}

const HOME = '/workspace';
/**
 * How long before the time limit the command's python must end, in ms: it hands over its output at its
 * own limit, but not when it is aborted at ours.
 */
const LEAD_MS = 250;

/** Runs one command line and reports its output while it runs. */
export class CommandRun {
  readonly jobs = new Jobs();
  readonly devices: Devices;
  readonly fs: IFileSystem;
  /** When what can end by itself has to, in ms since the epoch. */
  readonly deadline: number;
  readonly sink: OutputSink;
  readonly #controller = new AbortController();
  readonly #scripts = new Map<string, ScriptNode>();
  #end: RunEnd['end'] = 'exit';
  #reason: string | undefined;
  #flooded = false;

  constructor(disks: Disks, timeoutMs: number, send: Send) {
    this.deadline = Date.now() + timeoutMs - LEAD_MS;
    this.sink = new OutputSink(send, () => {
      this.#flooded = true;
      this.cancel();
    });
    this.devices = new Devices(this.sink);
    this.fs = new MountableFs({
      base: disks.base,
      mounts: [
        { mountPoint: '/workspace', filesystem: disks.workspace },
        { mountPoint: '/tmp', filesystem: disks.tmp },
        { mountPoint: '/dev', filesystem: this.devices },
      ],
    });
  }

  /** Runs the command line as it was given; resolves when it and its jobs have ended. */
  async run(command: string): Promise<RunEnd> {
    const reason = blockedReason(command);
    if (reason) return { exitCode: 126, end: 'blocked', reason };
    const exitCode = await this.#exec(this.#bash(), command, { signal: this.#controller.signal });
    const cut = this.#controller.signal.aborted ? 0 : await this.jobs.finish();
    if (cut > 0) {
      const jobs = cut === 1 ? '1 background job was' : `${cut} background jobs were`;
      this.sink.note(`[${jobs} ended with the command]`);
    }
    await this.sink.close();
    if (this.#end === 'blocked') return { exitCode: 126, end: 'blocked', reason: this.#reason };
    return { exitCode: this.#flooded ? 141 : exitCode, end: this.#end };
  }

  /** Ends the command and its jobs; `run` then resolves with what there is. */
  cancel(): void {
    this.#controller.abort();
    this.jobs.cancelAll();
  }

  /** Ends the command because its time is over. */
  expire(): void {
    this.#end = 'timeout';
    this.cancel();
  }

  /** Ends the command because it was about to do what is refused. */
  block(reason: string): void {
    this.#end = 'blocked';
    this.#reason ??= reason;
    this.cancel();
  }

  takeScript(key: string): ScriptNode | undefined {
    return this.#scripts.get(key);
  }

  /** Runs a background job; answers its exit code. */
  async runJob(start: JobStart, signal: AbortSignal): Promise<number> {
    const exports = start.exported.length > 0 ? `export ${start.exported.join(' ')}` : ':';
    const script: ScriptNode = {
      type: 'Script',
      statements: [
        ...statementsOf(exports),
        ...declarations(start.declared),
        ...start.script.statements,
      ],
    };
    const { cwd, env } = start;
    return this.#exec(this.#bash(script), 'job', { cwd, env, replaceEnv: true, signal });
  }

  async #exec(bash: Bash, command: string, options: Parameters<Bash['exec']>[1]): Promise<number> {
    let result: Pick<BashExecResult, 'stdout' | 'stderr' | 'exitCode'>;
    try {
      // `rawScript`: without it, leading blanks of every line are taken away.
      result = await bash.exec(command, { ...options, rawScript: true });
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      result = { stdout: '', stderr: `bash: ${message}\n`, exitCode: 1 };
    }
    // What did not pass through a redirection of ours: syntax errors, traps of the interpreter.
    await this.sink.write('stdout', result.stdout, 'text');
    if (!options?.signal?.aborted) await this.sink.write('stderr', result.stderr, 'text');
    return result.exitCode;
  }

  #bash(script?: ScriptNode): Bash {
    const shell: Shell = { run: this, deadline: this.deadline, nextToTerminal: false };
    const bash = new Bash({
      fs: this.fs,
      cwd: HOME,
      env: { HOME, USER: 'user', LANG: 'C.UTF-8', PAGER: 'cat', TMPDIR: '/tmp', ...timeZone() },
      python: true,
      executionLimits: LIMITS,
      // Ten times slower loops, for a second fence inside a process that has no permissions anyway.
      defenseInDepth: false,
      customCommands: shellCommands(shell),
    });
    let top = true;
    bash.registerTransformPlugin({
      name: 'loupe',
      transform: ({ ast }) => {
        const toSink = top || shell.nextToTerminal;
        const source = top && script ? script : ast;
        const reason = top ? undefined : blockedScript(source);
        top = false;
        shell.nextToTerminal = false;
        if (reason) {
          this.block(reason);
          return { ast: { ...source, statements: [] } };
        }
        const addJob = (job: ScriptNode) => {
          const key = String(this.#scripts.size);
          this.#scripts.set(key, job);
          return key;
        };
        return { ast: rewriteScript(source, { toSink, addJob }) };
      },
    });
    return bash;
  }
}

function timeZone(): { TZ: string } {
  return { TZ: Intl.DateTimeFormat().resolvedOptions().timeZone };
}
