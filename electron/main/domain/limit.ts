// How much work runs at the same time: the one limiter of this process, and the one queue.

/** Runs work as soon as there is a place, in the order asked. Answers and rejects as the work does. */
export type Limit = <T>(work: () => Promise<T>) => Promise<T>;

export function limit(width: number): Limit {
  let free = width;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (free > 0) free -= 1;
    else {
      await new Promise<void>((resume) => {
        waiting.push(resume);
      });
    }
    try {
      return await work();
    } finally {
      // Handed on rather than freed: who asks in the same turn must not take it from the one it was given to.
      const next = waiting.shift();
      if (next === undefined) free += 1;
      else next();
    }
  };
}

/** One piece of work after the other, whatever becomes of the one before. */
export const serial = (): Limit => limit(1);

/** A limit of its own for each key, such as a host. */
export function limitOfEach(width: number): (key: string) => Limit {
  const limits = new Map<string, Limit>();
  return (key) => {
    const known = limits.get(key) ?? limit(width);
    limits.set(key, known);
    return known;
  };
}
