// What `npm run mutants` runs beside each mutant (stryker.config.json): tests of the folders in which it plants them.
import path from 'node:path';
import { defineConfig } from 'vitest/config';

const root = path.join(import.meta.dirname, '..');

export default defineConfig({
  root,
  test: {
    include: ['test/unit/{domain,tokens,vault}/**/*.test.ts'],
    environment: 'node',
    alias: { electron: path.join(root, 'test/support/no-electron.ts') },
    isolate: false,
    testTimeout: 300_000,
  },
});
