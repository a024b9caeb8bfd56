// Earlier generations of the vault as a person may choose among them.

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

export interface RestoredBackup extends BackupContents {
  /** Name under which the replaced file was kept, or null when there was none. */
  readonly keptAside: string | null;
  /** Generation the restored vault has now: above every known one. */
  readonly restoredGeneration: number;
}
