// What the locked screen tells of the room that was closed, until it is open again.
import type { LeasesEnded } from '../renewal/leases.ts';
import type { UnkeptLeft } from '../tokens/ephemeral/ephemeral-end.ts';

export interface ToldAtLock {
  /** Tokens whose revocation was not at its end when the vault was locked; 0 while it is open. */
  readonly unproven: number;
  /** Credentials whose renewal rests until the vault is open again; 0 while it is. */
  readonly resting: number;
  /** Leases that the lock ended; null where there were none, and while it is open. */
  readonly leases: LeasesEnded | null;
  /** Tokens that were not kept and may live on; null where there are none, and while it is open. */
  readonly unkept: UnkeptLeft | null;
}

export const NOTHING_TO_TELL: ToldAtLock = { unproven: 0, resting: 0, leases: null, unkept: null };
