// Everything a vault file says, in memory: plain contents, sealed records, slots. Holds no key and
// no opened secret.
import type { Header } from './header-schema.ts';
import type { SealedRecord } from './record-seal.ts';
import type { RecordName, VaultContents } from './vault.ts';

export interface VaultState {
  readonly header: Header;
  readonly contents: VaultContents;
  /** By `recordKey`. */
  readonly records: ReadonlyMap<string, SealedRecord>;
}

/** One text per record name. The field comes first and holds no colon, so names never collide. */
export function recordKey(name: RecordName): string {
  return `${name.field}:${name.id}`;
}
