// The table of sealed records as it was read from an index, and their blobs. A record is made when it is asked
// for: of the ten thousand of a large vault few are ever opened, and each costs time and memory.
import type { RecordRow } from './contents-schema.ts';
import type { SealedRecord } from './record-seal.ts';
import type { RecordName } from '../store/vault.ts';

/** The table of records by column: of each list one entry for each record. */
export type RecordTable = { readonly [Name in keyof RecordRow]: RecordRow[Name][] };

/** The records of an index as bytes and rows. */
export interface ReadRecords {
  readonly size: number;
  /** Of all of them, one behind the other in the order of the table. */
  readonly blobs: Buffer;
  /** The row of the record of this name (`recordKey`). */
  readonly rowOf: (key: string) => number | undefined;
  /** The same object whenever it is asked for. */
  readonly recordAt: (row: number) => SealedRecord;
  readonly entryAt: (row: number) => RecordRow;
  /** Where its blob begins: where that of the row before ends. Of the row behind the last, where all end. */
  readonly startOf: (row: number) => number;
  readonly highestVersion: () => number;
}

/** One row of the table and where its blob begins; the blob is a view, cut out when it is asked for. */
class ReadRecord implements SealedRecord {
  readonly #table: RecordTable;
  readonly #row: number;
  readonly #blobs: Buffer;
  readonly #start: number;
  #blob: Buffer | null = null;

  constructor(table: RecordTable, row: number, blobs: Buffer, start: number) {
    this.#table = table;
    this.#row = row;
    this.#blobs = blobs;
    this.#start = start;
  }

  get name(): RecordName {
    const { id, field } = this.#table;
    return { id: id[this.#row] as string, field: field[this.#row] as RecordName['field'] };
  }

  get version(): number {
    return this.#table.version[this.#row] as number;
  }

  get blob(): Buffer {
    const length = this.#table.length[this.#row] as number;
    this.#blob ??= this.#blobs.subarray(this.#start, this.#start + length);
    return this.#blob;
  }
}

/**
 * Null where two records have one name, or the lengths do not use up the blobs exactly.
 * @param table is taken over, as the blobs are: neither may change any more.
 */
export function readRecords(table: RecordTable, blobs: Buffer): ReadRecords | null {
  const starts = startsOf(table.length, blobs.length);
  const rows = rowsOf(table);
  if (starts === null || rows === null) return null;
  const made = new Map<number, SealedRecord>();
  return {
    size: table.id.length,
    blobs,
    rowOf(key) {
      // The field comes first and holds no colon (recordKey).
      const end = key.indexOf(':');
      return rows.get(key.slice(0, end))?.get(key.slice(end + 1));
    },
    recordAt(row) {
      const record = made.get(row) ?? new ReadRecord(table, row, blobs, starts[row] as number);
      made.set(row, record);
      return record;
    },
    entryAt: (row) => ({
      id: table.id[row] as string,
      field: table.field[row] as RecordRow['field'],
      version: table.version[row] as number,
      length: table.length[row] as number,
    }),
    startOf: (row) => starts[row] as number,
    highestVersion: () => table.version.reduce((highest, each) => Math.max(highest, each), 0),
  };
}

/** Null unless they end exactly where the blobs do. */
function startsOf(lengths: readonly number[], end: number): Uint32Array | null {
  const starts = new Uint32Array(lengths.length + 1);
  let at = 0;
  for (let row = 0; row < lengths.length; row += 1) {
    at += lengths[row] as number;
    if (at > end) return null;
    starts[row + 1] = at;
  }
  return at === end ? starts : null;
}

/** By field and id; null where two have one name. */
function rowsOf({ id, field }: RecordTable): Map<string, Map<string, number>> | null {
  const rows = new Map<string, Map<string, number>>();
  let last: string | undefined;
  let ofField = new Map<string, number>();
  for (let row = 0; row < id.length; row += 1) {
    // Mostly that of the row before.
    if (field[row] !== last) {
      last = field[row] as string;
      ofField = rows.get(last) ?? new Map<string, number>();
      rows.set(last, ofField);
    }
    ofField.set(id[row] as string, row);
  }
  const found = [...rows.values()].reduce((sum, { size }) => sum + size, 0);
  return found === id.length ? rows : null;
}
