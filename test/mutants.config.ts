// What `npm run mutants` runs beside each mutant (stryker.config.json): tests of the folders in which it plants them.
import path from 'node:path';
import { defineConfig } from 'vitest/config';

const root = path.join(import.meta.dirname, '..');
const include = ['test/unit/{domain,tokens,vault}/**/*.test.ts'];
/** It puts something in the place of a module, so it needs a module graph of its own. */
const mocked = ['test/unit/vault/vault-lock.test.ts'];

export default defineConfig({
  root,
  test: {
    environment: 'node',
    alias: { electron: path.join(root, 'test/support/no-electron.ts') },
    testTimeout: 300_000,
    projects: [
      { extends: true, test: { name: 'node', include, exclude: mocked, isolate: false } },
      { extends: true, test: { name: 'mocked', include: mocked } },
    ],
  },
});
