// A fixed number of places for what runs at the same time, given in the order asked.

/** Waits for a place; the answer gives it back, once. */
type Places = () => Promise<() => void>;

export function fixedPlaces(width: number): Places {
  let free = width;
  const waiting: (() => void)[] = [];
  // Handed on rather than freed: who asks in the same turn must not take it from the one it was given to.
  const release = (): void => {
    const next = waiting.shift();
    if (next === undefined) free += 1;
    else next();
  };
  return async () => {
    if (free > 0) free -= 1;
    else {
      await new Promise<void>((resume) => {
        waiting.push(resume);
      });
    }
    return release;
  };
}
