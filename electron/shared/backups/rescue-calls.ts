// The part of the contract about what stands beside the passphrase: backups, an older or changed vault
// file, the system's keystore. Spread into ipc-contract.ts; the same rules hold.
import * as v from 'valibot';
import { backupContentsView, backupId, backupView } from './backup-view.ts';
import { failureView } from '../view-parts.ts';

const nothing = v.undefined();
const doneOrCancelled = v.picklist(['done', 'cancelled']);

export const rescueCalls = {
  /** The file is older than known here: takes it as the present one, so that it can be changed. */
  vaultAcceptRollback: {
    input: nothing,
    output: doneOrCancelled,
    effect: 'ways_in',
    confirm: true,
  },
  /** Locks, then asks for the passphrase again: loads what is on disk now. */
  vaultReopen: { input: nothing, output: doneOrCancelled, effect: 'none' },
  /** Asked about where nobody has pressed a key or button in the window just now. */
  vaultUnlockByKeystore: {
    input: nothing,
    output: doneOrCancelled,
    effect: 'ways_in',
    confirm: true,
  },
  keystoreCurrent: {
    input: nothing,
    output: v.strictObject({ refusal: v.nullable(failureView) }),
    effect: 'none',
  },
  /** Turning it on also asks for the present passphrase, in the entry window. */
  keystoreUnlockChange: {
    input: v.strictObject({ on: v.boolean() }),
    output: doneOrCancelled,
    effect: 'ways_in',
    confirm: true,
  },
  backupList: { input: nothing, output: v.array(backupView), effect: 'none' },
  /** Opens a backup with the passphrase, in the entry window; replaces nothing. */
  backupTest: {
    input: v.strictObject({ backupId }),
    output: v.union([backupContentsView, v.literal('cancelled')]),
    effect: 'none',
  },
  backupRestore: {
    input: v.strictObject({ backupId }),
    output: doneOrCancelled,
    effect: 'ways_in',
    confirm: true,
  },
} as const;
