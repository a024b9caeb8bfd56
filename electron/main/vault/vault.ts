// What the rest of the app asks of the vault, locked and open. Contents are plain data; secrets and token texts are
// records sealed one by one and opened only when used (FORMAT.md).
import type { SecretBytes } from '../domain/secret-bytes.ts';
import type { VaultFailureCode } from '../../shared/failures/failure.ts';
import type { Credential } from '../domain/credential.ts';
import type { Token } from '../domain/token.ts';
import type { HistoryAnchor } from '../domain/history-event.ts';
import type { Result } from '../domain/result.ts';
import type { Row } from '../domain/row-schema.ts';
import type { contentsSchema } from './schema.ts';
import type { BackupContentsView, BackupView } from '../../shared/backups/backup-view.ts';

/** Argon2id's cost, RFC 9106 section 3.1: memory in KiB, passes, lanes. */
export interface KdfCost {
  readonly memoryKib: number;
  readonly iterations: number;
  readonly parallelism: number;
}

/** Seals bytes for this user of this machine. Never rejects: a keystore that refuses answers null. */
export interface OsKeystore {
  readonly platform: 'linux' | 'macos' | 'windows';
  /** Name of the backend in [a-z0-9_]{1,32}, such as `keychain` or `gnome_libsecret`; null when none. */
  readonly backend: () => Promise<string | null>;
  /** Null when the keystore refuses. The bytes stay the caller's. */
  readonly seal: (secret: SecretBytes) => Promise<Buffer | null>;
  /** The caller wipes the answer. Null when the keystore refuses or did not seal these bytes. */
  readonly open: (sealed: Buffer) => Promise<SecretBytes | null>;
}

/** Why a vault did not do what was asked. */
export interface VaultFailure {
  readonly code: VaultFailureCode;
}

/** The index: everything but the records. Never holds a secret. */
export interface VaultContents extends Row<typeof contentsSchema> {
  readonly credentials: readonly Credential[];
  readonly tokens: readonly Token[];
}

/** What a vault holds before anything is put into it. */
export const NO_CONTENTS: VaultContents = {
  environments: [],
  credentials: [],
  tokens: [],
  revocationRuns: [],
  rotations: [],
  drills: [],
  leakPlans: [],
  renewals: [],
  tagAlerts: [],
  savedViews: [],
  favourites: [],
  history: null,
};

/** What a sealed record may hold. */
export const recordFields = [
  'client_secret',
  'access_token',
  'new_client_secret', // of a rotation, under the credential's id
  'proxy_password', // under the environment's id
] as const;

/** Names a sealed record: whose it is, and which field. Both are authenticated with it. */
export interface RecordName {
  readonly id: string;
  readonly field: (typeof recordFields)[number];
}

/** One text per record name. The field comes first and holds no colon, so names never collide. */
export const recordKey = ({ field, id }: RecordName): string => `${field}:${id}`;

/** One change of contents and records, durable as a whole or not at all. */
export interface VaultChange {
  /** The contents after the change, from those before it. Pure: may run again after a merge. */
  readonly contents: (before: VaultContents) => VaultContents;
  /** Records to seal or replace. The bytes stay the caller's, unchanged. */
  readonly seal?: readonly { readonly name: RecordName; readonly secret: SecretBytes }[];
  /** Records to remove; named, or told by the contents after the change. */
  readonly drop?: Drop;
}

/** Pure: may run again after a merge. */
export type Drop = readonly RecordName[] | ((after: VaultContents) => readonly RecordName[]);

/** The records that a change removes. */
export const droppedBy = (drop: Drop | undefined, after: VaultContents): readonly RecordName[] =>
  typeof drop === 'function' ? drop(after) : (drop ?? []);

/** The history, sealed anew for another data key. */
export interface MovedHistory {
  /** Where it stands under that key. */
  readonly anchor: HistoryAnchor;
  /** The save under that key is over. */
  readonly settle: (isSaved: boolean) => Promise<void>;
}

/** What others do as the vault is saved and locked. */
export interface VaultHooks {
  /** Where the history stands, for each save to carry along; null: as it was. */
  readonly anchor?: () => HistoryAnchor | null;
  /** The data key is about to be replaced. A failure keeps it from being replaced. */
  readonly rekeying?: (
    derive: (label: string) => SecretBytes,
  ) => Promise<Result<MovedHistory, VaultFailure>>;
  /** Runs first as the vault is locked, while it can still be changed. The keys go whatever comes of it. */
  readonly beforeLock?: () => Promise<void>;
  /** The keys go now, and the contents with them. */
  readonly wiping?: () => void;
}

/** By which way it was opened. */
export type OpenedBy = 'passphrase' | 'recovery_key' | 'keystore';

/** A backup as it was read. */
export interface BackupFile {
  /** What can be said of it without a key. */
  readonly facts: BackupView;
  /** Empty when the file is too large, no plain file, or cannot be read. */
  readonly bytes: Buffer;
  /** Why it cannot be read. */
  readonly unread: VaultFailure | null;
}

/** What a restore came to. */
export interface RestoredBackup extends BackupContentsView {
  /** Name under which the replaced file was kept, or null when there was none. */
  readonly keptAside: string | null;
  /** Generation the restored vault has now: above every known one. */
  readonly restoredGeneration: number;
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
