// Slows down guessing at the keyboard: after three wrong passphrases in a row the next one has to wait
// 1, 2, 4 ... up to 60 s. One for every question about a passphrase or recovery key, so that no window
// is a fresh start. In memory alone: it does not slow whoever copied the file, which is Argon2id's part.
// Monotonic, so that setting the clock does not shorten a wait.
import type { Failure } from '../../shared/failures/failure.ts';
import type { Clock } from '../domain/clock.ts';

const FREE_ATTEMPTS = 3;
const LONGEST_WAIT_MS = 60_000;

export type AttemptDelay = ReturnType<typeof createAttemptDelay>;

export function createAttemptDelay(clock: Clock) {
  let wrongInARow = 0;
  let freeAtMonotonicMs = Number.NEGATIVE_INFINITY;
  /** Milliseconds until the next attempt counts; 0 when it may be made now. */
  const waitMs = (): number => Math.max(0, freeAtMonotonicMs - clock.monotonicMs());

  return {
    /** A wrong one: the next may have to wait. */
    wrong(): void {
      wrongInARow += 1;
      if (wrongInARow < FREE_ATTEMPTS) return;
      // Bounded before the power, so that it stays a number after any count.
      const doublings = Math.min(wrongInARow - FREE_ATTEMPTS, 10);
      const pause = Math.min(LONGEST_WAIT_MS, 1000 * 2 ** doublings);
      freeAtMonotonicMs = clock.monotonicMs() + pause;
    },
    /** The vault's own, right: all is forgotten. A backup's may be an old one that others know. */
    right(): void {
      wrongInARow = 0;
      freeAtMonotonicMs = Number.NEGATIVE_INFINITY;
    },
    waitMs,
    /** `too_many_attempts` with the seconds left and the moment, or null when nothing is to be waited for. */
    obstacle(): Failure | null {
      const left = waitMs();
      if (left === 0) return null;
      const facts = { count: Math.ceil(left / 1000), retryAtMs: clock.nowMs() + left };
      return { code: 'too_many_attempts', facts };
    },
  };
}
