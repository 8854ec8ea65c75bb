import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';

const NAMES = ['chromium', 'google-chrome', 'google-chrome-stable'];
const PACKAGES = ['chromium', 'fonts-noto-cjk'];

/**
 * The browser for the end-to-end tests, or undefined: `LOUPE_BROWSER`, Playwright's own, or one on
 * the `PATH`.
 * @throws Error when `LOUPE_BROWSER` names no file
 */
export function findBrowser(env = process.env, bundled = chromium.executablePath()) {
  if (env.LOUPE_BROWSER) {
    if (existsSync(env.LOUPE_BROWSER)) return env.LOUPE_BROWSER;
    throw new Error(`LOUPE_BROWSER is ${env.LOUPE_BROWSER}, and there is no such file.`);
  }
  if (existsSync(bundled)) return bundled;
  return NAMES.map((name) => findProgram(name, env.PATH)).find(Boolean);
}

/**
 * The browser for the end-to-end tests; installs one where there is none.
 * @throws Error that says what to install when nothing worked
 */
export function ensureBrowser() {
  const found = findBrowser();
  if (found) return found;
  console.error('There is no Chromium here; installing one for the end-to-end tests…');
  for (const install of [installByApt, installByPlaywright]) {
    const installed = install() ? findBrowser() : undefined;
    if (installed) return installed;
  }
  throw new Error(
    'No Chromium was found, and none could be installed.\n' +
      `Install one (on Debian: apt-get install ${PACKAGES.join(' ')}) or set LOUPE_BROWSER to its path.`,
  );
}

function installByApt() {
  if (!findProgram('apt-get', process.env.PATH)) return false;
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  const apt = [...sudo, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-q', '-y'];
  return (
    run([...apt, 'update']) && run([...apt, 'install', '--no-install-recommends', ...PACKAGES])
  );
}

function installByPlaywright() {
  return run(['npx', '--no-install', 'playwright', 'install', 'chromium']);
}

/** Runs a program with all its output on stderr, so that stdout holds nothing but the path. */
function run([program, ...args]) {
  return spawnSync(program, args, { stdio: ['ignore', 2, 2] }).status === 0;
}

function findProgram(name, searchPath = '') {
  return searchPath
    .split(path.delimiter)
    .filter(Boolean)
    .map((folder) => path.join(folder, name))
    .find(existsSync);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    console.log(ensureBrowser());
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
