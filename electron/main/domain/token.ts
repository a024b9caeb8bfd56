// A token as the ledger knows it: facts only, each written once it happened. What the token *is* now
// is derived from them (token-state.ts), never stored. Its text is a sealed record of its own.
import type {
  Anomaly,
  ControlResult,
  PartnerStep,
  QuarantineReason,
  RefusalEvidence,
  TraderScope,
} from '../../shared/words.ts';
import type { CheckOutcome } from '../../shared/tokens/check-outcome.ts';
import type { Failure } from '../../shared/failures/failure.ts';
import type { CredentialId, TokenId } from './ids.ts';

export interface TokenCheck {
  readonly atMs: number;
  readonly outcome: CheckOutcome;
  readonly status: number | null;
  readonly durationMs: number;
  /** Call, host and proxy; absent where nothing answered. */
  readonly way?: string | undefined;
  /** Of a refusal: why it is about the token. */
  readonly evidence?: RefusalEvidence | undefined;
  /** Of an unclear one: what another token showed of the way. */
  readonly control?: ControlResult | undefined;
}

/** An answer that showed that a call takes the token: the "before" of a change. */
export interface Baseline {
  readonly atMs: number;
  /** As in `TokenCheck`: one for each. */
  readonly way: string;
  readonly status: number;
}

/** What was seen since a token should be dead. */
export interface DeathProof {
  /** Refusals in a row that are about the token. */
  readonly refusals: number;
  /** The first of them; absent without one. */
  readonly firstRefusedAtMs?: number | undefined;
  /** The last of them; absent without one. */
  readonly lastRefusedAtMs?: number | undefined;
  /** Of the last of them. */
  readonly evidence?: RefusalEvidence | undefined;
  /** The last of them, where they prove it dead. */
  readonly verifiedAtMs: number | null;
}

/** A revocation run of one Trader token. Saved before its first byte leaves. */
export interface Revocation extends DeathProof {
  readonly intentAtMs: number;
  readonly attempts: number;
  readonly acceptedAtMs: number | null;
  /** The token worked after acceptance: when last. */
  readonly honouredAtMs: number | null;
  /** It worked after the propagation window: when last. Absent where it was not seen to. */
  readonly honouredLateAtMs?: number | undefined;
  /** Probes since acceptance that said nothing either way. */
  readonly unclear: number;
  /** Set: the server will not accept it however often asked. */
  readonly terminalFailure: Failure | null;
  /** The last attempt's failure while more attempts follow. */
  readonly lastFailure: Failure | null;
}

/** The Partner plan of docs/service.md 5.9: done by the person in the web app, checked here. */
export interface PartnerPlan extends DeathProof {
  readonly startedAtMs: number;
  readonly done: readonly PartnerStep[];
  readonly oldSecret: 'refused' | 'still_mints' | 'unclear' | null;
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
  /** A refusal about it came before the time was up. For the screen: token-evidence.ts says what it means. */
  readonly refusedAtMs: number | null;
  /** Absent where no call was seen to take it. */
  readonly baselines?: readonly Baseline[] | undefined;
  readonly lastCheck: TokenCheck | null;
  readonly revocation: Revocation | null;
  readonly partnerPlan: PartnerPlan | null;
  readonly forgottenAtMs: number | null;
  /** The person asked to revoke it and then forget it: its row goes once it is dead. */
  readonly forgetWhenDead: boolean;
  /** Of a credential that is not kept, and refused by the sealed index like it (credential.ts). */
  readonly ephemeral?: true;
}
