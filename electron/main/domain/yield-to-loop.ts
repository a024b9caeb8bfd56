// Lets a long piece of work stop for breath, so that the event loop is never held for the whole of
// it. Says nothing about order: the caller's data must not change meanwhile.

/**
 * Milliseconds of work between two breaths. One more step and a collection of young objects, some
 * milliseconds each, may come on top: all of it stays below a frame of 16 ms.
 */
const SLICE_MS = 4;

/** Says when a long piece of work must let others go first. */
export interface Pace {
  /** Returns at once, or after the event loop has had a turn when the slice is used up. */
  readonly yieldToLoop: () => Promise<void>;
}

/** @param sliceMs less where a single step may take long itself. */
export function createPace(sliceMs = SLICE_MS): Pace {
  let startedAt = performance.now();
  return {
    async yieldToLoop() {
      if (performance.now() - startedAt < sliceMs) return;
      await new Promise<void>((resolve) => {
        setImmediate(resolve);
      });
      startedAt = performance.now();
    },
  };
}
