// How urgent a token or credential is, and which token speaks for a credential in the list. Pure.
import {
  failedSince,
  needsPerson,
} from '../../electron/shared/credentials/credential-attention.ts';
import type {
  CredentialView,
  TokenView,
} from '../../electron/shared/credentials/credential-view.ts';
import type { TokenState } from '../../electron/shared/words.ts';

/** What a row says: a token's state, or that there is none, or that the last request failed. */
export type Standing = TokenState | 'no_token' | 'failed';

/** Lower is more urgent; what needs nobody is 10 or more. */
const urgency: Readonly<Record<Standing, number>> = {
  still_honoured: 0,
  revoke_failed: 1,
  failed: 2,
  refused: 3,
  quarantined: 4,
  possibly_issued: 4,
  unclear: 5,
  needs_you: 5,
  expiring: 6,
  requesting: 10,
  active: 11,
  revoking: 12,
  propagating: 13,
  confirming: 13,
  superseded: 14,
  expired: 20,
  not_verifiable: 21,
  verified: 22,
  forgotten: 23,
  no_token: 30,
};
const EXPIRED_UNREPLACED = 5;
const NEEDS_NOBODY = 10;
/** From here on the token is over; the newest of these speaks, not the most urgent. */
const OVER = 20;

/** A token that expired with nothing in its place needs somebody, until it is renewed or dismissed. */
const rankOf = ({ state, unreplaced }: TokenView): number =>
  unreplaced ? EXPIRED_UNREPLACED : urgency[state];

/** A refused token matters only while nothing newer works in its place. */
function resolvedByNewer(tokens: readonly TokenView[], index: number): boolean {
  return tokens
    .slice(0, index)
    .some(({ state }) => state === 'active' || state === 'expiring' || state === 'requesting');
}

/** The token a credential's row is about: the most urgent, else the newest. Tokens come newest first. */
export function leadToken(credential: CredentialView): TokenView | null {
  const { tokens } = credential;
  const [newest = null] = tokens;
  if (tokens.length <= 1) return newest;
  let lead: TokenView | null = null;
  for (const [index, token] of tokens.entries()) {
    if (token.state === 'refused' && resolvedByNewer(tokens, index)) continue;
    const rank = Math.min(rankOf(token), OVER);
    if (lead === null || rank < Math.min(rankOf(lead), OVER)) lead = token;
  }
  return lead ?? newest;
}

export function standingOf(credential: CredentialView): Standing {
  return standing(credential)[0];
}

export const urgencyOf = (credential: CredentialView): number => standing(credential)[1];

/** The word, and how urgent it is. */
function standing(credential: CredentialView): readonly [Standing, number] {
  const lead = leadToken(credential);
  const rank = lead === null ? urgency.no_token : rankOf(lead);
  if (failedSince(credential) && urgency.failed < rank) return ['failed', urgency.failed];
  return [lead === null ? 'no_token' : lead.state, rank];
}

export const needsAttention = (credential: CredentialView): boolean =>
  needsPerson(credential) || urgencyOf(credential) < NEEDS_NOBODY;

const needing = new WeakMap<readonly CredentialView[], ReadonlySet<CredentialView>>();

/** Those of a list that need attention. Found once for each list: several parts of the window ask. */
export function allNeedingAttention(
  credentials: readonly CredentialView[],
): ReadonlySet<CredentialView> {
  let found = needing.get(credentials);
  if (found === undefined) {
    found = new Set(credentials.filter(needsAttention));
    needing.set(credentials, found);
  }
  return found;
}

/** When the wait that a state names is over; null where it names none. */
export function waitEndsAtMs(state: Standing, token: TokenView | null): number | null {
  if (state === 'propagating') return token?.revocation?.propagationEndsAtMs ?? null;
  return state === 'confirming' ? (token?.confirmsAtMs ?? null) : null;
}

/** Somebody works with it: neither replaced nor being ended, nor over. */
export const isInUse = ({ live, state }: TokenView): boolean =>
  live && (state === 'active' || state === 'expiring');

export const liveTokens = (credential: CredentialView): readonly TokenView[] =>
  credential.tokens.filter((token) => token.live);

/** The token that "renew", "check" and "revoke" mean when a credential as a whole is chosen. */
export function tokenFor(
  credential: CredentialView,
  what: 'check' | 'renew' | 'revoke' | 'copy',
): TokenView | null {
  return credential.tokens.find((token) => token.can[what]) ?? null;
}
