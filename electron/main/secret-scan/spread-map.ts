// A map in many small ones. A map of hundreds of thousands of entries copies all of them in one step each
// time it outgrows its place, which holds the event loop for more than a frame.

/** A power of two: of 300,000 entries each of the small maps has about a thousand. */
const PARTS = 256;

export interface SpreadMap<K, V> {
  readonly get: (key: K) => V | undefined;
  readonly set: (key: K, value: V) => void;
  readonly size: () => number;
  readonly keys: () => Generator<K>;
  readonly clear: () => void;
}

/** @param spread a number of the key, whose lowest eight bits are spread evenly. */
export function createSpreadMap<K, V>(spread: (key: K) => number): SpreadMap<K, V> {
  const parts = Array.from({ length: PARTS }, () => new Map<K, V>());
  let size = 0;
  const partOf = (key: K): Map<K, V> => parts[spread(key) & (PARTS - 1)] as Map<K, V>;
  return {
    get: (key) => partOf(key).get(key),
    set(key, value) {
      const part = partOf(key);
      size -= part.size;
      part.set(key, value);
      size += part.size;
    },
    size: () => size,
    *keys() {
      for (const part of parts) yield* part.keys();
    },
    clear() {
      for (const part of parts) part.clear();
      size = 0;
    },
  };
}
