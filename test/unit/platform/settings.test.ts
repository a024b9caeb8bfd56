// The preferences as electron-store and Electron are asked to keep them: one private file, no channel.
import { readdir, readFile, stat } from 'node:fs/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Preferences } from '../../../electron/main/platform/settings.ts';
import { createFakeElectron, type FakeElectron } from '../../support/fake-electron.ts';
import { ownFolder } from '../../support/own-folder.ts';

const at = ownFolder();
let fake: FakeElectron;
let preferences: Preferences;

beforeEach(async () => {
  fake = createFakeElectron({ userData: at() });
  const { createPreferences } = await fake.load(
    () => import('../../../electron/main/platform/settings.ts'),
  );
  preferences = createPreferences();
});

const kept = async (): Promise<unknown> =>
  JSON.parse(await readFile(at('preferences.json'), 'utf8'));

describe('the preferences', () => {
  it('leave no channel of electron-store open (S04)', () => {
    expect(fake.electron.ipcMain.eventNames()).toEqual([]);
  });

  it('write nothing at the start', async () => {
    expect(await readdir(at())).toEqual([]);
  });

  it.skipIf(process.platform === 'win32')('are readable by their owner alone', async () => {
    preferences.change({ theme: 'dark' });
    const { mode } = await stat(at('preferences.json'));
    expect((mode & 0o777).toString(8)).toBe('600');
  });

  it('set the theme of the native windows at the start and with every change', () => {
    expect(fake.electron.nativeTheme.themeSource).toBe('system');
    preferences.change({ theme: 'dark' });
    expect(fake.electron.nativeTheme.themeSource).toBe('dark');
  });

  it('keep the bounds of the window in whole pixels, and show them to nobody as a setting', async () => {
    const place = { x: -1200.4, y: 33.5 };
    preferences.saveWindowBounds({ width: 900.4, height: 700.6, place, maximized: true });
    const whole = { width: 900, height: 701, place: { x: -1200, y: 34 }, maximized: true };
    expect(await kept()).toMatchObject({ window: whole });
    expect(preferences.windowBounds()).toEqual(whole);
    expect(preferences.current()).not.toHaveProperty('window');
  });
});
