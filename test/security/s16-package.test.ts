// S16, S17 (fuses), R21: what is in a package and how its fuses stand. A changed archive is refused by
// macOS and Windows alone, and only a signed package of the real binary can show it.
import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packApp, readFuses, type PackedApp } from '../support/packed-app.ts';

const RELEASE = path.join(import.meta.dirname, '../../release');
let folder = '';
let packed: PackedApp;

beforeAll(async () => {
  folder = realpathSync(await mkdtemp(path.join(tmpdir(), 'strongroom-package-')));
  packed = await packApp(folder);
}, 90_000);
afterAll(() => rm(folder, { recursive: true }));

const expectedFuses = {
  RunAsNode: 'Disabled',
  EnableCookieEncryption: 'Enabled',
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
      /^dist\/main\/index\.js$/,
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

  it('has its fuses as decided', () => {
    expect(readFuses(packed.executable)).toMatchObject(expectedFuses);
  });
});

const built = (existsSync(RELEASE) ? readdirSync(RELEASE) : [])
  .filter((name) => /^(linux|win|mac).*unpacked$|^mac/.test(name))
  .map((name) =>
    path.join(RELEASE, name, process.platform === 'win32' ? 'Strongroom.exe' : 'strongroom'),
  )
  .filter((file) => existsSync(file));
if (built.length === 0) {
  console.warn(
    'NOT SHOWN HERE: the fuses of a package with the real Electron binary (none in release/), and ' +
      'that macOS and Windows refuse a changed archive.',
  );
}

describe.runIf(built.length > 0)('a package in release/', () => {
  it.each(built)('%s has its fuses as decided', (executable) => {
    expect(readFuses(executable)).toMatchObject(expectedFuses);
  });
});
