import { onTestFinished } from 'vitest';
import { temporaryStore } from './vault-samples.ts';

/** A store in a directory of its own, which goes with the test that runs. */
export function storeOfTest(...given: Parameters<typeof temporaryStore>) {
  const store = temporaryStore(...given);
  onTestFinished(store[Symbol.dispose]);
  return store;
}
