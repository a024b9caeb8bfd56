// A person's request for a token: tried again where that may help (docs/oauth-cases.md cases 75, 77,
// 78, 80 to 82), with the wait in sight. It can be cut short, and ends by itself when nobody wants the token any more.
// Renewal has a patience of its own (renewal-plan.ts).
import { randomInt } from 'node:crypto';
import type { Failure, FailureCode } from '../../../shared/failures/failure.ts';
import type { CredentialId, TokenId } from '../../domain/ids.ts';
import { fail, type Result, type Outcome } from '../../domain/result.ts';
import { frozenSince } from '../ledger/late-arrivals.ts';
import type { OpenSession } from '../open-session.ts';

/** Nothing left this machine, and the way may be free in a moment. A timeout has waited long enough. */
const unsent: ReadonlySet<FailureCode> = new Set<FailureCode>([
  'name_not_found',
  'connect_refused',
  'connect_failed',
  'connection_reset',
  'proxy_unreachable',
  'proxy_closed',
]);
/** Before the first and the second retry, give or take three tenths. */
const SOON_MS = [500, 1_500] as const;
const SPREAD_PERCENT = 30;
/** Where a busy server names no time. */
const BUSY_MS = [5_000, 10_000, 20_000] as const;

/**
 * Milliseconds until the next try, null for none.
 * @param failed how many tries of this request have failed, this one included.
 */
export function waitBeforeRetry(failure: Failure, failed: number, nowMs: number): number | null {
  const waits = waitsFor(failure);
  const waitMs = waits[failed - 1];
  if (waitMs === undefined) return null;
  const { retryAtMs } = failure.facts ?? {};
  if (retryAtMs !== undefined) return Math.max(0, retryAtMs - nowMs);
  return waits === BUSY_MS ? waitMs : aboutMs(waitMs);
}

function waitsFor({ code, facts = {} }: Failure): readonly number[] {
  if (code === 'rate_limited') return BUSY_MS;
  const { status, possiblyDone = false, retryAtMs } = facts;
  // Nobody knows whether it minted: one more may come of a retry, so there is one alone.
  if (possiblyDone) {
    // One that names a time has turned the request away, as far as anybody can know.
    if (status === 503 && retryAtMs !== undefined) return SOON_MS;
    const isInBetween = status === 502 || status === 503 || status === 504;
    return code === 'connection_reset' || isInBetween ? SOON_MS.slice(0, 1) : [];
  }
  return status === undefined && unsent.has(code) ? SOON_MS : [];
}

function aboutMs(ms: number): number {
  const spreadMs = (ms * SPREAD_PERCENT) / 100;
  return randomInt(ms - spreadMs, ms + spreadMs + 1);
}

/** One try. `isLast` is asked about its failure before anything of that is written down. */
export type Try = (isLast: (failure: Failure) => boolean) => Outcome<TokenId>;

type WaitEnd = 'try' | 'give_up' | 'frozen';

interface Waiting {
  readonly credentialId: CredentialId;
  readonly isFrozen: () => boolean;
  readonly end: (how: WaitEnd) => void;
}

export function createRequestRetry(session: OpenSession) {
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
    /** Tries until one succeeds or another would not help. `left`: nobody wants it any more. */
    async grant(credentialId: CredentialId, left: AbortSignal, attempt: Try): Outcome<TokenId> {
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
    /** Waits for this credential end, and the next try is made. */
    tryNow(id: CredentialId): void {
      for (const { credentialId, end } of waiting) if (credentialId === id) end('try');
    },
    /** Waits for this credential end, or for all, and with them the requests: what failed is their end. */
    giveUp(id?: CredentialId): void {
      for (const { credentialId, end } of waiting) {
        if (id === undefined || credentialId === id) end('give_up');
      }
    },
    /** The contents have changed: what a trigger has frozen does not wait any longer. */
    reevaluate(): void {
      for (const { isFrozen, end } of waiting) if (isFrozen()) end('frozen');
    },
  };
}

/** What the last try left unknown goes on being said. */
function endedByStop({ facts: { call, possiblyDone } = {} }: Failure): Result<never> {
  return fail({ code: 'ended_by_stop', facts: { call, possiblyDone } });
}
