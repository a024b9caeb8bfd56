// Calls about the settings. Part of ipc-contract.ts.
import * as v from 'valibot';
import { alertSettingsChange, settingsView } from '../protection/protection-view.ts';
import { doneOrCancelled } from '../view-parts.ts';

/** The rows of the contract about the settings. */
export const settingsCalls = {
  settingsChange: {
    input: v.strictObject({
      ...v.partial(settingsView).entries,
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
