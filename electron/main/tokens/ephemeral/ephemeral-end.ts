// The end of what is not kept: before a lock or the end of the app its tokens are revoked as far as time
// allows, and what may live on is counted, because nobody here will know of it afterwards.
import { mayTrade } from '../../domain/token-evidence.ts';
import type { Token } from '../../domain/token.ts';
import { isLive } from '../../domain/token-life.ts';
import { isRevocable, stateOf } from '../ledger/housekeeping.ts';
import type { Revocations } from '../revocation/revocations.ts';
import type { OpenSession } from '../open-session.ts';

/** What became of tokens that were not kept. Counts and a time: no name outlives the lock. */
export interface EphemeralLeft {
  /** Accepted by the server, and not proven dead by then. */
  readonly accepted: number;
  /** May be honoured: not revoked, or nobody knows whether. */
  readonly live: number;
  /** When the last of those ends, wall clock; null where the server did not say. */
  readonly untilMs: number | null;
}

export interface EphemeralEnd {
  /** Tokens that may be honoured and were not accepted for revocation. */
  readonly live: () => number;
  /** Of them, those that can be revoked from here. */
  readonly revocable: () => number;
  /** Of those, the ones that may trade. */
  readonly trading: () => number;
  /** Begins to revoke those; answers once their intents stand, in memory alone. */
  readonly revoke: (which?: 'all' | 'trading') => Promise<void>;
  /** The person wants them to live on: a lock leaves them alone. */
  readonly spare: () => void;
  /** Revocations without an answer. */
  readonly waiting: () => number;
  /** Asked to be revoked, and not accepted: without an answer, or refused for good. */
  readonly unaccepted: () => number;
  readonly left: () => EphemeralLeft;
}

export function createEphemeralEnd(session: OpenSession, revocations: Revocations): EphemeralEnd {
  let spared = false;

  const all = (): readonly Token[] =>
    session.vault.contents().tokens.filter(({ ephemeral }) => ephemeral === true);

  function isAccepted(token: Token): boolean {
    if (token.revocation?.acceptedAtMs == null) return false;
    return stateOf(session, session.vault.contents(), token) !== 'still_honoured';
  }
  const living = (): readonly Token[] =>
    all().filter((token) => isLive(session, session.vault.contents(), token));
  const loose = (): readonly Token[] => living().filter((token) => !isAccepted(token));
  const revocable = (): readonly Token[] => loose().filter((token) => isRevocable(session, token));
  const trading = (): readonly Token[] => revocable().filter(mayTrade);

  function endOf(token: Token): number | null {
    const left = session.expiries.mostMs(token);
    return left === null ? null : session.clock.nowMs() + left;
  }

  return {
    live: () => loose().length,
    revocable: () => revocable().length,
    trading: () => trading().length,
    async revoke(which = 'all') {
      if (spared) return;
      const chosen = which === 'trading' ? trading() : revocable();
      await Promise.all(chosen.map(({ id }) => revocations.revoke(id)));
    },
    spare() {
      spared = true;
    },
    waiting: () =>
      loose().filter(({ revocation }) => revocation !== null && revocation.terminalFailure === null)
        .length,
    unaccepted: () => loose().filter(({ revocation }) => revocation !== null).length,
    left() {
      const live = loose();
      const ends = live.map(endOf);
      return {
        accepted: living().filter(isAccepted).length,
        live: live.length,
        untilMs: ends.reduce<number | null>(
          (last, each) => (last === null || each === null ? null : Math.max(last, each)),
          live.length === 0 ? null : 0,
        ),
      };
    },
  };
}
