// Records that will soon be opened by the hundred, made ready while a person still reads what that is for.
// Their keys are as secret as the data key they come from, which is in memory as long as they are.
import { createPace } from '../keys/yield-to-loop.ts';
import { discardReady, type ReadyBox } from '../keys/primitives.ts';
import { readyRecord, type SealedRecord } from './record-seal.ts';
import type { VaultKeys } from '../keys/vault-keys.ts';

interface ExpectedRecords {
  /** In pieces; whatever was made ready before is zeroed. Ends early once others are asked for. */
  readonly prepare: (keys: VaultKeys, records: readonly SealedRecord[]) => Promise<void>;
  /** This very record, to be opened or discarded by the caller. */
  readonly take: (record: SealedRecord) => ReadyBox | undefined;
  /** Zeroes the keys of all of them, and ends a preparation. */
  readonly wipe: () => void;
}

/**
 * Makes the keys of records ready before they are opened.
 * @param readyOf for tests.
 */
export function createExpectedRecords(readyOf: typeof readyRecord = readyRecord): ExpectedRecords {
  const known = new Map<SealedRecord, ReadyBox>();
  let wipes = 0;

  function wipe(): void {
    wipes += 1;
    for (const box of known.values()) discardReady(box);
    known.clear();
  }

  return {
    async prepare(keys, records) {
      wipe();
      const wanted = wipes;
      const pace = createPace();
      for (const record of records) {
        await pace.yieldToLoop();
        if (wipes !== wanted) return;
        const box = readyOf(keys, record);
        if (box !== null) known.set(record, box);
      }
    },
    take(record) {
      const box = known.get(record);
      if (box !== undefined) known.delete(record);
      return box;
    },
    wipe,
  };
}
