// Which failed token request is worth another try by itself, and how long to wait before it (docs/oauth-cases.md
// cases 75, 77, 78, 80 to 82). Pure but for chance. Renewal has a patience of its own (renewal-plan.ts).
import { randomInt } from 'node:crypto';
import type { Failure, FailureCode } from '../../../shared/failures/failure.ts';

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
