// What costs milliseconds to make, such as a formatter of the platform, and is not needed at once: made
// when it is first asked for, and kept. The first screen need not wait for it.

/** Answers what `make` made the first time. Where that throws, the next call tries again. */
export function madeOnce<T>(make: () => T): () => T {
  let made: { readonly it: T } | null = null;
  return () => (made ??= { it: make() }).it;
}
