import { type ProcessEnd, type ShellFolders, ShellProcess } from './shell-process.ts';
import type { ShellEnd, ShellResult } from './workspace.ts';

/** How long a command that was told to end may take to hand over its output, in ms. */
const GRACE_MS = 180;
/** A process that does not answer within this time is blocked by a command, in ms. */
const ANSWER_MS = 150;
const MAX_PROCESSES = 3;

const EXIT_CODES: Record<Exclude<ShellEnd, 'exit'>, number> = {
  timeout: 124,
  stopped: 130,
  blocked: 126,
  memory: 137,
  crash: 137,
};

export interface ExecOptions {
  timeoutMs: number;
  signal: AbortSignal;
}

/**
 * The shell of one workspace. Commands share a process, since a start costs a second; a further one is
 * started when a command has blocked it, so that commands beside each other do not wait.
 */
export class Shell {
  readonly #folders: ShellFolders;
  #processes: ShellProcess[] = [];

  constructor(folders: ShellFolders) {
    this.#folders = folders;
  }

  /** Runs a command line; never rejects. */
  async exec(command: string, options: ExecOptions): Promise<ShellResult> {
    const running = new Running(command, options);
    if (!running.ended) {
      this.#pick().then(
        (process) => running.start(process),
        () => running.finish('crash', 'The shell could not be started.'),
      );
    }
    return running.result;
  }

  /** Ends every process of this shell at once. */
  close(): void {
    for (const process of [...this.#processes]) process.kill('killed');
  }

  async #pick(): Promise<ShellProcess> {
    const process = this.#idle() ?? (this.#processes.length === 0 ? this.#start() : undefined);
    const picked = process ?? (await this.#answering());
    await picked.started;
    return picked;
  }

  #idle(): ShellProcess | undefined {
    return this.#processes.find((process) => process.busy === 0);
  }

  async #answering(): Promise<ShellProcess> {
    for (const process of this.#processes) {
      if (await process.answers(ANSWER_MS)) return process;
    }
    // Another command may have started one meanwhile.
    const idle = this.#idle();
    if (idle) return idle;
    const [least] = this.#processes.toSorted((a, b) => a.busy - b.busy);
    return least && this.#processes.length >= MAX_PROCESSES ? least : this.#start();
  }

  #start(): ShellProcess {
    const process = new ShellProcess(this.#folders, () => {
      this.#processes = this.#processes.filter((other) => other !== process);
    });
    this.#processes.push(process);
    return process;
  }
}

/** One command: gathers its output and sees to it that it ends in time, whatever it does. */
class Running {
  readonly result: Promise<ShellResult>;
  readonly #resolve: (result: ShellResult) => void;
  readonly #command: string;
  readonly #options: ExecOptions;
  readonly #timer: NodeJS.Timeout;
  readonly #deadline: number;
  readonly #stop = () => this.#cancel('stopped');
  #stdout: string[] = [];
  #stderr: string[] = [];
  #why: 'timeout' | 'stopped' | undefined;
  #process: ShellProcess | undefined;
  #id = 0;
  #grace: NodeJS.Timeout | undefined;
  #ended = false;

  constructor(command: string, options: ExecOptions) {
    const { promise, resolve } = Promise.withResolvers<ShellResult>();
    this.result = promise;
    this.#resolve = resolve;
    this.#command = command;
    this.#options = options;
    this.#deadline = Date.now() + options.timeoutMs;
    this.#timer = setTimeout(() => this.#cancel('timeout'), options.timeoutMs);
    options.signal.addEventListener('abort', this.#stop, { once: true });
    if (options.signal.aborted) this.#cancel('stopped');
  }

  get ended(): boolean {
    return this.#ended;
  }

  start(process: ShellProcess): void {
    if (this.#ended) return;
    this.#process = process;
    // The start of a process took some of the time.
    const left = Math.max(this.#deadline - Date.now(), 1);
    this.#id = process.run(this.#command, left, {
      output: (stream, text) => (stream === 'stdout' ? this.#stdout : this.#stderr).push(text),
      done: ({ end, exitCode, reason }) => {
        const why = end === 'exit' ? (this.#why ?? 'exit') : end;
        this.#finish({ end: why, exitCode, reason });
      },
      lost: (end) => this.#lost(end),
    });
  }

  /** Ends with a note of ours on stderr. */
  finish(end: ShellEnd, note: string): void {
    const last = this.#stderr.at(-1);
    this.#stderr.push(`${last && !last.endsWith('\n') ? '\n' : ''}[${note}]\n`);
    this.#finish({ end, exitCode: 1 });
  }

  #cancel(why: 'timeout' | 'stopped'): void {
    if (this.#why || this.#ended) return;
    this.#why = why;
    const process = this.#process;
    if (!process) {
      this.#finish({ end: why, exitCode: 1 });
      return;
    }
    process.cancel(this.#id);
    this.#grace = setTimeout(() => {
      // Its event loop is blocked: only the end of the process ends the command.
      process.forget(this.#id);
      process.kill('killed');
      this.#finish({ end: why, exitCode: 1 });
    }, GRACE_MS);
  }

  #lost(end: ProcessEnd): void {
    if (this.#why) this.#finish({ end: this.#why, exitCode: 1 });
    else if (end === 'memory') this.finish('memory', 'ended: the command used over 1 GB of memory');
    else if (end === 'killed') {
      this.finish(
        'crash',
        'ended: a command beside this one blocked the shell and had to be killed',
      );
    } else this.finish('crash', 'ended: the shell crashed; the files are kept');
  }

  #finish({ end, exitCode, reason }: { end: ShellEnd; exitCode: number; reason?: string }): void {
    if (this.#ended) return;
    this.#ended = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#grace);
    this.#options.signal.removeEventListener('abort', this.#stop);
    this.#resolve({
      stdout: this.#stdout.join(''),
      stderr: this.#stderr.join(''),
      exitCode: end === 'exit' ? exitCode : EXIT_CODES[end],
      end,
      ...(reason ? { reason } : {}),
    });
  }
}
