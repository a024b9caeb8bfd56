// The one judgement about a token's life: what evidence there is, and whether it might still work
// anywhere. Everything that revokes, counts, keeps or drops tokens asks here; the words on the screen are
// token-state.ts. Errs towards life: a token called dead that works is the worst this product can say.
import type { AccessType } from '../../shared/words.ts';
import { mayBeTaken } from './judge-answer.ts';
import { deathProofOf, isProvenDead } from './death-proof.ts';
import { documentedLifetimeSeconds, namedLifetimeMs } from './expiry.ts';
import type { Token } from './token.ts';

/** How long the specification lets a revoked token still work ("up to a few minutes"). */
export const PROPAGATION_WINDOW_MS = 5 * 60_000;
export interface Moment {
  readonly nowMs: number;
  /** Time left of this token; null when its expiry is unknown. */
  readonly remainingMs: number | null;
  /** What may be left at most, if a clock was set; as `remainingMs`, unless given. */
  readonly mostRemainingMs?: number | null;
  /** How old it is at least; by the wall clock, unless given. */
  readonly leastAgeMs?: number;
  /** Time left of its propagation window, possibly negative; by the wall clock, unless given. */
  readonly propagationLeftMs?: number;
  /** How long that window is; as documented, unless given. */
  readonly windowMs?: number;
  /** The longest life that the server gave a token of the same credential, as far as known. */
  readonly longestLifetimeMs?: number;
  /** A newer token stands in its place; as its own facts say, unless given. */
  readonly isReplaced?: boolean;
}

/**
 * A token is over only so long after its end by our clock, in milliseconds. The server counts from the moment
 * it issued it, which is later than ours by at most a whole call, and its clock may be behind.
 */
export const EXPIRY_MARGIN_MS = 60_000;

/**
 * Whether a server somewhere may honour the token now. False only when its time is up by our own clock, with
 * a margin, or when it was proven dead. A refusal alone never makes it false: it may come from one region,
 * or from something in front of the server.
 */
// SECURITY(S33)
export function mightStillWork(token: Token, accessType: AccessType, moment: Moment): boolean {
  return !isProvenDead(token) && !isOver(token, accessType, moment);
}

/**
 * Whether the end that the server named has passed, with the margin. From then on nothing is sent or asked for a
 * token any more; before that a wall clock that is ahead changes nothing.
 * @param mostRemainingMs what may be left by the clock that leaves more; null where nobody named its end.
 */
export const isTimeUp = (mostRemainingMs: number | null): boolean =>
  mostRemainingMs !== null && mostRemainingMs <= -EXPIRY_MARGIN_MS;

function isOver(token: Token, accessType: AccessType, moment: Moment): boolean {
  const { mostRemainingMs = moment.remainingMs } = moment;
  if (mostRemainingMs !== null) return isTimeUp(mostRemainingMs);
  // Nobody named its end. The documented lifetime ends what may never have existed, what nobody here can
  // use or revoke any more, and what the server accepted a revocation of, unless it works all the same.
  const isLeft =
    token.issue === 'possibly_issued' ||
    token.forgottenAtMs !== null ||
    (token.revocation?.acceptedAtMs != null && !worksDespite(token));
  const ageMs = moment.leastAgeMs ?? moment.nowMs - token.sentAtMs;
  return isLeft && ageMs > longestLifeMs(token, accessType, moment) + EXPIRY_MARGIN_MS;
}

/** Seen to work after its revocation should have spread, or by the last check. */
const worksDespite = ({ revocation, lastCheck }: Token): boolean =>
  revocation?.honouredLateAtMs !== undefined || (lastCheck !== null && mayBeTaken(lastCheck));

/**
 * The longest that a token can live whose end is unknown, in milliseconds: never less than what the server named for it
 * or for another token of its credential. The kind of a token that nobody saw is unknown too, so the longer one counts.
 */
export function longestLifeMs(token: Token, accessType: AccessType, moment: Moment): number {
  const { trader, partner } = documentedLifetimeSeconds;
  const isSeen = token.issue !== 'possibly_issued';
  const seconds = isSeen ? documentedLifetimeSeconds[accessType] : Math.max(trader, partner);
  return Math.max(seconds * 1000, namedLifetimeMs(token) ?? 0, moment.longestLifetimeMs ?? 0);
}

/**
 * The server gave it no time to live (case 18). It may be honoured all the same, so it is kept and can be revoked;
 * it takes no other token's place.
 */
export const cameWithoutTime = ({ anomalies }: Token): boolean =>
  anomalies.includes('expires_in_not_positive');

/**
 * The last clear answer was a refusal: whoever uses the token needs another one. Says nothing about whether it
 * works elsewhere.
 */
export const isRefused = ({ refusedAtMs }: Token): boolean => refusedAtMs !== null;

/**
 * Whether its death can be shown, as far as is known now: a call is documented for such a token, one was seen to
 * take it, or it was refused by name.
 */
export function isProvable(token: Token, accessType: AccessType): boolean {
  if (token.issue !== 'issued') return false;
  const { baselines = [] } = token;
  return (
    isVerifiable(token, accessType) ||
    baselines.length > 0 ||
    (deathProofOf(token)?.refusals ?? 0) > 0
  );
}

/** Whether a documented call honours such a token (docs/service.md 5.7): a read-only Trader token has none. */
export function isVerifiable(token: Token, accessType: AccessType): boolean {
  return accessType === 'partner' || mayTrade(token);
}

/** The scopes it has as far as known: granted if the server said, else as requested. */
const scopesOf = ({ grantedScopes, requestedScopes }: Token): readonly string[] =>
  grantedScopes ?? requestedScopes;

export const mayTrade = (token: Token): boolean => scopesOf(token).includes('TRADER_TRADE');

/** Of two tokens of one credential: a Partner key has one permission, a Trader token has its scopes. */
export function hasSameRights(one: Token, other: Token): boolean {
  const [mine, theirs] = [new Set(scopesOf(one)), new Set(scopesOf(other))];
  return mine.size === theirs.size && [...mine].every((scope) => theirs.has(scope));
}

/**
 * Scopes that the one token has, as far as known, and the other of its credential lacks. Of Partner tokens none: nobody
 * asks for a scope, and their key has one permission.
 */
export const scopesLost = (before: Token, after: Token): readonly string[] =>
  before.requestedScopes.length === 0
    ? []
    : scopesOf(before).filter((scope) => !scopesOf(after).includes(scope));
