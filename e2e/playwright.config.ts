import path from 'node:path';
import { defineConfig, devices } from '@playwright/test';
import { findBrowser } from '../bin/browser.mjs';

const results = path.resolve(import.meta.dirname, '..', 'test-results');

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  // Playwright empties this folder at the start, so the reports are beside it.
  outputDir: path.join(results, 'e2e'),
  reporter: [['list'], ['json', { outputFile: path.join(results, 'e2e.json') }]],
  workers: 2,
  fullyParallel: false,
  retries: 0,
  forbidOnly: process.env.CI === 'true',
  // Far above what a test takes: a shared machine can be several times slower than its best.
  timeout: 180_000,
  expect: { timeout: 20_000 },
  use: {
    locale: 'en-US',
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: findBrowser(),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  projects: [{ name: 'desktop', use: { ...devices['Desktop Chrome'] } }],
});
