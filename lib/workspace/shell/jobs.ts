export interface Job {
  /** As `$!`, `wait` and `kill` name it. */
  pid: number;
  ended: Promise<number>;
  /** Set once it has ended. */
  exitCode?: number;
  cancel(): void;
}

/** How long jobs may still run once the foreground has ended, in ms. */
const GRACE_MS = 250;
const FIRST_PID = 1001;

/** The background jobs of one command; they end with it. */
export class Jobs {
  readonly #jobs: Job[] = [];

  get all(): readonly Job[] {
    return this.#jobs;
  }

  get running(): Job[] {
    return this.#jobs.filter((job) => job.exitCode === undefined);
  }

  /** Starts a job; `run` answers its exit code and must not throw. */
  start(run: (signal: AbortSignal) => Promise<number>): Job {
    const controller = new AbortController();
    const job: Job = {
      pid: FIRST_PID + this.#jobs.length,
      ended: run(controller.signal).then((exitCode) => {
        job.exitCode ??= exitCode;
        return job.exitCode;
      }),
      cancel: () => {
        job.exitCode ??= 143;
        controller.abort();
      },
    };
    this.#jobs.push(job);
    return job;
  }

  /** By `%n` or process id. */
  find(name: string): Job | undefined {
    const number = Number(name.replace('%', ''));
    if (name.startsWith('%')) return this.#jobs[number - 1];
    return this.#jobs.find((job) => job.pid === number);
  }

  /** Gives jobs that are about to end a moment, then ends the others; answers how many those were. */
  async finish(): Promise<number> {
    const waiting = this.running;
    if (waiting.length === 0) return 0;
    const done = Promise.all(waiting.map((job) => job.ended));
    let timer: NodeJS.Timeout | undefined;
    const grace = new Promise((resolve) => {
      timer = setTimeout(resolve, GRACE_MS);
    });
    await Promise.race([done, grace]);
    clearTimeout(timer);
    return this.cancelAll();
  }

  /** Ends every job; answers how many were still running. */
  cancelAll(): number {
    const running = this.running;
    for (const job of running) job.cancel();
    return running.length;
  }
}
