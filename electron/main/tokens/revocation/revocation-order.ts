// The order in which tokens are revoked: what may trade first, then what would live longest. Pure.
import { documentedLifetimeSeconds, namedLifetimeMs } from '../../domain/expiry.ts';
import { mayTrade } from '../../domain/token-evidence.ts';
import type { Token } from '../../domain/token.ts';

/** More than any moment of the wall clock. */
const ABOVE_EVERY_MOMENT = 1e15;

/** Lower is sent sooner. The same as long as the token's facts are: a retry keeps its place. */
export function revocationRank(token: Token): number {
  const lifetimeMs = namedLifetimeMs(token) ?? documentedLifetimeSeconds.trader * 1000;
  const endsAtMs = token.sentAtMs + lifetimeMs;
  return (mayTrade(token) ? 0 : ABOVE_EVERY_MOMENT) - endsAtMs;
}

export const inRevocationOrder = (tokens: readonly Token[]): Token[] =>
  tokens.toSorted((a, b) => revocationRank(a) - revocationRank(b));
