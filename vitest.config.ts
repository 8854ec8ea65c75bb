import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    testTimeout: 120_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{lib,components,bin,e2e}/**/*.test.{ts,tsx}'],
          setupFiles: ['vitest.setup.ts'],
        },
      },
      {
        // The store and what stands on it, once more on the engine that instances share.
        extends: true,
        test: {
          name: 'postgres',
          include: ['lib/{store,runs,share,access}/**/*.test.ts'],
          setupFiles: ['vitest.setup.ts'],
          globalSetup: ['vitest.postgres.ts'],
          env: { LOUPE_TEST_ENGINE: 'postgres' },
        },
      },
    ],
  },
});
