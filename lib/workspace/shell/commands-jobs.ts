import { type CustomCommand, defineCommand } from 'just-bash';
import type { Shell } from './command-run.ts';
import { JOB_COMMAND, LAST_JOB, WAIT_COMMAND } from './rewrite.ts';

const OK = { stdout: '', stderr: '', exitCode: 0 };

/** Background jobs: `&` (rewritten), `wait`, `kill`, `jobs`, `disown`. */
export function jobCommands(shell: Shell): CustomCommand[] {
  const { jobs } = shell.run;
  return [
    defineCommand(JOB_COMMAND, async ([key = '', declared = ''], context) => {
      const script = shell.run.takeScript(key);
      if (!script) return { stdout: '', stderr: 'bash: no such job script\n', exitCode: 1 };
      const start = {
        script,
        declared,
        cwd: context.cwd,
        env: Object.fromEntries([...context.env.entries()]),
        exported: Object.keys(context.exportedEnv ?? {}),
      };
      const job = jobs.start((signal) => shell.run.runJob(start, signal));
      await context.assignShellVariable?.(LAST_JOB, String(job.pid));
      return OK;
    }),

    defineCommand(WAIT_COMMAND, async (args) => {
      const names = args.filter((arg) => !arg.startsWith('-'));
      if (args.includes('-n')) {
        const waiting = jobs.running.map((job) => job.ended);
        return { ...OK, exitCode: waiting.length > 0 ? await Promise.race(waiting) : 127 };
      }
      if (names.length === 0) {
        await Promise.all(jobs.all.map((job) => job.ended));
        return OK;
      }
      let exitCode = 0;
      for (const name of names) {
        const job = jobs.find(name);
        if (!job) {
          const stderr = `bash: wait: pid ${name} is not a child of this shell\n`;
          return { stdout: '', stderr, exitCode: 127 };
        }
        exitCode = await job.ended;
      }
      return { ...OK, exitCode };
    }),

    defineCommand('kill', async (args) => {
      let signal = 'TERM';
      const names: string[] = [];
      for (let i = 0; i < args.length; i++) {
        const arg = args[i] ?? '';
        if (arg === '-s' || arg === '-n') signal = args[++i] ?? '';
        else if (arg.startsWith('-') && names.length === 0) signal = arg.slice(1);
        else names.push(arg);
      }
      if (names.length === 0) {
        return {
          stdout: '',
          stderr: 'kill: usage: kill [-s signal] pid | %job ...\n',
          exitCode: 2,
        };
      }
      const missing = names.filter(
        (name) => jobs.find(name)?.exitCode !== undefined || !jobs.find(name),
      );
      if (signal !== '0') for (const name of names) jobs.find(name)?.cancel();
      const stderr = missing.map((name) => `bash: kill: (${name}) - No such process\n`).join('');
      return { stdout: '', stderr, exitCode: missing.length > 0 ? 1 : 0 };
    }),

    defineCommand('jobs', async (args) => {
      const lines = jobs.all
        .map((job, i) => ({ job, n: i + 1 }))
        .filter(({ job }) => job.exitCode === undefined)
        .map(({ job, n }) =>
          args.includes('-p') ? `${job.pid}\n` : `[${n}]  Running  (pid ${job.pid})\n`,
        );
      return { ...OK, stdout: lines.join('') };
    }),

    // Jobs end with the command in any case.
    defineCommand('disown', async () => OK),
  ];
}
