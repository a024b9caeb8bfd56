// Two file operations at once, as of one: what fails is told only when neither is under way any more, so that
// nothing goes on behind an undo.

/** Both answers. Rejects with the first failure in their order. */
export async function settleBoth<A, B>(a: Promise<A>, b: Promise<B>): Promise<readonly [A, B]> {
  await Promise.allSettled([a, b]);
  return [await a, await b];
}
