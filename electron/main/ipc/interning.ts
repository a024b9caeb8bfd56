// What views depend on besides the facts of their rows, kept once for all rows of which it is the same: of
// ten thousand most are in one of a few moments.
import { isSameJson } from './same-json.ts';

/** More are no longer a few: they begin anew. */
const MOST = 64;

interface Interning<T extends object> {
  /** An equal of `now`: `before` where that is one. */
  readonly of: (before: T | undefined, now: T) => T;
}

export function createInterning<T extends object>(): Interning<T> {
  const known = new Map<string, T>();
  return {
    of(before, now) {
      if (before !== undefined && isSameJson(before, now)) return before;
      const text = JSON.stringify(now);
      const shared = known.get(text);
      if (shared !== undefined) return shared;
      if (known.size === MOST) known.clear();
      known.set(text, now);
      return now;
    },
  };
}
