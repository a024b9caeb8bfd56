// What can be done about the ways into an open vault: passphrase, recovery key, OS keystore, and the
// data key itself. Each is one durable save; on failure nothing changed, in memory or on disk.
import type { Result } from '../../domain/result.ts';
import type { SecretBytes } from '../../domain/secret-bytes.ts';
import type { KdfCost } from '../format/kdf-bounds.ts';
import type { OsKeystore } from '../keys/os-keystore.ts';
import type {
  BackupContents,
  BackupFacts,
  RestoredBackup,
  BackupFile,
  BackupSource,
} from '../backups/vault-backups-port.ts';
import type { OpenVault, VaultContents, VaultFailure } from './vault.ts';
import type { KeySlot } from '../format/header-schema.ts';

/** One way in, as the header lists it. `os` carries the backend that sealed it. */
export interface SlotFacts {
  readonly id: string;
  readonly type: 'pw' | 'pw+dev' | 'rk' | 'os';
  readonly backend: string | null;
}

interface KdfFacts extends KdfCost {
  /** How long the last hash took here; null when none ran (opened by recovery key or keystore). */
  readonly measuredMs: number | null;
  /** True when new vaults are made with more work than this one: offer `upgradeKdf`. */
  readonly belowPolicy: boolean;
}

/** Backups that open with slots the vault no longer has, such as an old passphrase. */
export interface StaleBackups {
  /** Rewritten or deleted by this call. */
  readonly settled: number;
  /** Still open as before. */
  readonly left: number;
  /** Files kept aside that cannot be read: whose they are nobody can say, and they are left as they are. */
  readonly unreadable?: number;
}

/** A change of the ways in that is durable. What failed with the backups is no failure of the change. */
export interface WaysChanged {
  readonly backups: Result<StaleBackups, VaultFailure>;
}

/**
 * An open vault, and what can be done about the ways into it. Failures are those of a save, and
 * `vault_locked`.
 */
export interface UnlockedVault extends OpenVault {
  readonly openedBy: 'passphrase' | 'recovery_key' | 'keystore';
  /**
   * Zeroes every key at once and waits for nothing. What is sealed already still becomes durable; what is
   * not is not saved.
   */
  readonly lockNow: () => void;
  readonly slots: () => readonly SlotFacts[];
  readonly kdf: () => KdfFacts;
  /**
   * The bytes of the vault file as it lies on disk, every part of it authenticated under this vault's
   * keys: a file of its own, opened by the same ways in. Failures as of `open`.
   */
  readonly sealedCopy: () => Promise<Result<Buffer, VaultFailure>>;
  /** `wrong_passphrase` when it is not this vault's: to ask for the old one before changing it. */
  readonly checkPassphrase: (passphrase: SecretBytes) => Promise<Result<void, VaultFailure>>;
  /** Rewrites one slot; no secret is sealed anew. Counts the backups that still open as before. */
  readonly changePassphrase: (next: SecretBytes) => Promise<Result<WaysChanged, VaultFailure>>;
  /** The same passphrase under today's cost. `wrong_passphrase` when it is another one. */
  readonly upgradeKdf: (passphrase: SecretBytes) => Promise<Result<WaysChanged, VaultFailure>>;
  /** Counts the backups that open with slots that the vault no longer has; settles none. */
  readonly staleBackups: () => Promise<Result<StaleBackups, VaultFailure>>;
  /** Gives stale backups the present slots. What is left could not be: purge it, or try again. */
  readonly rewriteBackups: () => Promise<Result<StaleBackups, VaultFailure>>;
  /** Deletes stale backups. */
  readonly purgeBackups: () => Promise<Result<StaleBackups, VaultFailure>>;
  /**
   * Counts the files of this vault kept aside as damaged that may open by ways in that it no longer has: how
   * damaged they are, nobody can say, and one that a backup took the place of may be whole. Removes none.
   */
  readonly keptAside: () => Promise<Result<StaleBackups, VaultFailure>>;
  /** Deletes them. */
  readonly removeKeptAside: () => Promise<Result<StaleBackups, VaultFailure>>;
  /**
   * A new recovery key, in place of an earlier one: the text to show once, `XXXX-XXXX-...` in ASCII
   * (32 characters and 4 check characters), the caller's to wipe.
   * @param isKept shown the text first: where it answers false, nothing changes and an earlier key still opens
   */
  readonly createRecoveryKey: (
    isKept?: (text: SecretBytes) => Promise<boolean>,
  ) => Promise<Result<SecretBytes, VaultFailure>>;
  readonly hasRecoveryKey: () => boolean;
  /** `slot_needed` for the passphrase slot, `slot_missing` when there is none of that id. */
  readonly removeSlot: (id: string) => Promise<Result<void, VaultFailure>>;
  /** `os_keystore_unavailable`, `os_keystore_insecure`. Replaces an earlier keystore slot. */
  readonly addKeystoreSlot: (keystore: OsKeystore) => Promise<Result<void, VaultFailure>>;
  /**
   * "My passphrase may be known": new data key under the new passphrase, every record sealed anew,
   * every other slot dropped, every backup deleted (the answer counts them).
   */
  readonly replaceDataKey: (passphrase: SecretBytes) => Promise<Result<WaysChanged, VaultFailure>>;
  /** True while the file is older than one this machine has seen: changes answer `rolled_back`. */
  readonly rolledBack: () => boolean;
  /**
   * File name of the last vault file that a save found damaged by the disk, and kept aside; null while
   * there was none. What was saved then is whole.
   */
  readonly damagedFile: () => string | null;
  /** The person takes the older file: changes are possible again, above every known generation. */
  readonly acceptRollback: () => void;
}

/** Creates and opens the vault of one place. */
export interface VaultStore {
  readonly exists: () => Promise<boolean>;
  /** Creates the vault; refuses to replace one. The passphrase stays the caller's to wipe. */
  readonly create: (
    passphrase: SecretBytes,
    contents: VaultContents,
  ) => Promise<Result<UnlockedVault, VaultFailure>>;
  readonly open: (passphrase: SecretBytes) => Promise<Result<UnlockedVault, VaultFailure>>;
  /**
   * Tolerates case, spaces, hyphens, O for 0 and I or L for 1. `recovery_key_mistyped` by its check
   * characters, `wrong_recovery_key`, `slot_missing` when the vault has none.
   */
  readonly openWithRecoveryKey: (key: SecretBytes) => Promise<Result<UnlockedVault, VaultFailure>>;
  /** `slot_missing`, `os_keystore_unavailable`, `os_keystore_changed`, `os_keystore_insecure`. */
  readonly openWithKeystore: (keystore: OsKeystore) => Promise<Result<UnlockedVault, VaultFailure>>;
  /** The ways in that the file lists, read without a key: which unlock buttons make sense. */
  readonly slots: () => Promise<Result<readonly SlotFacts[], VaultFailure>>;
  /** Newest first; also when the vault itself is damaged or gone. */
  readonly backups: () => Promise<Result<readonly BackupFacts[], VaultFailure>>;
  /** A backup as it is now, for the two below: a save may prune it. `backup_missing`. */
  readonly readBackup: (id: string) => Promise<Result<BackupFile, VaultFailure>>;
  /** A vault file or a copy of one, from anywhere, for the two below. `not_a_vault`, else as `open`. */
  readonly readBackupFile: (file: string) => Promise<Result<BackupFile, VaultFailure>>;
  /** A test restore that replaces nothing. `backup_missing`, else as `open`. */
  readonly inspectBackup: (
    source: BackupSource,
    passphrase: SecretBytes,
  ) => Promise<Result<BackupContents, VaultFailure>>;
  /** Makes a backup the vault; the present file is kept as `<file>.damaged-<time>`. Vault locked. */
  readonly restoreBackup: (
    source: BackupSource,
    passphrase: SecretBytes,
  ) => Promise<Result<RestoredBackup, VaultFailure>>;
  /** The newest backup that passes a test restore; null when none does. */
  readonly newestAuthenticBackup: (
    passphrase: SecretBytes,
  ) => Promise<Result<BackupContents | null, VaultFailure>>;
}

/** What is told of slots: no salt, no wrapped key. */
export function slotFacts(slots: readonly KeySlot[]): readonly SlotFacts[] {
  return slots.map((slot) => ({
    id: slot.id,
    type: slot.type,
    backend: slot.type === 'os' ? slot.kdf.backend : null,
  }));
}
