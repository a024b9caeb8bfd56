// S26: what makes the package, and what would update it. AppImages of app-builder-lib before 26.15 ran
// foreign code (CVE-2026-54672); an updater is a way in of its own (CVE-2024-39698), so there is none.
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compareVersions, lockedPackages } from '../support/lock-file.ts';
import { packDeb, readFuses, type PackedDeb } from '../support/packed-app.ts';
import { sourceFiles } from '../support/source-files.ts';

const project = path.join(import.meta.dirname, '../..');
/** 26.17 is also the first that sets fuses by itself. */
const BUILDER_FLOOR = '26.17.0';

describe('the packager', () => {
  it.each(['electron-builder', 'app-builder-lib'])(`%s is at least ${BUILDER_FLOOR}`, (wanted) => {
    const found = lockedPackages().filter(({ name }) => name === wanted);
    expect(found.length).toBeGreaterThan(0);
    for (const { version } of found) {
      expect(compareVersions(version, BUILDER_FLOOR)).toBeGreaterThanOrEqual(0);
    }
  });

  it('makes a deb beside the AppImage', () => {
    const settings = readFileSync(path.join(project, 'electron-builder.yml'), 'utf8');
    expect(settings).toMatch(/^linux:\n {2}target: \[deb, AppImage\]$/m);
  });
});

describe.runIf(process.platform === 'linux')('a deb', () => {
  let folder = '';
  let deb: PackedDeb;
  const from = (place: string): string => deb.placed.get(place) ?? '';

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'strongroom-deb-'));
    deb = await packDeb(folder);
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('puts the app in one folder, and a menu entry and icons where a desktop looks', () => {
    const elsewhere = [...deb.placed.keys()].filter((place) => place !== '/opt/Strongroom');
    const expected =
      /^\/usr\/share\/(applications\/strongroom\.desktop|icons\/hicolor\/[^/]+\/apps\/)/;
    expect(elsewhere.length).toBeGreaterThan(1);
    expect(elsewhere.filter((place) => !expected.test(place))).toEqual([]);
    const entry = deb.menuEntry;
    expect(entry).toMatch(/^Exec=\/opt\/Strongroom\/strongroom( %U)?$/m);
    // Ours, not the one Electron brings along.
    expect(readFileSync(from('/usr/share/icons/hicolor/512x512/apps/strongroom.png'))).toEqual(
      readFileSync(path.join(project, 'resources/icon.png')),
    );
    // No switch that weakens it, and no address scheme that would start it (S20).
    expect(entry).not.toMatch(/no-sandbox|MimeType/);
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

  it('has the fuses of the app in it', () => {
    expect(readFuses(path.join(from('/opt/Strongroom'), 'strongroom'))).toMatchObject({
      RunAsNode: 'Disabled',
      OnlyLoadAppFromAsar: 'Enabled',
    });
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
