// A person's request for a token: tried again where that may help (retry-delay.ts), with the wait in sight.
// It can be cut short, and ends by itself when nobody wants the token any more.
import type { Failure } from '../../../shared/failures/failure.ts';
import type { CredentialId, TokenId } from '../../domain/ids.ts';
import { fail, type Result } from '../../domain/result.ts';
import { frozenSince } from '../ledger/late-arrivals.ts';
import { waitBeforeRetry } from './retry-delay.ts';
import type { OpenSession } from '../open-session.ts';

/** One try. `isLast` is asked about its failure before anything of that is written down. */
export type Try = (isLast: (failure: Failure) => boolean) => Promise<Result<TokenId, Failure>>;

export interface RequestRetry {
  /** Tries until one succeeds or another would not help. `left`: nobody wants it any more. */
  readonly grant: (
    credentialId: CredentialId,
    left: AbortSignal,
    attempt: Try,
  ) => Promise<Result<TokenId, Failure>>;
  /** Waits for this credential end, and the next try is made. */
  readonly tryNow: (credentialId: CredentialId) => void;
  /** Waits for this credential end, or for all, and with them the requests: what failed is their end. */
  readonly giveUp: (credentialId?: CredentialId) => void;
  /** The contents have changed: what a trigger has frozen does not wait any longer. */
  readonly reevaluate: () => void;
}

type WaitEnd = 'try' | 'give_up' | 'frozen';

interface Waiting {
  readonly credentialId: CredentialId;
  readonly isFrozen: () => boolean;
  readonly end: (how: WaitEnd) => void;
}

export function createRequestRetry(session: OpenSession): RequestRetry {
  const waiting = new Set<Waiting>();

  async function wait(
    about: Omit<Waiting, 'end'>,
    waitMs: number,
    left: AbortSignal,
  ): Promise<WaitEnd> {
    const { promise, resolve } = Promise.withResolvers<WaitEnd>();
    const one = { ...about, end: resolve };
    const giveUp = (): void => resolve('give_up');
    const cancelTimer = session.clock.after(waitMs, () => resolve('try'));
    waiting.add(one);
    left.addEventListener('abort', giveUp);
    if (left.aborted || session.closing.aborted) giveUp();
    try {
      return await promise;
    } finally {
      left.removeEventListener('abort', giveUp);
      waiting.delete(one);
      cancelTimer();
    }
  }

  return {
    async grant(credentialId, left, attempt) {
      const frozen = frozenSince(session.vault.contents());
      const isFrozen = (): boolean => frozen(session.vault.contents(), credentialId);
      for (let failed = 1; ; failed += 1) {
        let waitMs: number | null = null;
        const result = await attempt((failure) => {
          waitMs = waitBeforeRetry(failure, failed, session.clock.nowMs());
          return waitMs === null;
        });
        if (result.ok || waitMs === null) return result;
        const startedAtMs = session.clock.nowMs();
        const nextTry = { atMs: startedAtMs + waitMs, failure: result.failure };
        const how = await session.activities.during(
          { call: 'token', credentialId, tokenId: null, startedAtMs, nextTry },
          () => wait({ credentialId, isFrozen }, nextTry.atMs - startedAtMs, left),
        );
        if (how === 'give_up') return result;
        if (how === 'frozen' || isFrozen()) return endedByStop(result.failure);
      }
    },
    tryNow(id) {
      for (const { credentialId, end } of waiting) if (credentialId === id) end('try');
    },
    giveUp(id) {
      for (const { credentialId, end } of waiting) {
        if (id === undefined || credentialId === id) end('give_up');
      }
    },
    reevaluate() {
      for (const { isFrozen, end } of waiting) if (isFrozen()) end('frozen');
    },
  };
}

/** What the last try left unknown goes on being said. */
function endedByStop({ facts: { call, possiblyDone } = {} }: Failure): Result<never, Failure> {
  return fail({ code: 'ended_by_stop', facts: { call, possiblyDone } });
}
