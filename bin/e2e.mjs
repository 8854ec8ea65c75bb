import { spawn } from 'node:child_process';
import path from 'node:path';
import { ensureBrowser } from './browser.mjs';
import { ensureBuild } from './build.mjs';

const root = path.resolve(import.meta.dirname, '..');
const bin = path.join(root, 'node_modules', '.bin');

try {
  await ensureBuild();
  process.exitCode = await runPlaywright(ensureBrowser());
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}

/** Runs the end-to-end tests with the arguments of this process; resolves to the exit code. */
function runPlaywright(browser) {
  return new Promise((resolve, reject) => {
    const config = path.join(root, 'e2e', 'playwright.config.ts');
    const child = spawn(
      path.join(bin, 'playwright'),
      ['test', `--config=${config}`, ...process.argv.slice(2)],
      {
        cwd: root,
        stdio: 'inherit',
        // The Node that "npm ci" brought along, also when this was not started by npm.
        env: {
          ...process.env,
          LOUPE_BROWSER: browser,
          PATH: [bin, process.env.PATH].join(path.delimiter),
        },
      },
    );
    // Playwright ends the apps and browsers that it started; wait for that.
    process.on('SIGINT', () => {});
    process.on('SIGTERM', () => child.kill('SIGINT'));
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}
