// The order in which tokens are revoked: what may trade first, then what would live longest. Pure.
import { documentedLifetimeSeconds } from '../../domain/expiry.ts';
import { mayTrade } from '../../domain/token-evidence.ts';
import type { Token } from '../../domain/token.ts';

/** More than any moment of the wall clock. */
const ABOVE_EVERY_MOMENT = 1e15;

/** Lower is sent sooner. The same as long as the token's facts are: a retry keeps its place. */
export function revocationRank(token: Token): number {
  const lifetimeSeconds = token.lifetimeSeconds ?? documentedLifetimeSeconds.trader;
  const endsAtMs = token.sentAtMs + lifetimeSeconds * 1000;
  return (mayTrade(token) ? 0 : ABOVE_EVERY_MOMENT) - endsAtMs;
}

export function inRevocationOrder(tokens: readonly Token[]): Token[] {
  return tokens
    .map((token) => ({ token, rank: revocationRank(token) }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ token }) => token);
}
