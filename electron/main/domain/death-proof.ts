// The proof that a token that should be dead is dead: refusals in a row that are about the token, the row as long as
// the propagation window and the last of them after it. One region refuses seconds after a revocation, the last one
// minutes later (docs/service.md 8). The row begins anew whenever the token was seen to work.
import { showsWorking } from '../../shared/tokens/check-outcome.ts';
import type { RefusalEvidence } from '../../shared/words.ts';
import { mayBeTaken, withBaseline } from './judge-answer.ts';
import type { DeathProof, PartnerPlan, Revocation, Token, TokenCheck } from './token.ts';

/** Refusals in a row that a proof of death takes at least. */
export const REFUSALS_NEEDED = 3;
/** Refusals of a proof, but for what is asked because one was not about the token. */
const PLANNED_REFUSALS = 5;
/** Pause between the first refusal and the second, and at least between any two. */
const CONFIRM_PAUSE_MS = 1_500;
/** A refusal sooner after the one before it is the same one; less than the pause, since timers and clocks differ. */
const SAME_REFUSAL_MS = 1_000;
/** After the second one they lie at least such a part of the window apart, whoever asks. */
const PARTS_OF_WINDOW = 12;

const LONGEST_WATCH_PAUSE_MS = 24 * 3_600_000;

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

/** What one check changes in a token. One that may be taken is alive, whatever was proven before. */
export function withCheck(token: Token, check: TokenCheck, window: ProofWindow): Token {
  const before = withBaseline(token, check);
  const { revocation, partnerPlan } = before;
  const isWanted = partnerPlan !== null && (isKeyRevoked(partnerPlan) || mayBeTaken(check));
  return {
    ...before,
    revocation: revocation && seenSince(revocation, token, check, window),
    partnerPlan: isWanted ? proofAfter(partnerPlan, token, check, window) : partnerPlan,
  };
}

function seenSince(
  run: Revocation,
  token: Token,
  check: TokenCheck,
  window: ProofWindow,
): Revocation {
  const proof = proofAfter(run, token, check, window);
  if (showsWorking(check.outcome)) {
    const isLate = run.acceptedAtMs !== null && window.leastLeftMs <= 0;
    const late = isLate ? { honouredLateAtMs: check.atMs } : {};
    return { ...proof, honouredAtMs: check.atMs, ...late };
  }
  return mayBeTaken(check) || proves(check) ? proof : { ...proof, unclear: run.unclear + 1 };
}

/** A change alone proves nothing: a wall may have begun at that moment. */
const proves = ({ outcome, evidence }: TokenCheck): boolean =>
  outcome === 'refused' && evidence !== undefined && evidence !== 'changed';

/**
 * Refusals in a row. It begins anew where the token may be taken in between, and where another token is refused
 * alike: then something before the server refuses both.
 */
function proofAfter<T extends DeathProof>(
  proof: T,
  token: Token,
  check: TokenCheck,
  window: ProofWindow,
): T {
  if (mayBeTaken(check)) return { ...withNoRefusals(proof), verifiedAtMs: null };
  if (check.control === 'other_not_taken' && proof.verifiedAtMs === null) {
    return withNoRefusals(proof);
  }
  if (!proves(check) || isOutOfTurn(proof, token, check, window)) return proof;
  const refusals = proof.refusals + 1;
  const { evidence, atMs } = check;
  const isDead = refusals >= REFUSALS_NEEDED && waitLeftMs(token, window, evidence) <= 0;
  return {
    ...proof,
    refusals,
    firstRefusedAtMs: proof.firstRefusedAtMs ?? atMs,
    lastRefusedAtMs: atMs,
    ...(evidence === undefined ? {} : { evidence }),
    verifiedAtMs: proof.verifiedAtMs ?? (isDead ? atMs : null),
  };
}

/**
 * Asked before the token should be dead, or before it was last seen to work; or so soon after the last refusal that
 * it is no further one. Pressing *Check* often makes no proof shorter.
 */
function isOutOfTurn(
  { refusals, lastRefusedAtMs }: DeathProof,
  token: Token,
  { atMs }: TokenCheck,
  { lengthMs }: ProofWindow,
): boolean {
  const { revocation, partnerPlan } = token;
  const begunAtMs = revocation?.intentAtMs ?? partnerPlan?.startedAtMs ?? 0;
  if (atMs < Math.max(begunAtMs, seenWorkingAtMs(token))) return true;
  if (lastRefusedAtMs === undefined) return false;
  const apartMs = refusals < 2 ? 0 : lengthMs / PARTS_OF_WINDOW;
  // A clock that was set back since makes no refusal the same as one before it.
  return Math.abs(atMs - lastRefusedAtMs) < Math.max(SAME_REFUSAL_MS, apartMs);
}

const seenWorkingAtMs = ({ baselines = [] }: Token): number =>
  Math.max(-Infinity, ...baselines.map(({ atMs }) => atMs));

/** It was seen to work since it should be dead: since its revocation was accepted, or its key revoked. */
export function workedSince(token: Token): boolean {
  const { revocation, partnerPlan } = token;
  // Whatever the wall clock says: it may have been set back since.
  if (revocation !== null && revocation.acceptedAtMs !== null && revocation.honouredAtMs !== null) {
    return true;
  }
  const sinceMs = revocation?.acceptedAtMs ?? revocation?.intentAtMs ?? partnerPlan?.startedAtMs;
  return sinceMs !== undefined && seenWorkingAtMs(token) > sinceMs;
}

/**
 * How long the row has to be: as long as the propagation window. One that worked since takes twice as long where no
 * other token shows that not everybody is refused.
 */
function rowNeededMs(token: Token, windowMs: number, evidence?: RefusalEvidence): number {
  return workedSince(token) && evidence === 'named' ? 2 * windowMs : windowMs;
}

/** Milliseconds until a refusal can be the last of a proof; 0 or less: any may be. */
function waitLeftMs(token: Token, window: ProofWindow, evidence?: RefusalEvidence): number {
  const { lengthMs, leftMs, rowMs } = window;
  return Math.max(leftMs, rowNeededMs(token, lengthMs, evidence) - rowMs);
}

/** Milliseconds until the next refusal counts and is asked for; null before the first one. */
export function refusalPauseMs(token: Token, window: ProofWindow): number | null {
  const { refusals = 0, evidence } = deathProofOf(token) ?? {};
  if (refusals === 0) return null;
  if (refusals === 1) return CONFIRM_PAUSE_MS;
  const shareMs = waitLeftMs(token, window, evidence) / Math.max(1, PLANNED_REFUSALS - refusals);
  return Math.max(CONFIRM_PAUSE_MS, Math.ceil(shareMs), window.lengthMs / (PARTS_OF_WINDOW - 1));
}

/** Wall clock when a refusal can be the last of its proof; null where it was not refused in a row, or is proven. */
export function confirmsAtMs(token: Token, windowMs: number): number | null {
  const { firstRefusedAtMs, evidence } = deathProofOf(token) ?? {};
  if (firstRefusedAtMs === undefined || isProvenDead(token)) return null;
  const sinceMs = token.revocation?.acceptedAtMs ?? firstRefusedAtMs;
  return Math.max(sinceMs + windowMs, firstRefusedAtMs + rowNeededMs(token, windowMs, evidence));
}

/** The proof begins anew: what was refused before says nothing about what ends it now. */
export function withNoRefusals<T extends DeathProof>(proof: T): T {
  const { firstRefusedAtMs: _first, lastRefusedAtMs: _last, evidence: _evidence, ...rest } = proof;
  return { ...(rest as T), refusals: 0 };
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

/** Proven dead after it had worked when it should not have: it is asked again, in case it does so again. */
export const isWatched = (token: Token): boolean => isProvenDead(token) && workedSince(token);

/** Milliseconds until one that is watched is asked again: first after a window, then after twice as long each time. */
export function watchPauseMs(token: Token, nowMs: number, windowMs: number): number {
  const provenAtMs = provenDeadAtMs(token) ?? nowMs;
  const askedAtMs = Math.max(provenAtMs, token.lastCheck?.atMs ?? 0);
  const soFarMs = Math.max(windowMs, CONFIRM_PAUSE_MS, askedAtMs - provenAtMs);
  const pauseMs = Math.min(soFarMs, LONGEST_WATCH_PAUSE_MS);
  return Math.min(pauseMs, Math.max(0, askedAtMs + pauseMs - nowMs));
}

/** It is watched, and was not asked since a window after its proof: nothing of it is dropped yet. */
export const mayWorkAgain = (token: Token, windowMs: number): boolean =>
  isWatched(token) && (token.lastCheck?.atMs ?? 0) < (provenDeadAtMs(token) ?? 0) + windowMs;

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
