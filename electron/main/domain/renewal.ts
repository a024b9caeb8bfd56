// Renewals and leases as they are remembered: what the person asked for, and what is under way. Facts only; what happens
// next follows from them and the tokens. No row: renewal is off.
import type { Failure } from '../../shared/failures/failure.ts';
import type { CredentialId, TokenId } from './ids.ts';
import type { LeaseEnd } from '../../shared/words.ts';

/** One token being replaced: new token first, old one revoked last. */
export interface Handover {
  readonly fromTokenId: TokenId;
  /** Its row is saved with this one, before the request leaves. */
  readonly toTokenId: TokenId;
  /** From here on the new token is the current one; null while it has not been found to work. */
  readonly handedOverAtMs: number | null;
}

export interface Renewal {
  readonly credentialId: CredentialId;
  /** When the person switched it on. */
  readonly sinceMs: number;
  /** Nothing is renewed from here on; null: until it is switched off. */
  readonly untilMs: number | null;
  /** How long the old token lives on beside the new one. */
  readonly graceSeconds: number;
  readonly handovers: readonly Handover[];
  /** Refusals in a row, by the server or by the check of a new token. */
  readonly refusals: number;
  /** The last attempt's failure; null once one worked. */
  readonly lastFailure: { readonly atMs: number; readonly failure: Failure } | null;
  /** It gave up by itself; the person has to switch it on again, or get a token. */
  readonly stoppedAtMs: number | null;
}

export interface Lease {
  readonly tokenId: TokenId;
  readonly end: LeaseEnd;
  readonly setAtMs: number;
  /** Counted from `setAtMs`; null unless it ends after a time. */
  readonly seconds: number | null;
}
