import { baseFs } from '#lib/workspace/shell/base-fs';
import { CommandRun, type Disks, type RunEnd } from '#lib/workspace/shell/command-run';
import { QuotaFs } from '#lib/workspace/shell/quota-fs';
import type { FromShell, ToShell } from './shell-protocol.ts';

// The process in which a chat's commands run; started by ShellProcess with the folders of the
// workspace and of its /tmp. It may read and write those two and nothing else.

const [root = '', tmp = ''] = process.argv.slice(2);

// just-bash makes several errors per command and looks at none of their stacks.
Error.stackTraceLimit = 0;

const disks: Disks = {
  base: baseFs(),
  workspace: new QuotaFs(root),
  tmp: new QuotaFs(tmp),
};
const runs = new Map<number, CommandRun>();

/** Resolves when the pipe has taken the message; a closed one means that the server is gone. */
function send(message: FromShell): Promise<void> {
  return new Promise((resolve) => {
    if (process.send) process.send(message, undefined, {}, () => resolve());
    else resolve();
  });
}

async function run(id: number, command: string, timeoutMs: number): Promise<void> {
  const commandRun = new CommandRun(disks, timeoutMs, (stream, text) =>
    send({ type: 'output', id, stream, text }),
  );
  runs.set(id, commandRun);
  const end = await commandRun.run(command).catch((error): RunEnd => {
    void send({ type: 'output', id, stream: 'stderr', text: `bash: ${error}\n` });
    return { exitCode: 126, end: 'exit' };
  });
  runs.delete(id);
  await send({ type: 'done', id, ...end });
}

process.on('message', (message: ToShell) => {
  switch (message.type) {
    case 'ping':
      void send({ type: 'pong', id: message.id });
      break;
    case 'run':
      void run(message.id, message.command, message.timeoutMs);
      break;
    case 'cancel':
      runs.get(message.id)?.cancel();
      break;
  }
});
process.on('disconnect', () => process.exit());
// A command that breaks the interpreter in a way that nobody awaits must not end the others.
process.on('unhandledRejection', () => {});
void send({ type: 'ready' });
