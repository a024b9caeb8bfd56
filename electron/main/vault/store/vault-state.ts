// Everything a vault file says, in memory: plain contents, sealed records, slots. Holds no key and
// no opened secret.
import type { Header } from '../format/header-schema.ts';
import type { SealedRecords } from '../format/sealed-records.ts';
import type { VaultContents } from './vault.ts';

/** The contents of one generation. */
export interface VaultState {
  readonly header: Header;
  readonly contents: VaultContents;
  readonly records: SealedRecords;
}
