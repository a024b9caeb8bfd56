// Calls about opening and locking the vault, and about what opens it. Part of ipc-contract.ts.
import * as v from 'valibot';
import { confirmedCall } from '../call-rows.ts';
import { failureView } from '../failures/failure.ts';
import { doneOrCancelled, nothing } from '../view-parts.ts';
import { dataKeyReplacedView, passphraseChangeView, recoveryKeyMade } from './vault-keys-view.ts';

/** The rows of the contract about opening and locking. */
export const unlockCalls = {
  vaultCreate: { input: nothing, output: doneOrCancelled, effect: 'none' },
  vaultUnlock: { input: nothing, output: doneOrCancelled, effect: 'none' },
  /** *Without saving*: no passphrase, nothing written, gone at its lock. Beside a saved vault, which stays locked. */
  vaultOpenInMemory: { input: nothing, output: doneOrCancelled, effect: 'none' },
  /** Asks only where tokens of a vault in memory may live. */
  vaultLock: { input: nothing, output: doneOrCancelled, effect: 'none' },
  /** Not confirmed by a dialog: the present passphrase, typed into main's window, is more. */
  vaultChangePassphrase: {
    input: nothing,
    output: passphraseChangeView,
    effect: 'ways_in',
    confirm: 'by_handler',
  },
  /** The same passphrase under today's cost. Main's window asks for the passphrase; no dialog does. */
  vaultUpgradeKdf: {
    input: nothing,
    output: passphraseChangeView,
    effect: 'ways_in',
    confirm: 'by_handler',
  },
  /** The passphrase is asked for in main's window. Main shows the key, which never comes to this window. */
  vaultMakeRecoveryKey: {
    input: nothing,
    output: v.picklist(recoveryKeyMade),
    effect: 'ways_in',
    confirm: 'by_handler',
  },
  vaultReplaceDataKey: {
    input: nothing,
    output: dataKeyReplacedView,
    effect: 'ways_in',
    confirm: true,
  },
  vaultUnlockWithRecoveryKey: {
    input: nothing,
    output: passphraseChangeView,
    effect: 'ways_in',
    confirm: 'by_handler',
  },
  /**
   * The person wants the vault to stay open although it is about to lock. What they do in the window counts by
   * itself; where main felt nothing of it, it asks.
   */
  vaultKeepOpen: { input: nothing, output: doneOrCancelled, effect: 'ways_in', confirm: true },
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
  keystoreUnlockChange: confirmedCall('ways_in', { on: v.boolean() }),
} as const;
