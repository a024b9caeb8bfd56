// Make-before-break, for everyone who replaces a token: renewal, programs and rotation. A successor is issued and seen to
// work before anything is done to the token before it; whatever else is seen leaves that one as it is. Judges only: the
// callers save, hand over and revoke, each in steps that survive a kill.
import { showsWorking } from '../../shared/tokens/check-outcome.ts';
import type { Failure } from '../../shared/failures/failure.ts';
import type { TokenId } from '../domain/ids.ts';
import { fail, ok, type Result } from '../domain/result.ts';
import { cameWithoutTime, isVerifiable, scopesLost } from '../domain/token-evidence.ts';
import type { Token } from '../domain/token.ts';
import { probe, saveCheck, type Told } from './checks/probe.ts';
import { findToken, findTokenPlace, type OpenSession } from './open-session.ts';

/** With so little left of the old token, a successor that nobody could ask about takes its place unchecked. */
export const LAST_MOMENT_MS = 30_000;

/**
 * The token that came, where it may succeed another one; else `token_unusable`, or why none came. One that may do less
 * than the token before it is `insufficient_scope`: often no call can ask about it, so it would take over unchecked.
 * @param place the row that was made for it. A text that is here already comes in the row of its own token: that is the
 * same token and no successor, `token_repeated`.
 * @param before the token that it is to succeed; null where there is none.
 */
export function successorIn(
  session: OpenSession,
  came: Result<TokenId>,
  place: TokenId,
  before: Token | null,
): Result<Token> {
  if (!came.ok) return came;
  if (came.value !== place) return fail({ code: 'token_repeated' });
  const token = findToken(session, place);
  if (token === null || token.issue !== 'issued' || cameWithoutTime(token)) {
    return fail({ code: 'token_unusable' });
  }
  const leftMs = session.expiries.remainingMs(token);
  if (leftMs !== null && leftMs <= 0) return fail({ code: 'token_unusable' });
  const scopes = before === null ? [] : scopesLost(before, token);
  return scopes.length > 0 ? fail({ code: 'insufficient_scope', facts: { scopes } }) : ok(token);
}

/** What one call with the successor showed. */
export type Seen =
  | { readonly kind: 'works' }
  /** No call is documented for such a token (docs/service.md 5.7). */
  | { readonly kind: 'not_askable' }
  /** The server refuses what it has just issued: another one would fare no better (docs/oauth-cases.md case 90). */
  | { readonly kind: 'refused'; readonly failure: Failure }
  /** No answer, or one that settles nothing, such as a 403. */
  | { readonly kind: 'unclear'; readonly failure: Failure }
  /** An answer that the vault did not take: it counts once it is saved. */
  | { readonly kind: 'unsaved'; readonly failure: Failure };

/** Asks once with the successor, and saves what that showed. @param told as in `saveCheck`. */
export async function see(session: OpenSession, id: TokenId, told: Told | null): Promise<Seen> {
  const place = findTokenPlace(session, id);
  if (!place.ok) return { kind: 'unclear', failure: place.failure };
  const { token, credential } = place.value;
  if (!isVerifiable(token, credential.accessType)) return { kind: 'not_askable' };
  const asked = await probe(session, place.value, (answer) => answer);
  if (!asked.ok) return { kind: 'unclear', failure: asked.failure };
  const { check, failure } = asked.value;
  const saved = await saveCheck(session, id, check, told);
  if (!saved.ok) return { kind: 'unsaved', failure: { code: saved.failure.code } };
  if (showsWorking(check.outcome)) return { kind: 'works' };
  const facts = { status: check.status ?? undefined };
  return check.outcome === 'refused'
    ? { kind: 'refused', failure: { code: 'token_refused', facts } }
    : { kind: 'unclear', failure: failure ?? { code: 'invalid_response', facts } };
}

/** Which of both is the current one now. `both_stay`: the old one, and the successor is asked about again. */
export type Turn = 'successor' | 'successor_unchecked' | 'both_stay' | 'old';

/**
 * Milliseconds for which a token may still work, possibly negative, by the clock that leaves it more: one that was set
 * ahead ends no token that works. That it was refused shortens nothing: a wall may have done so (token-evidence.ts).
 * 0 where it is not there any more, Infinity where nobody knows its end.
 */
export const mostLeftMs = (session: OpenSession, token: Token | null): number =>
  token === null ? 0 : (session.expiries.mostMs(token) ?? Infinity);

/** @param oldLeftMs `mostLeftMs` of the token before it; 0 where it is known to be over. */
export function turnAfter(seen: Seen['kind'], oldLeftMs: number): Turn {
  switch (seen) {
    case 'works':
      return 'successor';
    case 'not_askable':
      return 'successor_unchecked';
    case 'refused':
      return 'old';
    case 'unclear':
    case 'unsaved':
      return oldLeftMs <= LAST_MOMENT_MS ? 'successor_unchecked' : 'both_stay';
  }
}
