// S26: what is in the archive for Linux, the installer for Windows and the app in the dmg for macOS, each packed for
// a system or processor that is not this one. The programs that write the files are stand-ins (packager-tools.ts).
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchObstacle } from '../../electron/main/platform/launch-guard.ts';
import { packApp, readFuses, type PackedApp } from '../support/packed-app.ts';
import { packagerTools, type PackedInstaller } from '../support/packager-tools.ts';

const targets = [
  { platform: 'linux', arch: 'arm64', target: 'tar.gz', native: 'linux-arm64-gnu' },
  { platform: 'win', arch: 'x64', target: 'nsis', native: 'win32-x64-msvc' },
  { platform: 'mac', arch: 'arm64', target: 'dir', native: 'darwin-arm64' },
] as const;

let folder = '';
const apps = new Map<string, PackedApp>();
let installer: PackedInstaller;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'strongroom-trees-'));
  // One after the other: they share the packager's cache.
  for (const { platform, arch, target } of targets) {
    const tools = packagerTools(path.join(folder, platform, 'tools'));
    const given = { platform, arch, target } as const;
    apps.set(platform, await packApp(path.join(folder, platform), given, tools.environment));
    if (target === 'nsis') installer = tools.installer();
  }
}, 180_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

const app = (platform: string): PackedApp => {
  const packed = apps.get(platform);
  if (packed === undefined) throw new Error(`${platform} was not packed`);
  return packed;
};

const filesBelow = (place: string): readonly string[] =>
  readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(place, path.join(entry.parentPath, entry.name)));

describe.each(targets)('an app for $platform on $arch', ({ platform, native }) => {
  it('has the native module of its system and processor, and no other', () => {
    const modules = app(platform).files.filter((name) => name.endsWith('.node'));
    expect(modules).toEqual([`node_modules/@node-rs/argon2-${native}/argon2.${native}.node`]);
    const unpacked = filesBelow(`${app(platform).archive}.unpacked`);
    expect(unpacked.filter((name) => name.endsWith('.node'))).toEqual(modules);
  });

  it('holds what every other holds, and nothing that lay about', () => {
    const common = (name: string): readonly string[] =>
      app(name)
        .files.filter((file) => !file.includes('/argon2-'))
        .toSorted();
    expect(common(platform)).toEqual(common('linux'));
    expect(common(platform)).toContain('dist/main/index.js');
    const strange = /\.(ts|map)$|^\.env$|^test\/|leftover|node_modules\/(?!@node-rs\/)/;
    expect(app(platform).files.filter((name) => strange.test(name))).toEqual([]);
  });

  it('has its fuses as decided', () => {
    expect(readFuses(app(platform).executable)).toMatchObject({
      RunAsNode: 'Disabled',
      EnableNodeOptionsEnvironmentVariable: 'Disabled',
      EnableNodeCliInspectArguments: 'Disabled',
      EnableEmbeddedAsarIntegrityValidation: 'Enabled',
      OnlyLoadAppFromAsar: 'Enabled',
    });
  });
});

describe.runIf(process.platform === 'linux')('the archive for Linux', () => {
  it('unpacks to one folder with the app as it was packed', () => {
    const archive = path.join(folder, 'linux/release/strongroom-0.1.0-arm64.tar.gz');
    const listed = execFileSync('tar', ['-tzf', archive], { encoding: 'utf8' }).trim().split('\n');
    const top = 'strongroom-0.1.0-arm64/';
    const names = listed
      .filter((name) => !name.endsWith('/'))
      .map((name) => name.slice(top.length));
    expect(listed.filter((name) => !name.startsWith(top))).toEqual([]);
    expect(names.toSorted()).toEqual(filesBelow(app('linux').folder).toSorted());
    expect(names).toContain('resources/app.asar');
  });
});

describe('the installer for Windows', () => {
  it('unpacks the app as it was packed, and no program beside it', () => {
    expect(installer.files.toSorted()).toEqual(filesBelow(app('win').folder).toSorted());
    const programs = installer.files.filter((name) => /\.(exe|dll|bat|cmd|ps1)$/.test(name));
    expect(programs).toEqual(['Strongroom.exe']);
  });

  it('asks for whom, starts the app without a switch, and leaves its data when it removes it', () => {
    const { defines } = installer;
    expect(defines).toMatchObject({ PRODUCT_NAME: 'Strongroom', SHORTCUT_NAME: 'Strongroom' });
    for (const name of [
      'ONE_CLICK',
      'INSTALL_MODE_PER_ALL_USERS',
      'DELETE_APP_DATA_ON_UNINSTALL',
    ]) {
      expect(defines).not.toHaveProperty(name);
    }
    const templates = path.join(
      path.dirname(createRequire(import.meta.url).resolve('app-builder-lib/package.json')),
      'templates/nsis',
    );
    const shortcuts = filesBelow(templates)
      .filter((name) => /\.ns[hi]$/.test(name))
      .flatMap((name) => readFileSync(path.join(templates, name), 'utf8').split('\n'))
      .flatMap((line) => /^\s*CreateShortCut "\S+" "\$appExe" "([^"]*)"/.exec(line)?.[1] ?? []);
    expect(shortcuts.length).toBeGreaterThan(0);
    for (const args of shortcuts) {
      expect(launchObstacle(['Strongroom.exe', ...args.split(' ')], {})).toBeNull();
    }
  });

  it('has the hash of the archive in the program that opens it', () => {
    const program = readFileSync(app('win').executable).toString('latin1');
    const named = /"file":"resources\\\\app\.asar","alg":"SHA256","value":"([0-9a-f]{64})"/i.exec(
      program,
    );
    expect(named?.[1]).toBe(app('win').headerHash);
  });
});

describe('the app for macOS', () => {
  it('is started for no address and no file of others, and names the hash of its archive', () => {
    const list = readFileSync(path.join(app('mac').executable, 'Contents/Info.plist'), 'utf8');
    expect(list).toContain('<string>app.strongroom.desktop</string>');
    expect(list).not.toMatch(/CFBundleURLTypes|CFBundleDocumentTypes|LSEnvironment/);
    expect(app('mac').namedHash).toBe(app('mac').headerHash);
  });
});
