// What the preferences file may hold, and what holds where a value was spoilt.
import { describe, expect, it } from 'vitest';
import {
  DEFAULT_PREFERENCES,
  readPreferences,
} from '../../../electron/main/platform/kept-preferences.ts';

const chosen = {
  theme: 'dark',
  copyTokens: true,
  lockAfterMinutes: null,
  lockOnSuspend: false,
  lockOnScreenLock: false,
  contentProtection: false,
  revokeUnkeptAtLock: false,
  keepInTray: true,
  alerts: {
    on: false,
    minutesBefore: [30],
    quiet: { from: 1_320, to: 420 },
    urgentInQuiet: true,
    hideNames: true,
  },
  window: { width: 900, height: 600 },
} as const;

describe('the preferences file', () => {
  it('is what the person chose', () => {
    expect(readPreferences(chosen)).toEqual(chosen);
  });

  it('is the defaults where there is nothing yet', () => {
    expect(readPreferences({})).toEqual(DEFAULT_PREFERENCES);
  });

  it.each([
    ['theme', 'neon'],
    ['copyTokens', 'yes'],
    ['lockAfterMinutes', 0],
    ['lockAfterMinutes', 1e9],
    ['lockOnSuspend', null],
    ['lockOnScreenLock', 0],
    ['contentProtection', 'off'],
    ['revokeUnkeptAtLock', 1],
    ['keepInTray', {}],
    ['alerts', { ...chosen.alerts, minutesBefore: [0] }],
    ['alerts', { ...chosen.alerts, minutesBefore: Array.from({ length: 9 }, () => 5) }],
    ['alerts', { ...chosen.alerts, quiet: { from: 0, to: 1_440 } }],
    ['alerts', { ...chosen.alerts, more: true }],
    ['window', { width: 399, height: 600 }],
    ['window', { width: 900.5, height: 600 }],
    ['window', [900, 600]],
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
