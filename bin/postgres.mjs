import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findProgram, installByApt } from './packages.mjs';

const DEBIAN = '/usr/lib/postgresql';
const NOBODY = 65_534;
const READY_MS = 30_000;
const SETTINGS = { fsync: 'off', max_connections: '200', log_min_messages: 'fatal' };

/** The folder with PostgreSQL's programs; installs them where that can be done. Undefined without. */
export function ensurePostgres() {
  const found = findPostgres();
  if (found) return found;
  console.error('There is no PostgreSQL here; installing one for the tests…');
  return installByApt(['postgresql']) ? findPostgres() : undefined;
}

function findPostgres() {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN) : [];
  const newest = versions
    .toSorted((a, b) => Number(b) - Number(a))
    .map((version) => path.join(DEBIAN, version, 'bin'))
    .find((folder) => existsSync(path.join(folder, 'initdb')));
  const onPath = findProgram('initdb', process.env.PATH);
  return newest ?? (onPath && path.dirname(onPath));
}

/**
 * Starts a PostgreSQL of its own on a free port of 127.0.0.1, with its data in a temporary folder.
 * @returns its address, without a database in it, and how to end it; undefined where there is none, which is said aloud
 */
export async function startPostgres() {
  const programs = ensurePostgres();
  if (!programs) {
    console.error(
      '\n!!! There is no PostgreSQL here and none could be installed: THE TESTS ON POSTGRESQL ARE SKIPPED.\n' +
        '!!! Install it (on Debian: apt-get install postgresql) to run them.\n',
    );
    return undefined;
  }
  const user = serverUser();
  // The temporary folder of root may be closed to others, and PostgreSQL refuses to run as root.
  const folder = mkdtempSync(path.join(user.uid === undefined ? tmpdir() : '/tmp', 'loupe-pg-'));
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid);
  const data = path.join(folder, 'data');
  const options = { ...user, cwd: folder };
  const initdb = spawnSync(
    path.join(programs, 'initdb'),
    ['-D', data, '-U', 'loupe', '--auth=trust', '--encoding=UTF8', '--no-sync', '--locale=C.UTF-8'],
    { ...options, encoding: 'utf8' },
  );
  if (initdb.status !== 0) throw new Error(`initdb failed:\n${initdb.stdout}${initdb.stderr}`);
  const port = await findFreePort();
  const settings = Object.entries(SETTINGS).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = spawn(
    path.join(programs, 'postgres'),
    ['-D', data, '-p', `${port}`, '-h', '127.0.0.1', '-k', folder, ...settings],
    { ...options, stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const end = () => server.kill('SIGKILL');
  process.once('exit', end);
  await untilReady(path.join(programs, 'pg_isready'), port, server);
  return {
    url: `postgres://loupe@127.0.0.1:${port}`,
    pid: server.pid,
    async stop() {
      process.off('exit', end);
      if (server.exitCode === null && server.signalCode === null) {
        server.kill('SIGINT');
        await once(server, 'exit');
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Who the server runs as: ourselves, or as root the user that its package made. */
function serverUser() {
  if (process.getuid?.() !== 0) return {};
  try {
    const id = (flag) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
    return { uid: id('-u'), gid: id('-g') };
  } catch {
    return { uid: NOBODY, gid: NOBODY };
  }
}

async function untilReady(pgIsReady, port, server) {
  const until = Date.now() + READY_MS;
  while (server.exitCode === null && Date.now() < until) {
    const { status } = spawnSync(pgIsReady, [
      ...['-q', '-h', '127.0.0.1', '-p', `${port}`, '-U', 'loupe', '-d', 'postgres'],
    ]);
    if (status === 0) return;
    await sleep(50);
  }
  server.kill('SIGKILL');
  throw new Error('PostgreSQL did not start.');
}

async function findFreePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}
