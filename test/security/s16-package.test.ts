// S16, S17 (fuses), R21: what is in a package, and how its fuses stand; that it names the hash of its archive is shown
// by s26-package-trees. That macOS and Windows then refuse to start one with a changed archive (Linux checks nothing)
// only a package with the real binary can show.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { guardedVariables, variablesToRemove } from '../../electron/main/platform/launch-guard.ts';
import { packApp, readFuses } from '../support/packed-app.ts';

const RELEASE = path.join(import.meta.dirname, '../../release');

const folder = realpathSync(await mkdtemp(path.join(tmpdir(), 'strongroom-package-')));
const packed = await packApp(folder);
afterAll(() => rm(folder, { recursive: true }));

/** Read by packed modules, and why each may be there. */
const harmlessVariables = {
  APPDATA: 'names a folder of preferences that the app does not use: Electron names its own',
  LOCALAPPDATA: 'as APPDATA',
  XDG_DATA_HOME: 'as APPDATA',
  XDG_CONFIG_HOME: 'as APPDATA',
  XDG_CACHE_HOME: 'as APPDATA',
  XDG_STATE_HOME: 'as APPDATA',
  XDG_SESSION_TYPE:
    'decides whether the system is asked how long it is idle; the idle time of the app itself counts besides',
  XDG_CURRENT_DESKTOP:
    'decides whether the entry that starts the app at login is said to start it here',
  XDG_RUNTIME_DIR: 'names the folder for the door of programs, whose owner and mode are looked at',
  HTTP_PROXY: 'read by an agent of undici that nothing here makes',
  HTTPS_PROXY: 'as HTTP_PROXY',
  NO_PROXY: 'as HTTP_PROXY',
  CI: 'colours of a table that a mock of undici prints, which nothing here makes',
  JEST_WORKER_ID: 'decides whether undici looks for a newer parser of HTTP answers',
  SNAP: 'preferences are written in place, which loses them at a crash at the worst',
} as const;

/** Lines that hand the whole environment on, without naming a variable. */
const environmentPassedOn = [
  // The guard itself, and the taking out.
  'var removed = loggedNames(process.env);',
  'for (const name of variablesToRemove(Object.keys(process.env))) delete process.env[name];',
  'var obstacle = app.isPackaged ? launchObstacle(process.argv, process.env) : null;',
  'var secondStart = app.isPackaged ? environmentForSecondStart(process.env) : null;',
  // Read by name further down, which `variablesIn` sees.
  'var { env } = process$1;',
  'const { platform, env } = process;',
  // An agent of undici that nothing here makes.
  'const HTTP_PROXY = httpProxy ?? process.env.http_proxy ?? process.env.HTTP_PROXY;',
  'const HTTPS_PROXY = httpsProxy ?? process.env.https_proxy ?? process.env.HTTPS_PROXY;',
  'return process.env.no_proxy ?? process.env.NO_PROXY ?? "";',
  // SECURITY(S45): a program that prints a secret is given a short list of it.
  'const secretProgram = createSecretProgram({ environment: secretProgramEnvironment(process.env, process.platform) });',
] as const;

/** Named ones: `process.env.NAME`, `env.NAME`, `env["NAME"]`. */
const variablesIn = (text: string): readonly string[] =>
  [...text.matchAll(/\b(?:env|environment)(?:\.|\[['"])([A-Z][A-Z0-9_]+)\b/g)].map(
    ([, name = '']) => name,
  );

/** Lines with `process.env` that is not followed by a name, or that take `env` out of `process`. */
const wholeEnvironmentIn = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(
      (line) =>
        /\benv\b[^=]*\} = process/.test(line) ||
        /\bprocess(?:\$\d+)?\.env\b(?!\.[A-Z]|\[['"]| &&)/.test(line),
    );

const expectedFuses = {
  RunAsNode: 'Disabled',
  EnableCookieEncryption: 'Disabled',
  EnableNodeOptionsEnvironmentVariable: 'Disabled',
  EnableNodeCliInspectArguments: 'Disabled',
  EnableEmbeddedAsarIntegrityValidation: 'Enabled',
  OnlyLoadAppFromAsar: 'Enabled',
  LoadBrowserProcessSpecificV8Snapshot: 'Disabled',
  GrantFileProtocolExtraPrivileges: 'Disabled',
} as const;

describe('a package', () => {
  it('holds the built bundles, package.json and the native module, and nothing else', () => {
    const allowed = [
      /^package\.json$/,
      /^dist\/(main|renderer)\/licences\.json$/,
      /^dist\/main\/[\w.-]+\.js$/,
      /^dist\/preload\/(app|secret-entry)\.cjs$/,
      /^dist\/renderer\/(index|secret-entry)\.html$/,
      /^dist\/renderer\/assets\/[\w-]+\.(js|css|svg|png|woff2)$/,
      /^node_modules\/@node-rs\/argon2\/(package\.json|index\.js|browser\.js|LICENSE)$/,
      /^node_modules\/@node-rs\/argon2-[\w-]+\/(package\.json|argon2\.[\w-]+\.node)$/,
    ];
    const strange = packed.files.filter((file) => !allowed.some((each) => each.test(file)));
    expect(strange).toEqual([]);
  });

  it('holds everything the app needs to start', () => {
    expect(packed.files).toEqual(
      expect.arrayContaining([
        'package.json',
        'dist/main/index.js',
        'dist/main/app.js',
        'dist/preload/app.cjs',
        'dist/preload/secret-entry.cjs',
        'dist/renderer/index.html',
        'dist/renderer/secret-entry.html',
        'node_modules/@node-rs/argon2/index.js',
      ]),
    );
    expect(JSON.parse(packed.readText('package.json'))).toMatchObject({
      main: 'dist/main/index.js',
      type: 'module',
    });
  });

  it('has the native file beside the archive, where it can be loaded', () => {
    const unpacked = path.join(`${packed.archive}.unpacked`, 'node_modules/@node-rs');
    const native = readdirSync(unpacked, { recursive: true, encoding: 'utf8' });
    expect(native.filter((name) => name.endsWith('.node')).length).toBeGreaterThan(0);
  });

  it('names no source map, no test host and no development server', () => {
    const text = packed.files
      .filter((name) => /^dist\/.*\.(js|cjs|html)$/.test(name))
      .map((name) => packed.readText(name))
      .join('\n');
    expect(text.length).toBeGreaterThan(100_000);
    expect(text).not.toMatch(/sourceMappingURL=|test\/host|localhost:5/);
  });

  it('consults no variable of the environment that was not judged', () => {
    const modules = packed.files.filter(
      (name) => /\.c?js$/.test(name) && !name.startsWith('dist/renderer'),
    );
    const names = modules.flatMap((name) => variablesIn(packed.readText(name)));
    expect(names).toEqual(expect.arrayContaining(['NAPI_RS_NATIVE_LIBRARY_PATH', 'SNAP']));
    const judged = [...guardedVariables, ...Object.keys(harmlessVariables)];
    expect(
      names.filter((name) => !judged.includes(name) && variablesToRemove([name]).length === 0),
    ).toEqual([]);
    expect(modules.flatMap((name) => wholeEnvironmentIn(packed.readText(name))).toSorted()).toEqual(
      environmentPassedOn.toSorted(),
    );
  });

  it('has its fuses as decided', () => {
    expect(readFuses(packed.executable)).toMatchObject(expectedFuses);
  });
});

const executables: Readonly<Record<string, string>> = {
  win32: 'Strongroom.exe',
  darwin: 'Strongroom.app/Contents/MacOS/Strongroom',
};
const built = (existsSync(RELEASE) ? readdirSync(RELEASE) : [])
  .filter((name) => /^(linux|win|mac).*unpacked$|^mac/.test(name))
  .map((name) => path.join(RELEASE, name, executables[process.platform] ?? 'strongroom'))
  .filter((file) => existsSync(file));
if (built.length === 0) {
  console.warn(
    'S16 NOT SHOWN HERE: the fuses of a package with the real Electron binary (none in release/), and ' +
      'that it refuses to start on macOS and Windows once a byte of its archive was changed.',
  );
}

describe.runIf(built.length > 0)('a package in release/', () => {
  it.each(built)('%s has its fuses as decided', (executable) => {
    expect(readFuses(executable)).toMatchObject(expectedFuses);
  });
});

const checksArchive = process.platform === 'darwin' || process.platform === 'win32';

describe.runIf(built.length > 0 && checksArchive)(
  'a package in release/ with a changed archive',
  () => {
    it.each(built)('%s does not start', async (executable) => {
      const copy = path.join(folder, 'changed');
      const root =
        process.platform === 'darwin'
          ? executable.replace(/(\.app)\/.*$/, '$1')
          : path.dirname(executable);
      await cp(root, copy, { recursive: true, verbatimSymlinks: true });
      const inside = path.join(copy, path.relative(root, executable));
      const resources =
        process.platform === 'darwin' ? 'Contents/Resources/app.asar' : 'resources/app.asar';
      const archive = await readFile(path.join(copy, resources));
      // In the header, which the package names the hash of: its length stands before it.
      const last = 16 + archive.readUInt32LE(12) - 2;
      archive.writeUInt8(archive.readUInt8(last) ^ 1, last);
      await writeFile(path.join(copy, resources), archive);
      const { status, signal } = spawnSync(inside, [], { timeout: 15_000 });
      // Ended by itself: neither running on until the time is up, nor ending well.
      expect({ status, signal }).not.toMatchObject({ status: 0 });
      expect(signal).not.toBe('SIGTERM');
    });
  },
);
