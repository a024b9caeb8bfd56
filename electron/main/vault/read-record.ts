// A sealed record as it lies among the others that were read. A class, and its blob cut out when it is asked
// for: of the ten thousand records of a large vault few are ever opened, and each view costs time and memory.
import type { RecordRow } from './contents-schema.ts';
import type { SealedRecord } from './record-seal.ts';

export class ReadRecord implements SealedRecord {
  readonly #row: RecordRow;
  readonly #blobs: Buffer;
  readonly #at: number;
  #blob: Buffer | null = null;

  /** @param at where its blob begins in `blobs`, which must not change. */
  constructor(row: RecordRow, blobs: Buffer, at: number) {
    this.#row = row;
    this.#blobs = blobs;
    this.#at = at;
  }

  get name(): RecordRow {
    return this.#row;
  }

  get version(): number {
    return this.#row.version;
  }

  get blob(): Buffer {
    this.#blob ??= this.#blobs.subarray(this.#at, this.#at + this.#row.length);
    return this.#blob;
  }
}
