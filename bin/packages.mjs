import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

/** Installs Debian packages, with sudo where that asks for no password; false when that cannot be done here. */
export function installByApt(packages) {
  if (!findProgram('apt-get', process.env.PATH)) return false;
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  const apt = [...sudo, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-q', '-y'];
  return (
    run([...apt, 'update']) && run([...apt, 'install', '--no-install-recommends', ...packages])
  );
}

/** Runs a program with all its output on stderr, so that stdout holds nothing but an answer. */
export function run([program, ...args]) {
  return spawnSync(program, args, { stdio: ['ignore', 2, 2] }).status === 0;
}

/** The path of a program; undefined when the search path has none of this name. */
export function findProgram(name, searchPath = '') {
  return searchPath
    .split(path.delimiter)
    .filter(Boolean)
    .map((folder) => path.join(folder, name))
    .find(existsSync);
}
