// Earlier generations of the vault as a person may choose among them.
import type { VaultFailure } from '../store/vault.ts';

/** What can be said of a backup without a key. */
export interface BackupFacts {
  /** The file's name beside the vault: what the other calls take. */
  readonly id: string;
  readonly savedAtMs: number;
  /** As the header says, not yet authenticated; 0 when the header cannot be read. */
  readonly generation: number;
  readonly bytes: number;
  /** By length and checksum: says nothing about who wrote it. */
  readonly intact: boolean;
}

/** A backup as it was read. */
export interface BackupFile {
  readonly facts: BackupFacts;
  /** Empty when the file is too large, no plain file, or cannot be read. */
  readonly bytes: Buffer;
  /** Why it cannot be read. */
  readonly unread: VaultFailure | null;
}

/** The id of a backup beside the vault, or what was read of a file from anywhere. */
export type BackupSource = string | BackupFile;

/** What a test restore found: everything authenticated, every secret opened and wiped again. */
export interface BackupContents {
  readonly id: string;
  readonly savedAtMs: number;
  readonly generation: number;
  readonly environments: number;
  readonly credentials: number;
  readonly tokens: number;
  /** Sealed secrets and token texts that opened. */
  readonly records: number;
}

/** What a restore came to. */
export interface RestoredBackup extends BackupContents {
  /** Name under which the replaced file was kept, or null when there was none. */
  readonly keptAside: string | null;
  /** Generation the restored vault has now: above every known one. */
  readonly restoredGeneration: number;
}
