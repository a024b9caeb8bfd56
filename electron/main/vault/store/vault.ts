// What the rest of the app asks of the vault. Contents are plain data; secrets and token texts are
// records sealed one by one and opened only when used (FORMAT.md).
import type { VaultFailureCode } from '../../../shared/failures/failure.ts';
import type { Credential } from '../../domain/credential.ts';
import type { DrillResult } from '../../domain/drill.ts';
import type { LeakPlan } from '../../domain/leak-plan.ts';
import type { Environment } from '../../domain/environment.ts';
import type { HistoryAnchor } from '../../domain/history-event.ts';
import type { CredentialId } from '../../domain/ids.ts';
import type { Renewal, Lease } from '../../domain/renewal.ts';
import type { Result } from '../../domain/result.ts';
import type { Rotation } from '../../domain/rotation.ts';
import type { SavedView } from '../../domain/saved-view.ts';
import type { SecretBytes } from '../../domain/secret-bytes.ts';
import type { RevocationRun } from '../../domain/revocation-run.ts';
import type { TagAlert } from '../../domain/tag-alert.ts';
import type { Token } from '../../domain/token.ts';

/** Why a vault did not do what was asked. */
export interface VaultFailure {
  readonly code: VaultFailureCode;
}

/** The index: everything but the records. Never holds a secret. */
export interface VaultContents {
  readonly environments: readonly Environment[];
  readonly credentials: readonly Credential[];
  readonly tokens: readonly Token[];
  /** Presses of "Revoke everything", newest first. */
  readonly revocationRuns: readonly RevocationRun[];
  readonly rotations: readonly Rotation[];
  readonly drills: readonly DrillResult[];
  readonly leakPlans: readonly LeakPlan[];
  /** At most one of each credential; none: its tokens are not renewed. */
  readonly renewals: readonly Renewal[];
  /** At most one of each token. */
  readonly leases: readonly Lease[];
  readonly tagAlerts: readonly TagAlert[];
  /** In the person's order. */
  readonly savedViews: readonly SavedView[];
  readonly favourites: readonly CredentialId[];
  /** Null until the history has its first event. */
  readonly history: HistoryAnchor | null;
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
  leases: [],
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

/** Credentials "only for this session", and all that hangs on them: in the contents, and never in the file. */
export interface Ephemeral {
  /** A credential, token or revocation run that is not kept, or was and is gone. */
  readonly has: (id: string) => boolean;
  /** The secret stays the caller's to wipe. `vault_locked`. */
  readonly add: (
    credential: Credential,
    secret: SecretBytes,
  ) => Promise<Result<void, VaultFailure>>;
  /** Makes it an ordinary credential, with its secret and its tokens, in one save. */
  readonly keep: (id: CredentialId) => Promise<Result<void, VaultFailure>>;
}

/** The history, sealed anew for another data key. */
export interface MovedHistory {
  /** Where it stands under that key; null: it begins anew. */
  readonly anchor: HistoryAnchor | null;
  /** The save under that key is over. Changes of the vault wait for this. */
  readonly settle: (isSaved: boolean) => void;
}

/** What others do as the vault is saved and locked. */
export interface VaultHooks {
  /** Where the history stands, for each save to carry along; null: as it was. */
  readonly anchor?: () => HistoryAnchor | null;
  /** The data key is about to be replaced. A failure keeps it from being replaced. */
  readonly rekeying?: (
    derive: (label: string) => SecretBytes,
  ) => Promise<Result<MovedHistory, VaultFailure>>;
  /** A save begins. */
  readonly saving?: () => void;
  /** It is over, whatever came of it. */
  readonly saved?: () => void;
  /** Runs first as the vault is locked, while it can still be changed. The keys go whatever comes of it. */
  readonly beforeLock?: () => Promise<void>;
  /** The keys go now, and the contents with them. */
  readonly wiping?: () => void;
}

/** An open vault as its users see it. Once it is locked every call fails with `vault_locked`. */
export interface OpenVault {
  /** As last saved: a change is visible only once it is durable. What is ephemeral is in it too. */
  readonly contents: () => VaultContents;
  /**
   * Makes a change durable. Changes asked for while a save is under way share the next one. One that concerns
   * what is ephemeral alone is no save. On failure nothing changed, in memory or on disk.
   */
  readonly change: (change: VaultChange) => Promise<Result<void, VaultFailure>>;
  readonly ephemeral: Ephemeral;
  /** Adds to the hooks, each in the place of an earlier one of its name. */
  readonly hook: (hooks: VaultHooks) => void;
  readonly hasRecord: (name: RecordName) => boolean;
  /** Opens one record; the caller wipes it. `tampered` when it does not authenticate. */
  readonly openRecord: (name: RecordName) => Result<SecretBytes, VaultFailure>;
  /** 32 bytes that follow from the data key and the label; the caller wipes them. */
  readonly deriveKey: (label: string) => Result<SecretBytes, VaultFailure>;
  /** Short fingerprint under a key of this vault, such as `3f9a·02c1`: stable, says nothing. */
  readonly fingerprint: (secret: SecretBytes) => string;
  /**
   * Waits for saves under way, for 2 s at most, then zeroes every key. Every later call answers
   * `vault_locked`.
   */
  readonly lock: () => Promise<void>;
}
