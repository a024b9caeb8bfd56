// Protecting settings and the facts of a machine, as tests begin with them.
import type { AppView } from '../../electron/shared/views.ts';

export const safeSettings: AppView['settings'] = {
  theme: 'system',
  copyTokens: true,
  handOutTokens: false,
  lockAfterMinutes: 10,
  lockedWorkHours: 0,
  lockOnSuspend: true,
  lockOnScreenLock: true,
  contentProtection: true,
  keepInTray: false,
  alerts: {
    on: true,
    minutesBefore: [15, 5],
    daysBefore: [30, 7, 1],
    quiet: null,
    urgentInQuiet: false,
    hideNames: false,
  },
  panes: { sidebar: null, list: null },
};

export const linuxMachine: AppView['machine'] = {
  system: 'linux',
  suspend: 'announced',
  screenLock: 'asked',
  systemIdle: 'asked',
  capture: 'none',
  keystore: 'gnome_libsecret',
  sandbox: 'on',
  coreDumps: 'empty',
  loginStart: 'not_installed',
};

export const notLocking: AppView['autoLock'] = {
  locksAtMs: null,
  warning: false,
  lockedBy: null,
};
