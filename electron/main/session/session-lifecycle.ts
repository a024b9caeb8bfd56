// What happens around the vault as it opens and locks, and what is told of it.
import type { Failure, FailureCode } from '../../shared/failures/failure.ts';
import type { ShownView } from '../../shared/views.ts';
import type { Clock } from '../domain/clock.ts';
import type { SecretBytes } from '../domain/secret-bytes.ts';
import type { SecretPrompt } from '../secret-input/ports.ts';
import type { OpenVault } from '../vault/unlocked-vault.ts';
import type { VaultContents } from '../vault/vault.ts';
import type { VaultStore } from '../vault/vault-store.ts';
import type { AttemptDelay } from './attempt-delay.ts';
import type { LockPorts } from './lock-steps.ts';
import type { SessionServices } from './session-services.ts';

/** What the locked screen tells of the session behind it, until it is open in its window again. */
type LockSummary = Pick<
  ShownView,
  'worksUntilMs' | 'unprovenAtLock' | 'restingAtLock' | 'leasesAtLock' | 'leftAtLock'
>;

export const NOTHING_TO_TELL: LockSummary = {
  worksUntilMs: null,
  unprovenAtLock: 0,
  restingAtLock: 0,
  leasesAtLock: null,
  leftAtLock: null,
};

export interface VaultSessionState extends LockSummary {
  /** `locking`: nothing can be done any more, and the keys are not gone yet. */
  readonly state: 'starting' | 'absent' | 'locked' | 'unlocking' | 'unlocked' | 'locking';
  readonly failure: Failure | null;
}

/** How `VaultSession.openBy` is told how far an attempt is. Its work answers null when the person gave up. */
export interface Attempt {
  /** A lock came since it began: nothing may be opened or replaced any more. */
  readonly isOver: () => boolean;
  /** The person has answered everything. */
  readonly opening: () => void;
}

/** What happens around the vault as it opens and locks. */
export interface SessionLifecycle extends Omit<LockPorts, 'clock'> {
  readonly prompt: SecretPrompt;
  /** There is no vault file: what else lies in its place is looked for before anyone makes one. */
  readonly missing: () => Promise<void>;
  /** The vault's file is damaged: what can be done with the passphrase before it is wiped. */
  readonly damaged: (passphrase: SecretBytes) => Promise<void>;
  readonly openSession: (vault: OpenVault, isNew: boolean) => Promise<SessionServices>;
  /** So long the vault works on behind a locked window; 0: a lock closes it. */
  readonly workMs: () => number;
  /** The window was locked while the vault works on, or unlocked again. */
  readonly atWork: (is: 'locked' | 'unlocked') => void;
}

export interface VaultSessionPorts {
  readonly clock: Clock;
  readonly store: VaultStore;
  readonly delay: AttemptDelay;
  readonly firstContents: VaultContents;
  readonly changed: () => void;
}

/**
 * Failures to open that mean that the vault's file is not what was saved, so that a backup is wanted: neither a
 * wrong passphrase, nor a newer format, nor a disk that cannot be read now.
 */
export const damage: ReadonlySet<FailureCode> = new Set([
  'not_a_vault',
  'corrupt',
  'tampered',
  'kdf_out_of_bounds',
  'vault_missing',
]);
