// What the preferences file may hold, and what holds where a value was spoilt.
import { execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fail } from '../../../electron/main/domain/result.ts';
import {
  DEFAULT_PREFERENCES,
  dropOversized,
  keepPreferences,
  readPreferences,
} from '../../../electron/main/platform/kept-preferences.ts';
import { ownFolder } from '../../support/own-folder.ts';

const at = ownFolder();

const chosen = {
  theme: 'dark',
  copyTokens: true,
  handOutTokens: true,
  lockedWorkHours: 24,
  lockAfterMinutes: null,
  lockOnSuspend: false,
  lockOnScreenLock: false,
  contentProtection: false,
  keepInTray: true,
  alerts: {
    on: false,
    minutesBefore: [30],
    daysBefore: [14],
    quiet: { from: 1_320, to: 420 },
    urgentInQuiet: true,
    hideNames: true,
  },
  panes: { sidebar: 240, list: null },
  window: { width: 900, height: 600, place: { x: -40, y: 10 }, maximized: true },
} as const;

describe('the preferences file', () => {
  it.each([
    ['stays where it is as large as ours', 16 * 1024, true],
    ['is removed where it is too large to be ours', 16 * 1024 + 1, false],
  ])('%s', (_, sizeBytes, stays) => {
    const file = at('preferences.json');
    writeFileSync(file, Buffer.alloc(sizeBytes, ' '));
    dropOversized(file);
    expect(existsSync(file)).toBe(stays);
  });

  it.skipIf(process.platform === 'win32')('removes a pipe in the place of its file', () => {
    const pipe = at('preferences.json');
    execFileSync('mkfifo', [pipe]);
    dropOversized(pipe);
    expect(existsSync(pipe)).toBe(false);
  });

  it('need not be there', () => {
    expect(() => dropOversized(at('no-such-file'))).not.toThrow();
  });

  it('is what the person chose', () => {
    expect(readPreferences(chosen)).toEqual(chosen);
  });

  it('is the defaults where there is nothing yet', () => {
    expect(readPreferences({})).toEqual(DEFAULT_PREFERENCES);
  });

  it.each([
    ['theme', 'neon'],
    ['copyTokens', 'yes'],
    ['handOutTokens', 'yes'],
    ['lockedWorkHours', 13],
    ['lockAfterMinutes', 0],
    ['lockAfterMinutes', 1e9],
    ['lockOnSuspend', null],
    ['lockOnScreenLock', 0],
    ['contentProtection', 'off'],
    ['keepInTray', {}],
    ['alerts', { ...chosen.alerts, minutesBefore: [0] }],
    ['alerts', { ...chosen.alerts, minutesBefore: Array.from({ length: 9 }, () => 5) }],
    ['alerts', { ...chosen.alerts, quiet: { from: 0, to: 1_440 } }],
    ['alerts', { ...chosen.alerts, more: true }],
    ['window', { width: 399, height: 600 }],
    ['window', { width: 900.5, height: 600 }],
    ['window', [900, 600]],
    ['window', { ...chosen.window, place: { x: 0.5, y: 0 } }],
    ['window', { ...chosen.window, maximized: 'yes' }],
    ['panes', { sidebar: 20, list: null }],
    ['panes', { sidebar: 240 }],
  ] as const)('keeps all but a spoilt %s (%j), which is the default', (name, spoilt) => {
    expect(readPreferences({ ...chosen, [name]: spoilt })).toEqual({
      ...chosen,
      [name]: DEFAULT_PREFERENCES[name],
    });
  });

  it('passes on nothing that is no preference', () => {
    expect(readPreferences({ ...chosen, access_token: 'canary' })).toEqual(chosen);
  });
});

describe('a change of the preferences', () => {
  const onDisk = (failsWith: Error | null) => {
    let file: object = chosen;
    return keepPreferences({
      read: () => file,
      write(change) {
        if (failsWith !== null) throw failsWith;
        file = { ...file, ...change };
      },
    });
  };

  it('holds once it is in the file', () => {
    const kept = onDisk(null);
    expect(kept.change({ theme: 'light' }).ok).toBe(true);
    expect(kept.now()).toEqual({ ...chosen, theme: 'light' });
  });

  it.each(['ENOSPC', 'EROFS', 'EACCES'])('that meets %s is said, and changes nothing', (code) => {
    const kept = onDisk(Object.assign(new Error('no'), { code, syscall: 'write' }));
    expect(kept.change({ lockAfterMinutes: 1 })).toEqual(
      fail({ code: 'not_saved', facts: { about: 'settings' } }),
    );
    expect(kept.now()).toEqual(chosen);
  });

  it('that meets a bug is no matter of the disk', () => {
    expect(() => onDisk(new TypeError('bug')).change({ theme: 'light' })).toThrow(TypeError);
  });
});
