// Waits of the practice gateway (latency, the slow first call) on its clock; all end with the gateway.
import type { Clock } from '../../domain/clock.ts';

interface Pauses {
  /** Resolves after the delay, at once for 0, and never once the gateway has stopped. */
  readonly wait: (delayMs: number) => Promise<void>;
  readonly end: () => void;
}

export function createPauses(clock: Clock): Pauses {
  const cancels = new Set<() => void>();
  return {
    wait(delayMs): Promise<void> {
      if (delayMs <= 0) return Promise.resolve();
      return new Promise((resolve) => {
        const cancel = clock.after(delayMs, () => {
          cancels.delete(cancel);
          resolve();
        });
        cancels.add(cancel);
      });
    },
    end(): void {
      for (const cancel of cancels) cancel();
      cancels.clear();
    },
  };
}
