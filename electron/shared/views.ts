// What the app window may know: the only shapes main ever pushes or answers. Strict objects, so that
// an extra field is an error in main and never a leak. No secret, token, path or passphrase in any.
import * as v from 'valibot';
import { bulkRunView } from './bulk/bulk-view.ts';
import { diagnosisView, KEPT_DIAGNOSES } from './diagnosis/diagnosis-view.ts';
import { rescueView } from './backups/backup-view.ts';
import { credentialView } from './credentials/credential-view.ts';
import { drillView } from './practice/drill-view.ts';
import { handOutView } from './hand-out/hand-out-view.ts';
import { environmentView } from './environments/environment-view.ts';
import { historyStandingView } from './history/history-view.ts';
import { savedViewView } from './search/saved-search-view.ts';
import { revocationRunView } from './revoke-all/revocation-run-view.ts';
import {
  autoLockView,
  machineView,
  openVaultView,
  otherWays,
  settingsView,
} from './protection/protection-view.ts';
import { leasesAtLockView, tagAlertView } from './renewal/renewal-view.ts';
import { failureView } from './failures/failure.ts';
import { count, id, list, timeMs } from './view-parts.ts';

/** All that the app window shows of main. */
export const appView = v.strictObject({
  /** Grows by one with every push; an older one is ignored. */
  version: count,
  nowMs: timeMs,
  vault: v.strictObject({
    state: v.picklist(['starting', 'absent', 'locked', 'unlocking', 'unlocked', 'locking']),
    failure: v.nullable(failureView),
  }),
  /** *Without saving*: it is open, and nothing of it is written. */
  inMemory: v.boolean(),
  /** Until when the vault works on behind its locked window; null: it is closed, or open in the window. */
  worksUntilMs: v.nullable(timeMs),
  /** Tokens not proven dead when the vault was locked: their revocation goes on once it is open. */
  unprovenAtLock: count,
  /** Credentials whose renewal rests until the vault is open. */
  restingAtLock: count,
  /** Null: the lock ended none, or the vault is open. */
  leasesAtLock: v.nullable(leasesAtLockView),
  /** What became of the tokens of a vault in memory that is gone now. Null: none may live on, or the vault is open. */
  leftAtLock: v.nullable(
    v.strictObject({
      /** Accepted by the server, and not proven dead by then. */
      accepted: count,
      /** May be honoured: not revoked, or nobody knows whether. */
      live: count,
      /** When the last of them ends; null where the server did not say. */
      untilMs: v.nullable(timeMs),
    }),
  ),
  handOut: handOutView,
  rescue: rescueView,
  /** How the locked vault can be opened beside its passphrase. */
  otherWays: list(v.picklist(otherWays), otherWays.length),
  environments: v.array(environmentView),
  credentials: v.array(credentialView),
  /** Null where no drill runs. */
  drill: v.nullable(drillView),
  /** Not put away yet, newest first. */
  revocationRuns: v.array(revocationRunView),
  tagAlerts: v.array(tagAlertView),
  /** In the order they were saved. */
  savedViews: v.array(savedViewView),
  /** Null where none runs and none is left to be looked at. */
  bulk: v.nullable(bulkRunView),
  /** The newest first; none while locked. */
  diagnoses: list(diagnosisView, KEPT_DIAGNOSES),
  settings: settingsView,
  autoLock: autoLockView,
  machine: machineView,
  /** Null while locked. */
  openVault: v.nullable(openVaultView),
  /** Null while locked. */
  history: v.nullable(historyStandingView),
  clipboard: v.nullable(v.strictObject({ tokenId: id, clearsAtMs: timeMs })),
  /** The desktop may still give out what the app has cleared. */
  clipboardKept: v.boolean(),
  /** Server clock minus ours, from the Date header; null until a server answered. */
  clockSkewSeconds: v.nullable(v.number()),
  /** The stand-in host runs the app, not Electron: a development and test tool. */
  standInHost: v.boolean(),
});
export type AppView = v.InferOutput<typeof appView>;

/** What the app window shows, without the number that an update is given as it crosses. */
export type ShownView = Omit<AppView, 'version'>;
