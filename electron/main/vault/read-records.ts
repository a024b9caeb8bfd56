// The sealed records of an index that was read: a map like any other, but each record is made when it is asked
// for. Of the ten thousand records of a large vault few are ever opened, and each costs time and memory.
import type { RecordRow } from './contents-schema.ts';
import type { SealedRecord } from './record-seal.ts';
import { recordKey } from './vault-state.ts';
import type { RecordName } from './vault.ts';

/** The table of records by column: of each list one entry for each record. */
export type RecordTable = { readonly [Name in keyof RecordRow]: RecordRow[Name][] };

export interface ReadRecords extends ReadonlyMap<string, SealedRecord> {
  /** Of all of them, one behind the other in the order of the table. */
  readonly blobs: Buffer;
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
  const places = placesOf(table);
  if (starts === null || places === null) return null;
  const made: SealedRecord[] = [];

  /** The same object whenever it is asked for. */
  function recordAt(row: number): SealedRecord {
    const record = made[row] ?? new ReadRecord(table, row, blobs, starts?.[row] as number);
    made[row] = record;
    return record;
  }

  function placeOf(key: string): number | undefined {
    // The field comes first and holds no colon (recordKey).
    const end = key.indexOf(':');
    return places?.get(key.slice(0, end))?.get(key.slice(end + 1));
  }

  function* each<T>(of: (record: SealedRecord) => T): Generator<T, undefined> {
    for (let row = 0; row < table.id.length; row += 1) yield of(recordAt(row));
    return undefined;
  }

  const keys = () => each(({ name }) => recordKey(name));
  const entries = () => each((record): [string, SealedRecord] => [recordKey(record.name), record]);
  const records: ReadRecords = {
    blobs,
    size: table.id.length,
    has: (key) => placeOf(key) !== undefined,
    get(key) {
      const place = placeOf(key);
      return place === undefined ? undefined : recordAt(place);
    },
    keys,
    values: () => each((record) => record),
    entries,
    forEach(visit) {
      for (const [key, record] of entries()) visit(record, key, records);
    },
    [Symbol.iterator]: entries,
  };
  return records;
}

/** Null unless they end exactly where the blobs do. */
function startsOf(lengths: readonly number[], end: number): readonly number[] | null {
  let at = 0;
  const starts = lengths.map((length) => {
    const start = at;
    at += length;
    return start;
  });
  return at === end ? starts : null;
}

/** By field and id; null where two have one name. */
function placesOf({ id, field }: RecordTable): Map<string, Map<string, number>> | null {
  const places = new Map<string, Map<string, number>>();
  for (let at = 0; at < id.length; at += 1) {
    const ofField = places.get(field[at] as string) ?? new Map<string, number>();
    places.set(field[at] as string, ofField.set(id[at] as string, at));
  }
  const found = [...places.values()].reduce((sum, { size }) => sum + size, 0);
  return found === id.length ? places : null;
}
