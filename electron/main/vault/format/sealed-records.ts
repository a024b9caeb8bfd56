// All sealed records of a vault: those that were read, as their table says them, and over them what was sealed
// or dropped since. A change makes the next set from the one before and makes no record that nobody asks for.
import type { RecordRow } from './contents-schema.ts';
import { readRecords, type ReadRecords } from './read-records.ts';
import type { SealedRecord } from './record-seal.ts';
import type { RecordName } from '../store/vault.ts';

/** Which record: a row of the table that was read, or one sealed since. */
type RecordEntry = number | SealedRecord;

/** A set of records that is never changed; a change makes another. */
export interface SealedRecords {
  readonly read: ReadRecords;
  /** In their order. Of the same `read`, the very same entry is the very same record. */
  readonly entries: readonly RecordEntry[];
  /** By `recordKey`. */
  readonly has: (key: string) => boolean;
  readonly get: (key: string) => SealedRecord | undefined;
  /** In their order, each made as it comes. */
  readonly values: () => Iterable<SealedRecord>;
  readonly rowOf: (entry: RecordEntry) => RecordRow;
  /** In their order; those that lie one behind the other are one piece. */
  readonly blobs: () => readonly Uint8Array[];
  /** At least that of every record there is. */
  readonly highestVersion: () => number;
  /** Without those dropped, each sealed one in the place of its earlier self or behind all others. */
  readonly changed: (
    sealed: readonly SealedRecord[],
    dropped: readonly RecordName[],
  ) => SealedRecords;
}

const NOTHING = { id: [], field: [], version: [], length: [] };

/** One text per record name. The field comes first and holds no colon, so names never collide. */
export function recordKey(name: RecordName): string {
  return `${name.field}:${name.id}`;
}

/** Those that were read, and nothing changed. */
export function recordsRead(read: ReadRecords): SealedRecords {
  return recordsOver(
    read,
    Array.from({ length: read.size }, (_, row) => row),
    new Map(),
  );
}

/** A set of these alone. */
export function recordsOf(sealed: readonly SealedRecord[]): SealedRecords {
  const none = readRecords(NOTHING, Buffer.alloc(0)) as ReadRecords;
  return recordsRead(none).changed(sealed, []);
}

/** @param since by key what was sealed since, and null for what was read and is dropped. */
function recordsOver(
  read: ReadRecords,
  entries: readonly RecordEntry[],
  since: ReadonlyMap<string, SealedRecord | null>,
): SealedRecords {
  const recordOf = (entry: RecordEntry): SealedRecord =>
    typeof entry === 'number' ? read.recordAt(entry) : entry;

  function* values(): Generator<SealedRecord, undefined> {
    for (const entry of entries) yield recordOf(entry);
    return undefined;
  }

  return {
    read,
    entries,
    has: (key) => entryOf(read, since, key) !== undefined,
    get(key) {
      const entry = entryOf(read, since, key);
      return entry === undefined ? undefined : recordOf(entry);
    },
    values,
    rowOf: (entry) => (typeof entry === 'number' ? read.entryAt(entry) : toRow(entry)),
    blobs: () => runsOf(read, entries),
    highestVersion() {
      let highest = read.highestVersion();
      for (const record of since.values()) highest = Math.max(highest, record?.version ?? 0);
      return highest;
    },
    changed(sealed, dropped) {
      const next = new Map(since);
      const instead = new Map<RecordEntry, SealedRecord | null>();
      const added: SealedRecord[] = [];
      for (const name of dropped) {
        const entry = entryOf(read, next, recordKey(name));
        if (entry === undefined) continue;
        instead.set(entry, null);
        if (read.rowOf(recordKey(name)) === undefined) next.delete(recordKey(name));
        else next.set(recordKey(name), null);
      }
      for (const record of sealed) {
        const entry = entryOf(read, next, recordKey(record.name));
        if (entry === undefined) added.push(record);
        else instead.set(entry, record);
        next.set(recordKey(record.name), record);
      }
      return recordsOver(read, replaced([...entries, ...added], instead), next);
    },
  };
}

function entryOf(
  read: ReadRecords,
  since: ReadonlyMap<string, SealedRecord | null>,
  key: string,
): RecordEntry | undefined {
  const sealed = since.get(key);
  return sealed === undefined ? read.rowOf(key) : (sealed ?? undefined);
}

function replaced(
  entries: readonly RecordEntry[],
  instead: ReadonlyMap<RecordEntry, SealedRecord | null>,
): readonly RecordEntry[] {
  if (instead.size === 0) return entries;
  const left: RecordEntry[] = [];
  for (const entry of entries) {
    let now: RecordEntry | null | undefined = entry;
    // One change may seal a record twice.
    for (let next = instead.get(entry); next !== undefined;) {
      now = next;
      next = next === null ? undefined : instead.get(next);
    }
    if (now !== null) left.push(now);
  }
  return left;
}

const toRow = ({ name, version, blob }: SealedRecord): RecordRow => ({
  id: name.id,
  field: name.field,
  version,
  length: blob.length,
});

function runsOf(read: ReadRecords, entries: readonly RecordEntry[]): readonly Uint8Array[] {
  const runs: Uint8Array[] = [];
  let [from, end] = [0, 0];
  const cut = (): void => {
    if (end > from) runs.push(read.blobs.subarray(from, end));
    from = end;
  };
  for (const entry of entries) {
    if (typeof entry !== 'number') {
      cut();
      runs.push(entry.blob);
    } else {
      const start = read.startOf(entry);
      if (start !== end) {
        cut();
        from = start;
      }
      end = read.startOf(entry + 1);
    }
  }
  cut();
  return runs;
}
