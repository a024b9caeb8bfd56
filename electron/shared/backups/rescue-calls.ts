// Calls about backups and about an older or changed vault file. Part of ipc-contract.ts is the sum.
import * as v from 'valibot';
import { confirmedCall } from '../call-rows.ts';
import { backupContentsView, backupId, backupView, MOST_BACKUPS } from './backup-view.ts';
import { doneOrCancelled, list, nothing } from '../view-parts.ts';

/** The rows of the contract about backups and rescue. */
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
  backupList: { input: nothing, output: list(backupView, MOST_BACKUPS), effect: 'none' },
  /** Opens a backup with the passphrase, in the entry window; replaces nothing. */
  backupTest: {
    input: v.strictObject({ backupId }),
    output: v.union([backupContentsView, v.literal('cancelled')]),
    effect: 'none',
  },
  /** Main asks for the file, and once more before its passphrase: the page names none. */
  backupRestoreFile: {
    input: nothing,
    output: doneOrCancelled,
    effect: 'ways_in',
    confirm: 'by_handler',
  },
  backupRestore: confirmedCall('ways_in', { backupId }),
} as const;
