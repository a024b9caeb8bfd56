// Calls about the settings. Part of ipc-contract.ts.
import * as v from 'valibot';
import { confirmedCall } from '../call-rows.ts';
import { alertSettingsChange, settingsView } from '../protection/protection-view.ts';

/** The rows of the contract about the settings. */
export const settingsCalls = {
  settingsChange: confirmedCall('ways_in', {
    ...v.partial(settingsView).entries,
    alerts: v.optional(alertSettingsChange),
  }),
  /** Whether the system starts the app at login: locked, and without a window. */
  loginStartSet: confirmedCall('ways_in', { on: v.boolean() }),
} as const;
