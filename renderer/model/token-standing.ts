// How urgent a token or credential is, and which token speaks for a credential in the list. Pure.
import {
  failedSince,
  needsPerson,
} from '../../electron/shared/credentials/credential-attention.ts';
import type {
  CredentialView,
  TokenView,
} from '../../electron/shared/credentials/credential-view.ts';
import type { ProvenDeath } from '../../electron/shared/tokens/evidence-words.ts';
import type { TokenState } from '../../electron/shared/words.ts';
import type { Standing } from '../i18n/en-states.ts';

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

const DUE: ReadonlySet<TokenState> = new Set(['expiring', 'expired', 'refused']);
const ENDING: ReadonlySet<TokenState> = new Set([
  'revoking',
  'propagating',
  'confirming',
  'not_verifiable',
  'verified',
]);

/** A token that expired with nothing in its place needs somebody, until it is renewed or dismissed. */
const rankOf = ({ state, unreplaced }: TokenView): number =>
  unreplaced ? EXPIRED_UNREPLACED : urgency[state];

export const needsSomebody = (token: TokenView): boolean => rankOf(token) < NEEDS_NOBODY;

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

/** When the wait that a state names is over; null where it names none. */
export function waitEndsAtMs(state: Standing, token: TokenView | null): number | null {
  if (state === 'propagating') return token?.revocation?.propagationEndsAtMs ?? null;
  return state === 'confirming' ? (token?.confirmsAtMs ?? null) : null;
}

/** Somebody works with it: neither replaced nor being ended, nor over. */
export const isInUse = ({ live, state }: TokenView): boolean =>
  live && (state === 'active' || state === 'expiring');

/** Those in whose place there is another, and whose end nobody asked for. */
export const replacedAlive = ({ tokens }: CredentialView): readonly TokenView[] =>
  tokens.filter(
    ({ live, supersededAtMs, revocation }) =>
      live && supersededAtMs !== null && revocation === null,
  );

export const liveTokens = (credential: CredentialView): readonly TokenView[] =>
  credential.tokens.filter((token) => token.live);

/** Those that may be used: neither over nor being ended, though a server may take one of these still. */
export const usableTokens = (credential: CredentialView): readonly TokenView[] =>
  liveTokens(credential).filter((token) => token.state !== 'expired' && !isBeingEnded(token));

const isActedOn = ({ can }: TokenView): boolean =>
  can.check || can.renew || can.revoke || can.guide;

/**
 * The token that the head of a credential shows, and that its buttons and keys mean: the one its row is about, or
 * where nothing can be done with that, the newest live one with which something can.
 */
export function headToken(credential: CredentialView): TokenView | null {
  const lead = leadToken(credential);
  if (lead === null || isActedOn(lead)) return lead;
  return credential.tokens.find((token) => token.live && isActedOn(token)) ?? lead;
}

/** The token of which the head shows a card: none where the last request failed and none lives. */
export function cardToken(credential: CredentialView): TokenView | null {
  const head = headToken(credential);
  return standingOf(credential) === 'failed' && head?.live !== true ? null : head;
}

/**
 * The token that "renew", "check", "revoke" and so on mean where a credential as a whole is chosen: that of its head,
 * else the newest that allows it. What is over is renewed only where the head is about it.
 */
export function tokenFor(
  credential: CredentialView,
  what: keyof TokenView['can'],
): TokenView | null {
  const head = headToken(credential);
  if (head?.can[what] === true) return head;
  const allows = (token: TokenView): boolean => token.can[what] && (token.live || what !== 'renew');
  return credential.tokens.find(allows) ?? null;
}

/** Little time is left, or none, or the server takes it no more. */
export const isDue = ({ state }: TokenView): boolean => DUE.has(state);

/** Its end was asked for or seen: when it would expire by itself presses nobody any more. */
export const isBeingEnded = ({ state }: TokenView): boolean => ENDING.has(state);

/** What proved its death; null where nothing did. */
export function provenDeath({ revocation, partnerPlan }: TokenView): ProvenDeath | null {
  const proof = revocation ?? partnerPlan;
  if (proof === null || proof.verifiedAtMs === null) return null;
  const { refusals, firstRefusedAtMs, verifiedAtMs } = proof;
  return { refusals, firstRefusedAtMs, verifiedAtMs };
}
