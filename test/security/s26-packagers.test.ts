// S26: what makes the package, and what would update it. AppImages of app-builder-lib before 26.15 ran
// foreign code (CVE-2026-54672); an updater is a way in of its own (CVE-2024-39698), so there is none.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchObstacle } from '../../electron/main/platform/launch-guard.ts';
import { compareVersions, lockedPackages } from '../support/lock-file.ts';
import { packApp, readFuses } from '../support/packed-app.ts';
import { packagerTools, type PackedDeb } from '../support/packager-tools.ts';
import { sourceFiles } from '../support/source-files.ts';

const project = path.join(import.meta.dirname, '../..');
/** 26.17 is also the first that sets fuses by itself. */
const BUILDER_FLOOR = '26.17.0';

const settings = readFileSync(path.join(project, 'electron-builder.yml'), 'utf8');

describe('the packager', () => {
  it.each(['electron-builder', 'app-builder-lib'])(`%s is at least ${BUILDER_FLOOR}`, (wanted) => {
    const found = lockedPackages().filter(({ name }) => name === wanted);
    expect(found.length).toBeGreaterThan(0);
    for (const { version } of found) {
      expect(compareVersions(version, BUILDER_FLOOR)).toBeGreaterThanOrEqual(0);
    }
  });

  it('makes a deb and an archive, and no AppImage, whose start is not ours', () => {
    expect(settings).toMatch(/^ {2}target: \[deb, tar\.gz\]$/m);
    expect(settings).not.toMatch(/target:.*AppImage/);
  });

  it('signs anew for this machine what its fuses have changed, without which Apple Silicon starts nothing', () => {
    expect(settings).toMatch(/^ {2}resetAdHocDarwinSignature: true$/m);
  });

  it('publishes nothing by itself, and signs for a Mac without leave to load what others signed', () => {
    const manifest = readFileSync(path.join(project, 'package.json'), 'utf8');
    expect(manifest).toMatch(/"package": ".*electron-builder --publish never"/);
    const allowed = readFileSync(path.join(project, 'resources/entitlements.plist'), 'utf8');
    expect(allowed.match(/<key>.*<\/key>/g)).toEqual([
      '<key>com.apple.security.cs.allow-jit</key>',
    ]);
  });

  it('has the icon in every size that a desktop asks for', () => {
    for (const size of [16, 24, 32, 48, 64, 96, 128, 256, 512, 1024]) {
      const png = readFileSync(path.join(project, `resources/app-icons/${size}x${size}.png`));
      // Width and height stand in the first chunk (PNG, 11.2.2).
      expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([size, size]);
    }
  });
});

describe.runIf(process.platform === 'linux')('a deb', () => {
  let folder = '';
  let deb: PackedDeb;
  const from = (place: string): string => deb.placed.get(place) ?? '';

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'strongroom-deb-'));
    const tools = packagerTools(path.join(folder, 'tools'));
    await packApp(folder, { target: 'deb' }, tools.environment);
    deb = tools.deb();
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('puts the app in one folder, and a command, a menu entry and icons where a desktop looks', () => {
    const elsewhere = [...deb.placed.keys()].filter((place) => place !== '/opt/Strongroom');
    const expected =
      /^\/usr\/(bin\/strongroom-cli$|share\/(metainfo\/app\.strongroom\.desktop\.metainfo\.xml$|applications\/strongroom\.desktop|icons\/hicolor\/[^/]+\/apps\/))/;
    expect(elsewhere.length).toBeGreaterThan(1);
    expect(elsewhere.filter((place) => !expected.test(place))).toEqual([]);
    const entry = deb.menuEntry;
    expect(entry).toMatch(/^Exec=\/opt\/Strongroom\/strongroom( %U)?$/m);
    // Ours, not the one Electron brings along.
    for (const size of ['16x16', '48x48', '256x256', '512x512']) {
      const icon = readFileSync(from(`/usr/share/icons/hicolor/${size}/apps/strongroom.png`));
      expect(icon).toEqual(readFileSync(path.join(project, `resources/app-icons/${size}.png`)));
    }
    // No switch that weakens it, and no address scheme that would start it (S20).
    const [, args = ''] = /^Exec=\S+(.*)$/m.exec(entry) ?? [];
    expect(launchObstacle(['strongroom', ...args.trim().split(' ')], {})).toBeNull();
    expect(entry).not.toMatch(/MimeType/);
    expect(entry).toMatch(/^StartupWMClass=strongroom$/m);
  });

  it('depends on what the binary links, under the name that each release has for it', () => {
    expect(deb.depends).toEqual(
      expect.arrayContaining(['libnss3', 'libgbm1', 'libasound2t64 | libasound2']),
    );
  });

  it('brings the AppArmor profile of its own executable, and loads it when installed', () => {
    const profile = readFileSync(
      path.join(from('/opt/Strongroom'), 'resources/apparmor-profile'),
      'utf8',
    );
    expect(profile).toMatch(/^profile "strongroom" "\/opt\/Strongroom\/strongroom" /m);
    expect(profile).toMatch(/^ {2}userns,$/m);
    expect(deb.afterInstall).toContain("'/opt/Strongroom/resources/apparmor-profile'");
    expect(deb.afterInstall).toContain("'/etc/apparmor.d/strongroom'");
    expect(deb.afterInstall).toMatch(
      /^ +apparmor_parser --replace .*"\$APPARMOR_PROFILE_TARGET"$/m,
    );
  });

  it('comes with its checksum, and a list of every file in it', () => {
    const read = (name: string): string => readFileSync(path.join(folder, 'release', name), 'utf8');
    const sums = read('SHA256SUMS').trim().split('\n');
    const named = sums.map((line) => /^([0-9a-f]{64}) {2}(.+)$/.exec(line));
    expect(named.map((each) => each?.[2])).toEqual([expect.stringMatching(/\.deb$/)]);
    for (const [, sum, name = ''] of named.map((each) => each ?? ['', '', ''])) {
      const bytes = readFileSync(path.join(folder, 'release', name));
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(sum);
    }
    const listed = read('CONTENTS');
    expect(listed).toMatch(/^# linux-unpacked$/m);
    expect(listed).toMatch(/^[0-9a-f]{64} {2}\d+ {2}resources\/app\.asar$/m);
    expect(listed).toMatch(/argon2\.linux-x64-gnu\.node$/m);
  });

  it('comes with a list of every package in it, by version and licence', () => {
    const bill = JSON.parse(readFileSync(path.join(folder, 'release/SBOM.json'), 'utf8')) as {
      readonly components: readonly { readonly purl: string; readonly licenses?: unknown }[];
    };
    const purls = lockedPackages().map(
      ({ name, version }) => `pkg:npm/${name.replace('@', '%40')}@${version}`,
    );
    const named = bill.components.map(({ purl }) => purl);
    expect(named.filter((each) => !purls.includes(each))).toEqual([]);
    for (const name of ['electron', '%40node-rs/argon2', 'undici', 'valibot', 'react']) {
      expect(named.filter((each) => each.startsWith(`pkg:npm/${name}@`))).toHaveLength(1);
    }
    expect(bill.components.filter(({ licenses }) => licenses === undefined)).toEqual([]);
  });

  it('brings the command line under a name that is not the app’s, and asks for the Node it needs', () => {
    const command = path.resolve(folder, 'project', from('/usr/bin/strongroom-cli'));
    expect(statSync(command).mode & 0o777).toBe(0o755);
    expect(execFileSync(command, ['help'], { encoding: 'utf8' })).toContain('strongroom-cli exec');
    expect(deb.recommends).toEqual(['nodejs (>= 18)']);
    expect(deb.depends).not.toContain('nodejs (>= 18)');
    expect(deb.afterInstall).not.toContain('strongroom-cli');
  });

  it('has the fuses of the app in it', () => {
    expect(readFuses(path.join(from('/opt/Strongroom'), 'strongroom'))).toMatchObject({
      RunAsNode: 'Disabled',
      OnlyLoadAppFromAsar: 'Enabled',
    });
  });
});

describe('the package of the command line', () => {
  it('is one file without dependencies, and is installed under its name', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'strongroom-cli-'));
    const npm = (...words: readonly string[]): string =>
      execFileSync('npm', [...words, '--offline', '--no-audit', '--no-fund'], {
        cwd: folder,
        encoding: 'utf8',
        shell: process.platform === 'win32',
      });
    const source = path.join(project, 'dist/cli');
    const [packed] = JSON.parse(npm('pack', source, '--json')) as [
      { readonly filename: string; readonly files: readonly { readonly path: string }[] },
    ];
    const names = packed.files.map((file) => file.path).toSorted();
    expect(names).toEqual(['package.json', 'strongroom-cli.cjs']);
    npm('install', '--global', '--prefix', folder, path.join(folder, packed.filename));
    const bin = path.join(folder, process.platform === 'win32' ? '' : 'bin', 'strongroom-cli');
    expect(execFileSync(bin, ['help'], { encoding: 'utf8' })).toContain('strongroom-cli exec');
    await rm(folder, { recursive: true });
  });
});

describe('an updater', () => {
  it('is neither installed nor used, and no crash is reported', () => {
    const names = lockedPackages().map(({ name }) => name);
    expect(names.filter((name) => /electron-updater|update-electron-app/.test(name))).toEqual([]);
    const using = sourceFiles('electron').filter(({ text }) =>
      /autoUpdater|crashReporter/.test(text),
    );
    expect(using.map(({ name }) => name)).toEqual([]);
  });
});
