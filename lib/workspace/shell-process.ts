import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import type { FromShell, ToShell } from './shell-protocol.ts';

export interface ShellFolders {
  /** Seen as `/workspace`. */
  root: string;
  /** Seen as `/tmp`. */
  tmp: string;
}

/** Why a process ended; `crash` when it was not us. */
export type ProcessEnd = 'crash' | 'memory' | 'killed';

export interface RunEvents {
  output(stream: 'stdout' | 'stderr', text: string): void;
  done(end: Extract<FromShell, { type: 'done' }>): void;
  /** The process is gone; nothing more will come. */
  lost(end: ProcessEnd): void;
}

const MAX_RSS_BYTES = 1024 * 1024 * 1024;
const HEAP_MB = 768;
const WATCH_MS = 200;
const IDLE_MS = 5 * 60_000;
const START_MS = 30_000;
const PAGE_BYTES = 4096;

/** One process with a shell in it. It runs any number of commands at once and ends when idle. */
export class ShellProcess {
  readonly #child: ChildProcess;
  readonly #runs = new Map<number, RunEvents>();
  readonly #pings = new Map<number, () => void>();
  readonly #onEnd: () => void;
  readonly started: Promise<void>;
  #nextId = 1;
  #end: ProcessEnd | undefined;
  #watch: NodeJS.Timeout | undefined;
  #idle: NodeJS.Timeout | undefined;

  /** `onEnd` is called once, as soon as the process is of no more use. */
  constructor(folders: ShellFolders, onEnd: () => void) {
    this.#onEnd = onEnd;
    this.#child = startChild(folders);
    this.started = new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.kill('killed');
        reject(new Error('The shell did not start.'));
      }, START_MS);
      timer.unref();
      this.#child.on('message', (message: FromShell) => {
        if (message.type === 'ready') {
          clearTimeout(timer);
          resolve();
        } else this.#receive(message);
      });
      const gone = () => {
        clearTimeout(timer);
        this.#finish('crash');
        reject(new Error('The shell did not start.'));
      };
      this.#child.once('error', gone);
      this.#child.once('exit', gone);
    });
    this.started.catch(() => {});
    this.#rest();
  }

  get busy(): number {
    return this.#runs.size;
  }

  /** Whether its event loop answers within `ms`; a command may block it. */
  async answers(ms: number): Promise<boolean> {
    const id = this.#nextId++;
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(false), ms);
      this.#pings.set(id, () => {
        clearTimeout(timer);
        resolve(true);
      });
      this.#send({ type: 'ping', id });
    });
  }

  /** Starts a command; answers its id, for `cancel`. */
  run(command: string, timeoutMs: number, events: RunEvents): number {
    const id = this.#nextId++;
    const end = this.#end;
    if (end) {
      queueMicrotask(() => events.lost(end));
      return id;
    }
    this.#runs.set(id, events);
    this.#work();
    this.#send({ type: 'run', id, command, timeoutMs });
    return id;
  }

  /** Asks a command to end; it answers with `done`. */
  cancel(id: number): void {
    this.#send({ type: 'cancel', id });
  }

  /** Forgets a command, so that its process's end is no longer told. */
  forget(id: number): void {
    this.#runs.delete(id);
    if (this.#runs.size === 0) this.#rest();
  }

  kill(end: ProcessEnd): void {
    this.#end ??= end;
    this.#child.kill('SIGKILL');
    this.#finish(end);
  }

  #receive(message: FromShell): void {
    switch (message.type) {
      case 'pong':
        this.#pings.get(message.id)?.();
        this.#pings.delete(message.id);
        break;
      case 'output':
        this.#runs.get(message.id)?.output(message.stream, message.text);
        break;
      case 'done': {
        const events = this.#runs.get(message.id);
        this.forget(message.id);
        events?.done(message);
        break;
      }
      case 'ready':
        break;
    }
  }

  #send(message: ToShell): void {
    // A process that has just died closes the channel before it tells of its exit.
    if (this.#child.connected) this.#child.send(message, () => {});
  }

  #finish(end: ProcessEnd): void {
    this.#end ??= end;
    clearInterval(this.#watch);
    clearTimeout(this.#idle);
    this.#onEnd();
    const runs = [...this.#runs.values()];
    this.#runs.clear();
    for (const events of runs) events.lost(this.#end);
  }

  /** Something runs: the server waits for it, and its memory is watched. */
  #work(): void {
    clearTimeout(this.#idle);
    this.#child.channel?.ref();
    this.#watch ??= setInterval(() => this.#checkMemory(), WATCH_MS);
  }

  /** Nothing runs: the process neither keeps the server alive nor stays for ever. */
  #rest(): void {
    clearInterval(this.#watch);
    this.#watch = undefined;
    this.#child.unref();
    this.#child.channel?.unref();
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => this.kill('killed'), IDLE_MS);
    this.#idle.unref();
  }

  /** Where there is no `/proc`, the heap limit of the process has to do. */
  #checkMemory(): void {
    let pages: number;
    try {
      pages = Number(readFileSync(`/proc/${this.#child.pid}/statm`, 'utf8').split(' ')[1]);
    } catch {
      return;
    }
    if (pages * PAGE_BYTES > MAX_RSS_BYTES) this.kill('memory');
  }
}

function startChild(folders: ShellFolders): ChildProcess {
  // Node resolves links before it asks for permission.
  const [root, tmp] = [realpathSync(folders.root), realpathSync(folders.tmp)];
  const project = process.cwd();
  const script = path.join(/* turbopackIgnore: true */ project, 'lib/workspace/shell-child.ts');
  const modules = realpathSync(path.join(/* turbopackIgnore: true */ project, 'node_modules'));
  const readable = [
    modules,
    path.join(/* turbopackIgnore: true */ project, 'lib'),
    path.join(/* turbopackIgnore: true */ project, 'package.json'),
  ];
  // `fork` would do the same, but Turbopack takes its argument for a module to bundle.
  return spawn(
    process.execPath,
    [
      '--no-warnings',
      `--max-old-space-size=${HEAP_MB}`,
      '--permission',
      ...[...readable, root, tmp].map((folder) => `--allow-fs-read=${folder}`),
      ...[root, tmp].map((folder) => `--allow-fs-write=${folder}`),
      '--allow-worker',
      script,
      root,
      tmp,
    ],
    {
      cwd: root,
      env: { TZ: Intl.DateTimeFormat().resolvedOptions().timeZone, NODE_ENV: 'production' },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
    },
  );
}
