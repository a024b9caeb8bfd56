// S26: what makes the package, and what would update it. AppImages of app-builder-lib before 26.15 ran
// foreign code (CVE-2026-54672); an updater is a way in of its own (CVE-2024-39698), so there is none.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { compareVersions, lockedPackages } from '../support/lock-file.ts';
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

  it('makes a deb, which brings its AppArmor profile, beside the AppImage', () => {
    const settings = readFileSync(path.join(project, 'electron-builder.yml'), 'utf8');
    expect(settings).toMatch(/^linux:\n {2}target: \[deb, AppImage\]$/m);
    const profile = 'node_modules/app-builder-lib/templates/linux/apparmor-profile.tpl';
    expect(readFileSync(path.join(project, profile), 'utf8')).toMatch(/^profile .*\n {2}userns,$/m);
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
