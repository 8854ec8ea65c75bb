import { getCommandNames, getPythonCommandNames, type IFileSystem, InMemoryFs } from 'just-bash';
import { COMMAND_NAMES } from './commands.ts';

const MAX_BYTES = 64 * 1024 * 1024;

/**
 * What lies outside of the mounted folders, in memory. With a file per command, as on a real machine,
 * just-bash finds a command at the first look instead of the fifth.
 */
export function baseFs(): IFileSystem {
  const names = new Set([...getCommandNames(), ...getPythonCommandNames(), ...COMMAND_NAMES]);
  const program = { content: '', mode: 0o755 };
  const files = [...names].flatMap((name) => [`/bin/${name}`, `/usr/bin/${name}`]);
  const base = new InMemoryFs(Object.fromEntries(files.map((file) => [file, program])), {
    maxTotalBytes: MAX_BYTES,
  });
  for (const folder of ['/etc', '/home', '/var']) base.mkdirSync(folder);
  return base;
}
