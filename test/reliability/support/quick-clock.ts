// The system's clock, so many times as fast since a moment that all who use it agree on: what takes a minute
// passes in four seconds, in this process and in the next one.
import type { Clock } from '../../../electron/main/domain/clock.ts';

export const SPEED = 15;

export function createQuickClock(sinceMs: number): Clock {
  const nowMs = (): number => Math.round(sinceMs + (Date.now() - sinceMs) * SPEED);
  return {
    nowMs,
    monotonicMs: () => performance.now() * SPEED,
    after(delayMs, callback) {
      const timer = setTimeout(callback, Math.max(0, delayMs) / SPEED);
      return () => clearTimeout(timer);
    },
  };
}
