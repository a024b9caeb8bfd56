// What the view is made of while a vault is open and nothing else is the matter, for tests.
import type { ViewSources } from '../../electron/main/app/shown-view.ts';
import { NOTHING_TO_TELL } from '../../electron/main/session/session-lifecycle.ts';
import type { SessionServices } from '../../electron/main/session/session-services.ts';
import { linuxMachine, notLocking, safeSettings } from './protection.ts';

export const viewSources = (
  services: SessionServices,
  nowMs: number,
  changes: Partial<ViewSources> = {},
): ViewSources => ({
  vaultSession: { state: 'unlocked', failure: null, ...NOTHING_TO_TELL },
  services,
  opened: null,
  handOut: {
    door: { state: () => 'closed' },
    handOuts: { list: () => [], waiting: () => 0 },
  },
  rescue: { found: null, offer: null, restored: null },
  otherWays: [],
  settings: safeSettings,
  autoLock: notLocking,
  machine: linuxMachine,
  history: null,
  clipboard: null,
  clipboardKept: false,
  clockSkewSeconds: null,
  standInHost: true,
  drills: { standing: () => null },
  practiceTarget: null,
  nowMs,
  ...changes,
});
