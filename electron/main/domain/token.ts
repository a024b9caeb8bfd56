// A token as the ledger knows it: facts only, each written once it happened. What the token *is* now
// is derived from them (token-state.ts), never stored. Its text is a sealed record of its own.
import * as v from 'valibot';
import {
  anomalies,
  controlResults,
  leaseEnds,
  partnerSteps,
  quarantineReasons,
  refusalEvidences,
  traderScopes,
} from '../../shared/words.ts';
import { checkOutcomes } from '../../shared/tokens/check-outcome.ts';
import { failureView } from '../../shared/failures/failure.ts';
import { count, credentialId, finite, text, tokenId, type Row } from './row-schema.ts';

const checkSchema = v.strictObject({
  atMs: finite,
  outcome: v.picklist(checkOutcomes),
  status: v.nullable(finite),
  durationMs: finite,
  /** Call, host and proxy; absent where nothing answered. */
  way: v.optional(text),
  /** Of a refusal: why it is about the token. */
  evidence: v.optional(v.picklist(refusalEvidences)),
  /** Of an unclear one: what another token showed of the way. */
  control: v.optional(v.picklist(controlResults)),
});
export type TokenCheck = Row<typeof checkSchema>;

/** An answer that showed that a call takes the token: the "before" of a change. */
const baselineSchema = v.strictObject({
  atMs: finite,
  /** As in `TokenCheck`: one for each. */
  way: text,
  status: finite,
});
export type Baseline = Row<typeof baselineSchema>;

/** What was seen since a token should be dead. */
const deathProofSchema = v.strictObject({
  /** Refusals in a row that are about the token. */
  refusals: count,
  /** The first of them; absent without one. */
  firstRefusedAtMs: v.optional(finite),
  /** The last of them; absent without one. */
  lastRefusedAtMs: v.optional(finite),
  /** Of the last of them. */
  evidence: v.optional(v.picklist(refusalEvidences)),
  /** The last of them, where they prove it dead. */
  verifiedAtMs: v.nullable(finite),
});
export type DeathProof = Row<typeof deathProofSchema>;

/** A revocation run of one Trader token. Saved before its first byte leaves. */
const revocationSchema = v.strictObject({
  intentAtMs: finite,
  attempts: count,
  acceptedAtMs: v.nullable(finite),
  /** The token worked after acceptance: when last. */
  honouredAtMs: v.nullable(finite),
  /** It worked after the propagation window: when last. Absent where it was not seen to. */
  honouredLateAtMs: v.optional(finite),
  /** Probes since acceptance that said nothing either way. */
  unclear: count,
  ...deathProofSchema.entries,
  /** Set: the server will not accept it however often asked. */
  terminalFailure: v.nullable(failureView),
  /** The last attempt's failure while more attempts follow. */
  lastFailure: v.nullable(failureView),
});
export type Revocation = Row<typeof revocationSchema>;

/** The Partner plan of docs/service.md 5.9: done by the person in the web app, checked here. */
const partnerPlanSchema = v.strictObject({
  startedAtMs: finite,
  done: v.array(v.picklist(partnerSteps)),
  oldSecret: v.nullable(v.picklist(['refused', 'still_mints', 'unclear'])),
  ...deathProofSchema.entries,
});
export type PartnerPlan = Row<typeof partnerPlanSchema>;

/** It is to be revoked before its expiry, as the person or a program wants it. */
const leaseSchema = v.strictObject({
  end: v.picklist(leaseEnds),
  setAtMs: finite,
  /** Counted from `setAtMs`; null unless it ends after a time. */
  seconds: v.nullable(count),
});
export type Lease = Row<typeof leaseSchema>;

export const tokenSchema = v.strictObject({
  id: tokenId,
  credentialId,
  /** `requested` is saved before the request leaves; found at unlock it means possibly issued. */
  issue: v.picklist(['requested', 'issued', 'possibly_issued', 'quarantined']),
  quarantine: v.nullable(v.picklist(quarantineReasons)),
  fingerprint: text,
  requestedScopes: v.array(v.picklist(traderScopes)),
  grantedScopes: v.nullable(v.array(text)),
  /** Expiry counts from here: the moment the request was sent, wall clock. */
  sentAtMs: finite,
  lifetimeSeconds: v.nullable(finite),
  expiresInRaw: v.nullable(text),
  anomalies: v.array(v.picklist(anomalies)),
  supersededAtMs: v.nullable(finite),
  /** A refusal about it came before the time was up. For the screen: token-evidence.ts says what it means. */
  refusedAtMs: v.nullable(finite),
  /** Absent where no call was seen to take it. */
  baselines: v.optional(v.array(baselineSchema)),
  lastCheck: v.nullable(checkSchema),
  revocation: v.nullable(revocationSchema),
  partnerPlan: v.nullable(partnerPlanSchema),
  forgottenAtMs: v.nullable(finite),
  /** Absent: it lives until it expires, or somebody revokes it. */
  lease: v.optional(leaseSchema),
  /** The person asked to revoke it and then forget it: its row goes once it is dead. */
  forgetWhenDead: v.boolean(),
});

export type Token = Row<typeof tokenSchema>;
