// The sealed records of a vault: those that were read, and over them what changes seal and drop.
import { readFileSync } from 'node:fs';
import fc from '../../../support/seeded-fast-check.ts';
import { describe, expect, it } from 'vitest';
import {
  readRecords,
  type RecordTable,
} from '../../../../electron/main/vault/format/read-records.ts';
import type { SealedRecord } from '../../../../electron/main/vault/format/record-seal.ts';
import {
  recordKey,
  recordsOf,
  recordsRead,
  type SealedRecords,
} from '../../../../electron/main/vault/format/sealed-records.ts';
import type { RecordName } from '../../../../electron/main/vault/store/vault.ts';
import { seed, sized } from '../../../reliability/support/figures.ts';
import { dataKeyOf, partsOf } from '../../../reliability/support/vault-bytes.ts';
import { PASSPHRASE, contents, secret, temporaryStore, valueOf } from '../store/vault-samples.ts';

const names: readonly RecordName[] = [
  { id: 'a', field: 'client_secret' },
  { id: 'a', field: 'access_token' },
  { id: 'b:c', field: 'client_secret' },
];
const keys = names.map(recordKey);
const blobs = Buffer.from('onethreefive');
const tableOf = (changed: Partial<RecordTable> = {}): RecordTable => ({
  id: names.map(({ id }) => id),
  field: names.map(({ field }) => field),
  version: [7, 9, 8],
  length: [3, 5, 4],
  ...changed,
});

function readOf(table: RecordTable, bytes: Buffer): SealedRecords {
  const read = readRecords(table, bytes);
  if (read === null) throw new Error('not read');
  return recordsRead(read);
}

describe('the records that were read', () => {
  it('are found by name, each with its own blob', () => {
    const records = readOf(tableOf(), blobs);
    expect(records.entries.length).toBe(3);
    expect(keys.map((key) => records.has(key))).toEqual([true, true, true]);
    expect(keys.map((key) => String(records.get(key)?.blob))).toEqual(['one', 'three', 'five']);
    expect(records.get(keys[1] ?? '')).toMatchObject({ name: names[1], version: 9 });
  });

  it('hold nothing under another name', () => {
    const records = readOf(tableOf(), blobs);
    const others = [
      '',
      'a',
      'client_secret',
      'client_secret:',
      'client_secret:b',
      'access_token:b:c',
    ];
    expect(others.filter((key) => records.has(key))).toEqual([]);
    expect(others.map((key) => records.get(key))).toEqual(others.map(() => undefined));
  });

  it('are the same objects however they are asked for, in the order of the table', () => {
    const records = readOf(tableOf(), blobs);
    const found = keys.toReversed().map((key) => records.get(key));
    const all = [...records.values()];
    expect(all.map(({ name }) => name)).toEqual(names);
    expect(all.toReversed().every((each, at) => each === found[at])).toBe(true);
  });

  it('are none where two have one name', () => {
    const field = names.map(() => 'client_secret' as const);
    expect(readRecords(tableOf({ field }), blobs)).toBeNull();
    const apart = ['client_secret', 'access_token', 'client_secret'] as const;
    expect(readRecords(tableOf({ id: ['a', 'a', 'a'], field: [...apart] }), blobs)).toBeNull();
  });

  it.each([[[3, 5, 3]], [[3, 5, 5]], [[3, 5, 2 ** 53 - 1]]])(
    'are none where the lengths do not use up the blobs: %j',
    (length) => {
      expect(readRecords(tableOf({ length }), blobs)).toBeNull();
    },
  );
});

describe('the sealed records of a vault', () => {
  const id = fc.constantFrom('a', 'b:c', 'd', 'e');
  const name = fc.record({ id, field: fc.constantFrom('client_secret', 'access_token') });
  const change = fc.record({
    seal: fc.array(name, { maxLength: 4 }),
    drop: fc.array(name, { maxLength: 3 }),
  });

  it('are after any changes what a map would hold, in its order', () => {
    const property = fc.property(fc.array(change, { maxLength: 6 }), fc.boolean(), (all, fresh) => {
      let version = 9;
      let records = fresh ? recordsOf([]) : readOf(tableOf(), blobs);
      const wanted = new Map<string, SealedRecord>();
      for (const record of records.values()) wanted.set(recordKey(record.name), record);
      for (const { seal, drop } of all) {
        const sealed = seal.map((each) => {
          version += 1;
          return { name: each, version, blob: Buffer.from(`blob ${version}`) };
        });
        const before = [...records.values()];
        const next = records.changed(sealed, drop);
        for (const each of drop) wanted.delete(recordKey(each));
        for (const each of sealed) wanted.set(recordKey(each.name), each);
        // The earlier set is as it was: a save that fails goes back to it.
        expect([...records.values()]).toEqual(before);
        expect(before.every((each) => records.get(recordKey(each.name)) === each)).toBe(true);
        records = next;
      }
      const found = [...records.values()];
      expect(found.length).toBe(wanted.size);
      expect([...wanted.values()].every((each, at) => each === found[at])).toBe(true);
      for (const key of [...keys, 'access_token:d', 'client_secret:e']) {
        expect(records.get(key)).toBe(wanted.get(key));
        expect(records.has(key)).toBe(wanted.has(key));
      }
      const rows = found.map((each) => ({ ...each.name, version: each.version }));
      expect(records.entries.map(records.rowOf)).toMatchObject(rows);
      expect(Buffer.concat(records.blobs()).equals(joined(found))).toBe(true);
      for (const each of found)
        expect(records.highestVersion()).toBeGreaterThanOrEqual(each.version);
    });
    fc.assert(property, { seed, numRuns: sized(400, 20_000) });
  });

  it('are not made by a change, but for those that are asked for', () => {
    const read = readRecords(tableOf(), blobs);
    if (read === null) throw new Error('not read');
    const made: number[] = [];
    const watched = {
      ...read,
      recordAt(row: number) {
        made.push(row);
        return read.recordAt(row);
      },
    };
    const anew = { name: { id: 'a', field: 'client_secret' }, version: 10, blob: blobs } as const;
    const records = recordsRead(watched).changed([anew], [{ id: 'b:c', field: 'client_secret' }]);
    expect(records.entries.map(records.rowOf).map(({ version }) => version)).toEqual([10, 9]);
    expect(Buffer.concat(records.blobs()).toString()).toBe('onethreefivethree');
    expect(records.highestVersion()).toBe(10);
    expect(made).toEqual([]);
    expect(String(records.get('access_token:a')?.blob)).toBe('three');
    expect(made).toEqual([1]);
  });

  it('that lie one behind the other are one piece', () => {
    const records = readOf(tableOf(), blobs);
    expect(records.blobs().map(String)).toEqual(['onethreefive']);
    const dropped = records.changed([], [{ id: 'a', field: 'access_token' }]);
    expect(dropped.blobs().map(String)).toEqual(['one', 'five']);
  });
});

const joined = (records: readonly SealedRecord[]): Buffer =>
  Buffer.concat(records.map(({ blob }) => blob));

describe('a record sealed after the newest was dropped', () => {
  it('has a version that no record had', async () => {
    using store = temporaryStore();
    const whole = contents(2);
    const seal = whole.credentials.map(({ id }) => ({
      name: { id, field: 'client_secret' } as const,
      secret: secret(id),
    }));
    const created = valueOf(await store.create(secret(PASSPHRASE), whole));
    valueOf(await created.change({ contents: (before) => before, seal }));
    await created.lock();
    const opened = valueOf(await store.open(secret(PASSPHRASE)));
    const [first, newest] = seal;
    if (first === undefined || newest === undefined) throw new Error('no credentials');
    valueOf(await opened.change({ contents: (before) => before, drop: [newest.name] }));
    valueOf(await opened.change({ contents: (before) => before, seal: [newest] }));
    await opened.lock();
    const file = readFileSync(store.file);
    const parts = await partsOf({ file, dataKey: await dataKeyOf(file, PASSPHRASE) });
    const table: unknown = JSON.parse(String(parts.find(({ kind }) => kind === 4)?.bytes));
    expect(table).toMatchObject([['id', 'field', 'version', 'length'], {}, {}, [1, 3], {}]);
  });
});
