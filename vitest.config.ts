import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{lib,components,bin,e2e}/**/*.test.{ts,tsx}'],
    setupFiles: ['lib/vitest.setup.ts'],
    testTimeout: 120_000,
  },
});
