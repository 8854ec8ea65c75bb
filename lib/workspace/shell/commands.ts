import { type CustomCommand, defineCommand } from 'just-bash';
import type { Shell } from './command-run.ts';
import { fileCommands } from './commands-files.ts';
import { jobCommands } from './commands-jobs.ts';
import { runnerCommands } from './commands-runners.ts';
import { EXEC_COMMAND, JOB_COMMAND, WAIT_COMMAND } from './rewrite.ts';

/** Names of the commands below that just-bash has none of; the ones of the rewriting are not for people. */
export const COMMAND_NAMES = [
  'nohup',
  'setsid',
  'kill',
  'jobs',
  'disown',
  'less',
  'more',
  'yes',
  'trap',
  EXEC_COMMAND,
  JOB_COMMAND,
  WAIT_COMMAND,
];

/** What just-bash lacks or does in a way that does not fit here. */
export function shellCommands(shell: Shell): CustomCommand[] {
  return [
    ...runnerCommands(shell),
    ...jobCommands(shell),
    ...fileCommands(shell),
    defineCommand('trap', async (args) => {
      const notice = 'trap: signals and exit traps do nothing in this shell\n';
      const quiet = args.length === 0 || args[0] === '-p' || args[0] === '-';
      return { stdout: '', stderr: quiet ? '' : notice, exitCode: 0 };
    }),
  ];
}
