import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { include: ['{lib,components,bin}/**/*.test.{ts,tsx}'], testTimeout: 20_000 },
});
