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
  'history_key', // under the anchor's key id
  'signing_key', // signs what is exported
  'proxy_password', // under the environment's id
] as const;

/** Names a sealed record: whose it is, and which field. Both are authenticated with it. */
export interface RecordName {
  readonly id: string;
  readonly field: (typeof recordFields)[number];
}

/**
 * Stands for "later rows of the history need another key", in the very save that replaced the data key. Random
 * bytes that nothing uses; gone with the save that brings the new key.
 */
export const HISTORY_KEY_DUE: RecordName = { id: 'due', field: 'history_key' };

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

/** An open vault as its users see it. Once it is locked every call fails with `vault_locked`. */
export interface OpenVault {
  /** As last saved: a change is visible only once it is durable. */
  readonly contents: () => VaultContents;
  /**
   * Makes a change durable. Changes asked for while a save is under way share the next one.
   * On failure nothing changed, in memory or on disk.
   */
  readonly change: (change: VaultChange) => Promise<Result<void, VaultFailure>>;
  readonly hasRecord: (name: RecordName) => boolean;
  /**
   * Makes records ready that may soon be opened by the hundred: derives their keys, in pieces, in place of
   * those named before. Opens nothing. Used up as records are opened, and zeroed at lock.
   */
  readonly expect: (names: readonly RecordName[]) => Promise<void>;
  /** Opens one record; the caller wipes it. `tampered` when it does not authenticate. */
  readonly openRecord: (name: RecordName) => Result<SecretBytes, VaultFailure>;
  /** Short fingerprint under a key of this vault, such as `3f9a·02c1`: stable, says nothing. */
  readonly fingerprint: (secret: SecretBytes) => string;
  /**
   * Waits for saves under way, for 2 s at most, then zeroes every key. Every later call answers
   * `vault_locked`.
   */
  readonly lock: () => Promise<void>;
}
