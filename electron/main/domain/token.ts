// A token as the ledger knows it: facts only, each written once it happened. What the token *is* now
// is derived from them (token-state.ts), never stored. Its text is a sealed record of its own.
import type { Anomaly, PartnerStep, QuarantineReason, TraderScope } from '../../shared/words.ts';
import type { Failure } from '../../shared/failure.ts';
import type { CredentialId, TokenId } from './ids.ts';

export type CheckOutcome = 'honoured' | 'refused' | 'forbidden' | 'unclear' | 'no_answer';

export interface TokenCheck {
  readonly atMs: number;
  readonly outcome: CheckOutcome;
  readonly status: number | null;
  readonly durationMs: number;
}

/** A revocation run of one Trader token. Saved before its first byte leaves. */
export interface Revocation {
  readonly intentAtMs: number;
  readonly attempts: number;
  readonly acceptedAtMs: number | null;
  /** Clear refusals in a row since acceptance. */
  readonly refusals: number;
  /** The token worked after acceptance: when last. */
  readonly honouredAtMs: number | null;
  /** Probes since acceptance that said nothing either way. */
  readonly unclear: number;
  readonly verifiedAtMs: number | null;
  /** Set: the server will not accept it however often asked. */
  readonly terminalFailure: Failure | null;
  /** The last attempt's failure while more attempts follow. */
  readonly lastFailure: Failure | null;
}

/** The Partner plan of specification 5.9: done by the person in the web app, checked here. */
export interface PartnerPlan {
  readonly startedAtMs: number;
  readonly done: readonly PartnerStep[];
  readonly oldSecret: 'refused' | 'still_mints' | 'unclear' | null;
  readonly refusals: number;
  readonly verifiedAtMs: number | null;
}

export interface Token {
  readonly id: TokenId;
  readonly credentialId: CredentialId;
  /** `requested` is saved before the request leaves; found at unlock it means possibly issued. */
  readonly issue: 'requested' | 'issued' | 'possibly_issued' | 'quarantined';
  readonly quarantine: QuarantineReason | null;
  readonly fingerprint: string;
  readonly requestedScopes: readonly TraderScope[];
  readonly grantedScopes: readonly string[] | null;
  /** Expiry counts from here: the moment the request was sent, wall clock. */
  readonly sentAtMs: number;
  readonly lifetimeSeconds: number | null;
  readonly expiresInRaw: string | null;
  readonly anomalies: readonly Anomaly[];
  readonly supersededAtMs: number | null;
  /** A 401 said so, before the time was up. */
  readonly refusedAtMs: number | null;
  readonly lastCheck: TokenCheck | null;
  readonly revocation: Revocation | null;
  readonly partnerPlan: PartnerPlan | null;
  readonly forgottenAtMs: number | null;
  /** The person asked to revoke it and then forget it: its row goes once it is dead. */
  readonly forgetWhenDead: boolean;
  /** Of a credential that is not kept, and refused by the sealed index like it (credential.ts). */
  readonly unkept?: true;
}
