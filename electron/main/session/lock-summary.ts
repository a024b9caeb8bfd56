// What the locked screen tells of the session behind it, until it is open in its window again.
import type { LeasesEnded } from '../renewal/leases.ts';
import type { LeftAlive } from './left-alive.ts';

export interface LockSummary {
  /**
   * The window alone is locked: keys are in memory, and the vault works on until then (wall clock). Null: it is closed, or
   * open in its window.
   */
  readonly worksUntilMs: number | null;
  /** Tokens whose revocation was not at its end when the vault was locked; 0 while it is open. */
  readonly unproven: number;
  /** Credentials whose renewal rests until the vault is open again; 0 while it is. */
  readonly resting: number;
  /** Leases that the lock ended; null where there were none, and while it is open. */
  readonly leases: LeasesEnded | null;
  /** Tokens of a vault in memory that may live on; null where there are none, and while a vault is open. */
  readonly left: LeftAlive | null;
}

export const NOTHING_TO_TELL: LockSummary = {
  worksUntilMs: null,
  unproven: 0,
  resting: 0,
  leases: null,
  left: null,
};
