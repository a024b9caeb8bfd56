// Builds every bundle of the app (`vite build --app`) and holds the test runner's settings.
// One environment per preload: a sandboxed preload is a single file and cannot load a shared chunk. One per
// page: what both use would be files of their own, each asked for before the first screen stands.
import fs from 'node:fs';
import { builtinModules } from 'node:module';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import react from '@vitejs/plugin-react';
import type { EnvironmentOptions, Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { pageCalls } from './electron/shared/ipc-contract.ts';
import { pseudoCatalogues } from './test/support/pseudo-catalogues.ts';
import { runSeed } from './test/support/run-seed.ts';

const root = import.meta.dirname;
const at = (...parts: string[]): string => path.join(root, ...parts);
const nodeTests = ['test/{unit,gateway,security,integration}/**/*.test.ts'];
/** Files that put something in the place of a module: each needs a module graph of its own. */
const mocked =
  process.env['VITEST'] === undefined
    ? []
    : fs
        .globSync(nodeTests, { cwd: root })
        .filter((file) => /\bvi\.(mock|doMock)\(/.test(fs.readFileSync(at(file), 'utf8')));
// Drawn here, so that all workers of a run inherit the same.
runSeed();
/** A build on a slow machine says nothing about how long its plugins took: `npm start` prints it. */
const calm = { checks: { bundlerTimings: false } };
/** Of what is built in, beside each bundle: shown under About. */
const LICENCES = { fileName: 'licences.json' };
const nodeBuiltins = [...builtinModules, ...builtinModules.map((name) => `node:${name}`)];

function nodeBundle(
  entry: string,
  name: string,
  format: 'es' | 'cjs',
  external: (string | RegExp)[],
): EnvironmentOptions {
  return {
    consumer: 'server',
    resolve: { noExternal: true },
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      outDir: at('dist', path.dirname(name)),
      emptyOutDir: false,
      license: format === 'es' ? LICENCES : false,
      copyPublicDir: false,
      target: 'node24',
      minify: false,
      ssr: true,
      rolldownOptions: {
        ...calm,
        input: { [path.basename(name)]: at(entry) },
        external,
        output: {
          format,
          entryFileNames: format === 'cjs' ? '[name].cjs' : '[name].js',
          chunkFileNames: '[name].js',
          // A sandboxed preload is one file; main reads what is not needed at once when it is.
          codeSplitting: format === 'es',
        },
      },
    },
  };
}

function pageBundle(page: string, name: string, emptyOutDir: boolean): EnvironmentOptions {
  return {
    consumer: 'client',
    build: {
      outDir: at('dist/renderer'),
      emptyOutDir,
      license: name === 'app' ? LICENCES : false,
      // The page names what its script needs; what is asked for later needs no help.
      modulePreload: {
        polyfill: false,
        resolveDependencies: (_file, needed, { hostType }) => (hostType === 'html' ? needed : []),
      },
      assetsInlineLimit: 0,
      target: 'chrome150',
      rolldownOptions: { ...calm, input: { [name]: at(page) } },
    },
  };
}

/** The command line: one file without dependencies for a Node that is older than ours, and its own package. */
function commandLine(): EnvironmentOptions {
  const bundle = nodeBundle(
    'electron/cli/strongroom-cli.ts',
    'cli/strongroom-cli',
    'cjs',
    nodeBuiltins,
  );
  return { ...bundle, build: { ...bundle.build, target: 'node18' } };
}

/** It is started by its name, and packed with a package.json of its own. */
const ownPackage: Plugin = {
  name: 'own-package',
  applyToEnvironment: ({ name }) => name === 'cli',
  generateBundle(_options, bundle) {
    for (const each of Object.values(bundle)) {
      if (each.type === 'chunk') each.code = `#!/usr/bin/env node\n${each.code}`;
    }
    const source = fs.readFileSync(at('electron/cli/package.json'), 'utf8');
    this.emitFile({ type: 'asset', fileName: 'package.json', source });
  },
  writeBundle() {
    fs.chmodSync(at('dist/cli/strongroom-cli.cjs'), 0o755);
  },
};

/** A typeface stands in styles alone, so the notices that the build collects from modules are told of it. */
const typefaceNotice: Plugin = {
  name: 'typeface-notice',
  applyToEnvironment: ({ name }) => name === 'client',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      const file = bundle[LICENCES.fileName];
      if (file?.type !== 'asset') return;
      const folder = at('node_modules/@fontsource-variable/inter');
      const { name, version, license } = JSON.parse(
        fs.readFileSync(path.join(folder, 'package.json'), 'utf8'),
      );
      const text = fs.readFileSync(path.join(folder, 'LICENSE'), 'utf8').trim();
      const notices = JSON.parse(String(file.source));
      file.source = JSON.stringify([...notices, { name, version, identifier: license, text }]);
    },
  },
};

/** A page's first frame is what its script draws, not the empty page before it. */
const drawnFirst: Plugin = {
  name: 'drawn-first',
  transformIndexHtml: {
    order: 'post',
    handler: (html) => html.replace('<script type="module"', '$& blocking="render"'),
  },
};

export default defineConfig({
  root: at('renderer'),
  base: '/',
  plugins: [react(), drawnFirst, ownPackage, typefaceNotice],
  define: { PAGE_CALLS: JSON.stringify(pageCalls) },
  resolve: {
    alias: {
      'ajv/dist/2020.js': at('electron/main/platform/no-json-schema.ts'),
      'ajv-formats': at('electron/main/platform/no-json-schema.ts'),
    },
  },
  builder: {},
  environments: {
    client: pageBundle('renderer/index.html', 'app', true),
    entryPage: pageBundle('renderer/secret-entry.html', 'secret-entry', false),
    main: nodeBundle('electron/main/index.ts', 'main/index', 'es', [
      'electron',
      /^@node-rs\//,
      ...nodeBuiltins,
    ]),
    cli: commandLine(),
    preloadApp: nodeBundle('electron/preload/app.ts', 'preload/app', 'cjs', ['electron']),
    preloadSecretEntry: nodeBundle(
      'electron/preload/secret-entry.ts',
      'preload/secret-entry',
      'cjs',
      ['electron'],
    ),
  },
  test: {
    // Vitest leaves one core free: on a machine of two that would be half of it. A third of the time a test
    // waits: for a disk, a server or a child.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    root,
    // Against hanging alone: no test is a measure of time, and the machine may be busy.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          include: nodeTests,
          exclude: mocked,
          environment: 'node',
          alias: { electron: at('test/support/no-electron.ts') },
          // The main process keeps nothing in its modules; a process for each file was half of the time.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'mocked',
          include: mocked,
          environment: 'node',
          alias: { electron: at('test/support/no-electron.ts') },
        },
      },
      {
        extends: true,
        test: {
          // The stand-in host and the tools of the tests: nothing of the product.
          name: 'stand-in',
          include: ['test/host/**/*.test.ts'],
          environment: 'node',
          alias: { electron: at('test/support/no-electron.ts') },
        },
      },
      {
        extends: true,
        test: {
          name: 'reliability',
          include: ['test/reliability/**/*.test.ts'],
          environment: 'node',
          alias: { electron: at('test/support/no-electron.ts') },
          // It imports electron too, and is given the same in its place.
          server: { deps: { inline: ['electron-store'] } },
        },
      },
      {
        extends: true,
        test: {
          name: 'renderer',
          include: ['test/renderer/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          // Components keep nothing in their modules; a module graph for each file was two thirds of the time.
          isolate: false,
          setupFiles: at('test/support/clean-page.ts'),
        },
      },
      {
        extends: true,
        // With all words in the pseudo-locale: a module graph of its own.
        plugins: [pseudoCatalogues],
        test: {
          name: 'pseudo',
          include: ['test/pseudo/**/*.test.tsx'],
          environment: 'jsdom',
          setupFiles: at('test/support/clean-page.ts'),
        },
      },
    ],
  },
});
