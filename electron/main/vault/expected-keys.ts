// Keys of records that will soon be opened by the hundred, derived while a person still reads what that
// is for. As secret as the data key they come from, which is in memory as long as they are.
import { createPace } from './pace.ts';
import { keyOfRecord, type SealedRecord } from './record-seal.ts';
import type { VaultKeys } from './vault-keys.ts';

export interface ExpectedKeys {
  /** In pieces; whatever was derived before is zeroed. Ends early once others are asked for. */
  readonly derive: (keys: VaultKeys, records: readonly SealedRecord[]) => Promise<void>;
  /** The key of this very record, the caller's to zero. */
  readonly take: (record: SealedRecord) => Buffer | undefined;
  /** Zeroes all of them, and ends a derivation. */
  readonly wipe: () => void;
}

export function createExpectedKeys(keyOf: typeof keyOfRecord = keyOfRecord): ExpectedKeys {
  const known = new Map<SealedRecord, Buffer>();
  let wipes = 0;

  function wipe(): void {
    wipes += 1;
    for (const key of known.values()) key.fill(0);
    known.clear();
  }

  return {
    async derive(keys, records) {
      wipe();
      const wanted = wipes;
      const pace = createPace();
      for (const record of records) {
        await pace.breathe();
        if (wipes !== wanted) return;
        known.set(record, keyOf(keys, record));
      }
    },
    take(record) {
      const key = known.get(record);
      if (key !== undefined) known.delete(record);
      return key;
    },
    wipe,
  };
}
