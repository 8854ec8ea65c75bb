import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export interface AppOptions {
  /** Added to the few variables that the app gets; nothing else of this process reaches it. */
  env?: Record<string, string>;
  /** A temporary one, removed on stop, unless given. */
  dataDir?: string;
}

/** The built app, running as a process of its own. */
export interface App {
  url: string;
  dataDir: string;
  /** Of the process that runs now. */
  readonly pid: number;
  /** All that it has written so far, over all its restarts. */
  log(): string;
  /** Ends the process and all that it left behind; SIGKILL is a crash. */
  stop(signal?: NodeJS.Signals): Promise<void>;
  /** Starts it again at the same address with the same data; stops it first if it still runs. */
  restart(): Promise<void>;
  /** Stops it and removes its temporary data. */
  dispose(): Promise<void>;
}

const root = path.resolve(import.meta.dirname, '..');
const READY_MS = 30_000;
const STOP_MS = 10_000;
const INHERITED = ['PATH', 'HOME', 'LANG', 'LC_ALL', 'TZ', 'TMPDIR', 'LOUPE_TEST_MARK'];
// Empty counts as absent to the app, and keeps a developer's .env file from setting it.
const ABSENT = [
  'OPENAI_API_KEY',
  'OPENAI_BASE_URL',
  'OPENAI_MODEL',
  'LOUPE_ALLOWED_HOSTS',
  'LOUPE_MCP_SERVERS',
  'LOUPE_ACCESS',
  'DATABASE_URL',
];

const groups = new Set<number>();
process.once('exit', () => groups.forEach(killGroup));

/**
 * Starts the built app on a free port of 127.0.0.1 and waits until it answers.
 * @throws Error with its output when it does not
 */
export async function startApp(options: AppOptions = {}): Promise<App> {
  const dataDir = options.dataDir ?? mkdtempSync(path.join(tmpdir(), 'loupe-e2e-'));
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const output: string[] = [];
  let child: ChildProcess | undefined;

  async function start(): Promise<void> {
    child = launch(port, { ...options.env, LOUPE_DATA: dataDir });
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => output.push(text));
    }
    if (await isReady(url, child)) return;
    await stop('SIGKILL');
    throw new Error(`The app did not start at ${url}:\n${output.join('')}`);
  }

  async function stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    const ending = child;
    child = undefined;
    if (!ending?.pid) return;
    if (isRunning(ending)) {
      const exited = once(ending, 'exit');
      ending.kill(signal);
      await Promise.race([exited, sleep(STOP_MS, undefined, { ref: false })]);
    }
    killGroup(ending.pid);
    if (isRunning(ending)) await once(ending, 'exit');
  }

  const removeData = () => {
    if (!options.dataDir) rmSync(dataDir, { recursive: true, force: true });
  };

  await start().catch((error: unknown) => {
    removeData();
    throw error;
  });
  return {
    url,
    dataDir,
    get pid() {
      if (!child?.pid) throw new Error('The app does not run.');
      return child.pid;
    },
    log: () => output.join(''),
    stop,
    async restart() {
      await stop();
      await start();
    },
    async dispose() {
      await stop();
      removeData();
    },
  };
}

function launch(port: number, env: Record<string, string>): ChildProcess {
  const inherited = INHERITED.map((name) => [name, process.env[name]]).filter(([, value]) => value);
  const child = spawn(
    path.join(root, 'node_modules/.bin/node'),
    [
      path.join(root, 'node_modules/next/dist/bin/next'),
      'start',
      '-H',
      '127.0.0.1',
      '-p',
      `${port}`,
    ],
    {
      cwd: root,
      // A group of its own, so that what it leaves behind can be ended with it.
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...Object.fromEntries(inherited),
        ...Object.fromEntries(ABSENT.map((name) => [name, ''])),
        LOUPE_LOCAL_MODELS: 'none',
        NEXT_TELEMETRY_DISABLED: '1',
        NEXT_MANUAL_SIG_HANDLE: 'true',
        NODE_ENV: 'production',
        ...env,
      },
    },
  );
  if (child.pid) groups.add(child.pid);
  return child;
}

function isRunning(child: ChildProcess): boolean {
  return child.exitCode === null && child.signalCode === null;
}

function killGroup(pid: number): void {
  groups.delete(pid);
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // Nothing of the group is left.
  }
}

async function isReady(url: string, child: ChildProcess): Promise<boolean> {
  const until = Date.now() + READY_MS;
  while (isRunning(child) && Date.now() < until) {
    const signal = AbortSignal.timeout(2000);
    const answer = await fetch(`${url}/api/health`, { signal }).catch(() => undefined);
    if (answer?.ok) return true;
    await sleep(50);
  }
  return false;
}

/** A port of 127.0.0.1 on which nothing listens. */
export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('No port was given.');
  return address.port;
}
