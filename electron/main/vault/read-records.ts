// The sealed records of an index that was read: a map like any other, but each record is made when it is asked
// for. Of the ten thousand records of a large vault few are ever opened, and each costs time and memory.
import type { RecordRow } from './contents-schema.ts';
import type { SealedRecord } from './record-seal.ts';
import { recordKey } from './vault-state.ts';

/** The table of records by column: of each list one entry for each record. */
export type RecordTable = { readonly [Name in keyof RecordRow]: RecordRow[Name][] };

export interface ReadRecords extends ReadonlyMap<string, SealedRecord> {
  /** Of all of them, one behind the other in the order of the table. */
  readonly blobs: Buffer;
}

/** A record and where its blob begins; the blob is a view, cut out when it is asked for. */
class ReadRecord implements SealedRecord {
  readonly #row: RecordRow;
  readonly #blobs: Buffer;
  readonly #at: number;
  #blob: Buffer | null = null;

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

/**
 * Null where two records have one name, or the lengths do not use up the blobs exactly.
 * @param table is taken over, as the blobs are: neither may change any more.
 */
export function readRecords(table: RecordTable, blobs: Buffer): ReadRecords | null {
  const starts = startsOf(table.length, blobs.length);
  const places = placesOf(table);
  if (starts === null || places === null) return null;
  const made: SealedRecord[] = [];
  let all: ReadonlyMap<string, SealedRecord> | null = null;

  const rowAt = (at: number): RecordRow => ({
    id: table.id[at] as string,
    field: table.field[at] as RecordRow['field'],
    version: table.version[at] as number,
    length: table.length[at] as number,
  });

  /** The same object whenever it is asked for. */
  function recordAt(at: number): SealedRecord {
    const record = made[at] ?? new ReadRecord(rowAt(at), blobs, starts?.[at] as number);
    made[at] = record;
    return record;
  }

  function placeOf(key: string): number | undefined {
    // The field comes first and holds no colon (recordKey).
    const end = key.indexOf(':');
    return places?.get(key.slice(0, end))?.get(key.slice(end + 1));
  }

  function whole(): ReadonlyMap<string, SealedRecord> {
    all ??= new Map(
      table.id.map((_, at) => {
        const record = recordAt(at);
        return [recordKey(record.name), record];
      }),
    );
    return all;
  }

  return {
    blobs,
    size: table.id.length,
    has: (key) => placeOf(key) !== undefined,
    get(key) {
      const place = placeOf(key);
      return place === undefined ? undefined : recordAt(place);
    },
    keys: () => whole().keys(),
    values: () => whole().values(),
    entries: () => whole().entries(),
    forEach: (visit) => {
      whole().forEach(visit);
    },
    [Symbol.iterator]: () => whole()[Symbol.iterator](),
  };
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
