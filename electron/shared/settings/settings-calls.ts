// Calls about the settings. Part of ipc-contract.ts.
import * as v from 'valibot';
import { alertSettingsChange, panesView } from '../protection/protection-view.ts';
import { doneOrCancelled } from '../view-parts.ts';
import { lockedWorkHours, lockMinutes, themes } from '../words.ts';

/** The rows of the contract about the settings. */
export const settingsCalls = {
  settingsChange: {
    input: v.strictObject({
      theme: v.optional(v.picklist(themes)),
      copyTokens: v.optional(v.boolean()),
      handOutTokens: v.optional(v.boolean()),
      lockAfterMinutes: v.optional(v.nullable(v.picklist(lockMinutes))),
      lockedWorkHours: v.optional(v.picklist(lockedWorkHours)),
      lockOnSuspend: v.optional(v.boolean()),
      lockOnScreenLock: v.optional(v.boolean()),
      contentProtection: v.optional(v.boolean()),
      revokeEphemeralAtLock: v.optional(v.boolean()),
      keepInTray: v.optional(v.boolean()),
      panes: v.optional(panesView),
      alerts: v.optional(alertSettingsChange),
    }),
    output: doneOrCancelled,
    effect: 'ways_in',
    confirm: true,
  },
  /** Whether the system starts the app at login: locked, and without a window. */
  loginStartSet: {
    input: v.strictObject({ on: v.boolean() }),
    output: doneOrCancelled,
    effect: 'ways_in',
    confirm: true,
  },
} as const;
