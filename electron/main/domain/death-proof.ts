// The proof that a token that should be dead is dead: refusals in a row that are about the token, spread over the
// propagation window, the last of them after it. One region refuses seconds after a revocation, the last one
// minutes later (docs/service.md 8).
import { showsWorking } from '../../shared/tokens/check-outcome.ts';
import { takes, withBaseline } from './answer-evidence.ts';
import type { DeathProof, PartnerPlan, Revocation, Token, TokenCheck } from './token.ts';

/** Refusals in a row that a proof of death takes at least. */
export const REFUSALS_NEEDED = 3;
/**
 * Milliseconds that lie at least between the first of them and the last, where the window is not shorter: a
 * proof that begins after the window, at unlock for one, is no single moment either.
 */
const LEAST_SPREAD_MS = 30_000;

/** How a proof of death stands in time when a check is made. */
export interface ProofWindow {
  /** How long a token that should be dead may go on working somewhere. */
  readonly lengthMs: number;
  /** Left of it, possibly negative: since the acceptance, or else since the first refusal. */
  readonly leftMs: number;
  /** The same by the clock that makes it end sooner: from then on a token that works is an alarm. */
  readonly leastLeftMs: number;
  /** Since the first refusal of the row; 0 before it. */
  readonly rowMs: number;
}

/** What one check changes in a token. One that is taken is alive, whatever was proven before. */
export function withCheck(token: Token, check: TokenCheck, window: ProofWindow): Token {
  const before = withBaseline(token, check);
  const { revocation, partnerPlan } = before;
  return {
    ...before,
    revocation: revocation && seenSince(revocation, check, window),
    partnerPlan:
      partnerPlan && (isKeyRevoked(partnerPlan) || takes(check))
        ? proofAfter(partnerPlan, check, window)
        : partnerPlan,
  };
}

function seenSince(run: Revocation, check: TokenCheck, window: ProofWindow): Revocation {
  const proof = proofAfter(run, check, window);
  if (showsWorking(check.outcome)) {
    const isLate = run.acceptedAtMs !== null && window.leastLeftMs <= 0;
    const late = isLate ? { honouredLateAtMs: check.atMs } : {};
    return { ...proof, honouredAtMs: check.atMs, ...late };
  }
  return takes(check) || check.outcome === 'refused'
    ? proof
    : { ...proof, unclear: run.unclear + 1 };
}

/** Refusals in a row; a token that is taken in between begins the row anew. */
function proofAfter<T extends DeathProof>(proof: T, check: TokenCheck, window: ProofWindow): T {
  if (takes(check)) return { ...withNoRefusals(proof), verifiedAtMs: null };
  if (check.outcome !== 'refused') return proof;
  const firstRefusedAtMs = proof.firstRefusedAtMs ?? check.atMs;
  const refusals = proof.refusals + 1;
  const isDead = refusals >= REFUSALS_NEEDED && waitLeftMs(window) <= 0;
  return {
    ...proof,
    refusals,
    firstRefusedAtMs,
    ...(check.evidence === undefined ? {} : { evidence: check.evidence }),
    verifiedAtMs: proof.verifiedAtMs ?? (isDead ? check.atMs : null),
  };
}

/** Milliseconds until a refusal can be the last of a proof; 0 or less: any may be. */
export function waitLeftMs({ lengthMs, leftMs, rowMs }: ProofWindow): number {
  return Math.max(leftMs, Math.min(lengthMs, LEAST_SPREAD_MS) - rowMs);
}

/** Wall clock when a refusal can be the last of its proof; null where it was not refused in a row, or is proven. */
export function confirmsAtMs(token: Token, windowMs: number): number | null {
  const { firstRefusedAtMs } = deathProofOf(token) ?? {};
  if (firstRefusedAtMs === undefined || isProvenDead(token)) return null;
  const sinceMs = token.revocation?.acceptedAtMs ?? firstRefusedAtMs;
  return Math.max(sinceMs + windowMs, firstRefusedAtMs + Math.min(windowMs, LEAST_SPREAD_MS));
}

/** The proof begins anew: what was refused before says nothing about what ends it now. */
export function withNoRefusals<T extends DeathProof>(proof: T): T {
  return { ...withoutRow(proof), refusals: 0 };
}

function withoutRow<T extends DeathProof>(proof: T): T {
  const { firstRefusedAtMs: _first, evidence: _evidence, ...others } = proof;
  return others as T;
}

const isKeyRevoked = ({ done }: PartnerPlan): boolean => done.includes('revoke_key');

/** What is known of its death since it should be dead; null where nothing should have ended it. */
export const deathProofOf = ({ revocation, partnerPlan }: Token): DeathProof | null =>
  revocation ?? partnerPlan;

/** It should be dead, and is not proven to be: asking with it may still show something. */
export function awaitsProof(token: Token): boolean {
  const { revocation, partnerPlan } = token;
  const should = revocation !== null || (partnerPlan !== null && isKeyRevoked(partnerPlan));
  return should && !isProvenDead(token);
}

/**
 * The server accepted its revocation, and it was seen to work after the propagation window and not to be refused
 * since. Whoever asks for its end again asks the server again.
 */
export const outlivesRevocation = ({ revocation }: Token): boolean =>
  revocation !== null &&
  revocation.acceptedAtMs !== null &&
  revocation.honouredLateAtMs !== undefined &&
  revocation.refusals === 0 &&
  revocation.verifiedAtMs === null;

/** When it was proven dead, wall clock; null while it is not. */
export const provenDeadAtMs = ({ revocation, partnerPlan }: Token): number | null =>
  revocation?.verifiedAtMs ?? partnerPlan?.verifiedAtMs ?? null;

export const isProvenDead = (token: Token): boolean => provenDeadAtMs(token) !== null;
