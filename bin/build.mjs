import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const stampFile = path.join(root, '.next', 'loupe-sources');
const SOURCES = ['app', 'components', 'lib', 'public'];
const FILES = [
  'instrumentation.ts',
  'proxy.ts',
  'next.config.ts',
  'package-lock.json',
  'tsconfig.json',
];

export const nextBin = path.join(root, 'node_modules', 'next', 'dist', 'bin', 'next');

/** Builds the app when there is no build, or when a source has changed since the last one. */
export async function ensureBuild() {
  const stamp = hashSources();
  const built = existsSync(path.join(root, '.next', 'BUILD_ID')) && existsSync(stampFile);
  if (built && readFileSync(stampFile, 'utf8') === stamp) return;
  console.log('Building Loupe (about a minute, only after a change)…');
  await run([nextBin, 'build']);
  writeFileSync(stampFile, stamp);
}

function hashSources() {
  const hash = createHash('sha256');
  const files = [...SOURCES.flatMap(listFiles), ...FILES].sort();
  for (const file of files) {
    if (/\.test\.tsx?$/.test(file)) continue;
    hash.update(`${file}\0`).update(readFileSync(path.join(root, file)));
  }
  return hash.digest('hex');
}

function listFiles(folder) {
  if (!existsSync(path.join(root, folder))) return [];
  return readdirSync(path.join(root, folder), { recursive: true })
    .map((name) => path.join(folder, name))
    .filter((name) => statSync(path.join(root, name)).isFile());
}

function run(args) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1' },
    });
    child.once('error', reject);
    child.once('exit', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`The build failed (exit code ${code}).`));
    });
  });
}
