import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { name: 'web', environment: 'jsdom', include: ['src/**/*.unit.test.{ts,tsx}'], testTimeout: 20_000 },
});
