import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { findProgram, installByApt, run } from './packages.mjs';

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
  for (const install of [() => installByApt(PACKAGES), installByPlaywright]) {
    const installed = install() ? findBrowser() : undefined;
    if (installed) return installed;
  }
  throw new Error(
    'No Chromium was found, and none could be installed.\n' +
      `Install one (on Debian: apt-get install ${PACKAGES.join(' ')}) or set LOUPE_BROWSER to its path.`,
  );
}

function installByPlaywright() {
  return run(['npx', '--no-install', 'playwright', 'install', 'chromium']);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    console.log(ensureBrowser());
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
