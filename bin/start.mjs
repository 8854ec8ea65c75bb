import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import path from 'node:path';

const MIN_NODE = 24;
const READY_TIMEOUT_MS = 60_000;
const major = Number(process.versions.node.split('.')[0]);

// Below this, time limits of model calls silently never fire; plain JavaScript, so that an old Node can say so.
if (major < MIN_NODE) {
  fail(
    `Loupe needs Node ${MIN_NODE}, and this is ${process.version}.\n` +
      'Start it with "npm start": that uses the Node which "npm ci" has brought along.',
  );
}

const { isLoopback, parseEnv } = await import('../lib/env.ts');
const { ensureBuild, nextBin } = await import('./build.mjs');
const dev = process.argv.includes('--dev');

try {
  const { host, port, openai, access } = parseEnv(process.env);
  if (!dev) await ensureBuild();
  await serve(host, await claimPort(host, port), { openai, access });
} catch (error) {
  fail(error.message);
}

async function serve(host, port, { openai, access }) {
  const server = spawn(
    process.execPath,
    [nextBin, dev ? 'dev' : 'start', '--hostname', host, '--port', String(port)],
    {
      cwd: path.resolve(import.meta.dirname, '..'),
      stdio: ['ignore', dev ? 'inherit' : 'ignore', 'inherit'],
      env: {
        ...process.env,
        PORT: String(port),
        NEXT_TELEMETRY_DISABLED: '1',
        NEXT_MANUAL_SIG_HANDLE: 'true',
      },
    },
  );
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal));
  server.once('exit', (code, signal) =>
    process.exit(['SIGINT', 'SIGTERM'].includes(signal) ? 0 : (code ?? 1)),
  );
  const url = `http://${urlHost(host)}:${port}`;
  if (!(await isReady(url, server))) return;
  console.log(`\n  Loupe is ready: ${url}`);
  console.log(
    openai.apiKey || openai.baseUrl
      ? `  Model: ${openai.model ?? 'default'} at ${openai.baseUrl ?? 'OpenAI'}\n`
      : '  Model: the built-in demo (rules, not AI). Set OPENAI_API_KEY, OPENAI_BASE_URL and OPENAI_MODEL for a real one.\n',
  );
  if (access === 'open' && !isLoopback(host)) {
    console.warn(
      `  Warning: anybody who reaches ${host}:${port} can use Loupe and its tools. Set LOUPE_ACCESS=accounts.\n`,
    );
  }
}

/** The port to listen on: a free one for 0. Said before the start, since whoever has it would answer in our place. */
async function claimPort(host, port) {
  const probe = createServer();
  probe.listen(port, host);
  await once(probe, 'listening').catch((error) => {
    throw new Error(
      error.code === 'EADDRINUSE'
        ? `Port ${port} of ${host} is taken. Stop what listens there, or set PORT to another one.`
        : `Cannot listen on ${host}:${port}: ${error.message}`,
    );
  });
  const free = probe.address().port;
  probe.close();
  await once(probe, 'close');
  return free;
}

/** An address to open in a browser: "every interface" is no address. */
function urlHost(host) {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

async function isReady(url, server) {
  const until = Date.now() + READY_TIMEOUT_MS;
  while (server.exitCode === null && Date.now() < until) {
    const answer = await fetch(`${url}/api/health`).catch(() => undefined);
    if (answer?.ok) return true;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return false;
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
