// Words for failures of the vault file (docs/reliability.md, closed set of failures). Pure.
import type { SayTable } from './failure-say.ts';

const restore =
  'Restore a backup: the newest one that opens is offered where the vault is unlocked.';

/** The words of each code about the vault's file. */
export const vaultWords = {
  not_a_vault: [
    'The vault file is not a Strongroom vault.',
    'Something else is in its place; it was left as it is.',
    'Put the vault file back, or restore the newest backup that opens.',
  ],
  'not_a_vault: chosen file': [
    'The chosen file is not a whole vault.',
    'Choose the file of a vault, a backup, or an encrypted copy.',
  ],
  newer_version: [
    'The vault was written by a newer Strongroom.',
    'This version has not touched the file.',
    'Open it with the newer version.',
  ],
  corrupt: [
    'The vault file is damaged.',
    'It is cut short or its checksum is wrong, as after a disk error. It is left as it is.',
    restore,
  ],
  kdf_out_of_bounds: [
    'The vault demands more or less passphrase work than allowed.',
    'A damaged or hostile header does this; nothing was computed.',
    restore,
  ],
  wrong_passphrase: [
    'That passphrase does not open this vault.',
    'Try again; check caps lock and keyboard layout.',
  ],
  tampered: [
    'The seal of the vault is broken.',
    'It was changed by something other than Strongroom. It is left as it is.',
    `Do not trust it. ${restore}`,
  ],
  changed_on_disk: [
    'The vault file changed on disk while it was open here.',
    'Another copy of the vault was saved; this change was not saved over it.',
    'Lock and open again to load what is on disk, then make the change again.',
  ],
  locked_by_other: [
    'Another Strongroom has this vault open.',
    'Use the window that is already open, or close it first.',
  ],
  disk_full: [
    'The disk is full.',
    'The change is not saved. The earlier vault file is intact.',
    'Free some space, then try again.',
  ],
  io_error: [
    'The vault file could not be read or written.',
    'Nothing was overwritten, and no change is saved.',
    'Check the disk, allow writing to the file and its folder, then try again.',
  ],
  vault_exists: ['There is already a vault here.', 'Unlock the existing vault.'],
  vault_missing: [
    'No vault file was found.',
    'It was moved or removed since Strongroom started.',
    'Put the file back, or choose a passphrase to make a new vault.',
  ],
  vault_locked: ['The vault is locked.', 'Unlock it, then try again.'],
  vault_too_large: [
    'The vault would grow beyond its size limit, so the change is not saved.',
    'Delete keys you no longer need, then try again.',
  ],
  self_test_failed: [
    'The cryptography self-test failed.',
    'A sealing primitive gave a wrong answer on this machine, so no vault is opened.',
    'Install Strongroom again. If it happens again, do not use it on this machine.',
  ],
  rolled_back: [
    'The vault file is older than the one last used here.',
    'An earlier version was put in its place, so it is open for reading only.',
    'Check what is missing. Accept the older vault only if you know why it is there.',
  ],
  recovery_key_mistyped: [
    'That recovery key has a typing error.',
    'Compare it with your copy, group by group, and type it again.',
  ],
  wrong_recovery_key: [
    'That recovery key does not open this vault.',
    'It is well formed, but of another vault or replaced by a newer one.',
    'Use the newest recovery key of this vault, or its passphrase.',
  ],
  slot_missing: [
    'This vault has no such way in, or it is the passphrase, which always stays.',
    'Use the passphrase.',
  ],
  backup_missing: ['That backup is no longer there.', 'Choose another backup.'],
  os_keystore_unavailable: [
    'The system offers no keystore now: it is locked, not running, or refused.',
    'Use the passphrase, or unlock the keystore and try again.',
  ],
  os_keystore_insecure: [
    'The system keystore offers no real protection here.',
    'Any program that reads your files could open what it seals. So it is not used.',
    'Use the passphrase. On Linux, a running keyring such as GNOME’s or KWallet helps.',
  ],
  os_keystore_changed: [
    'The system keystore is not the one this vault was tied to.',
    'It was reset, replaced, or this is another machine. The vault itself is sound.',
    'Use the passphrase, then set up keystore unlock again.',
  ],
} as const satisfies SayTable;
