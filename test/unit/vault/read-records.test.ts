// The records of an index that was read, each made when it is asked for.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readRecords, type RecordTable } from '../../../electron/main/vault/read-records.ts';
import { recordKey } from '../../../electron/main/vault/vault-state.ts';
import type { RecordName } from '../../../electron/main/vault/vault.ts';
import { dataKeyOf, partsOf } from '../../reliability/support/vault-bytes.ts';
import { PASSPHRASE, contents, secret, temporaryStore, valueOf } from './vault-samples.ts';

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

describe('the records that were read', () => {
  it('are found by name, each with its own blob', () => {
    const records = readRecords(tableOf(), blobs);
    expect(records?.size).toBe(3);
    expect(keys.map((key) => records?.has(key))).toEqual([true, true, true]);
    expect(keys.map((key) => String(records?.get(key)?.blob))).toEqual(['one', 'three', 'five']);
    expect(records?.get(keys[1] ?? '')).toMatchObject({ name: names[1], version: 9 });
  });

  it('hold nothing under another name', () => {
    const records = readRecords(tableOf(), blobs);
    const others = [
      '',
      'a',
      'client_secret',
      'client_secret:',
      'client_secret:b',
      'access_token:b:c',
    ];
    expect(others.filter((key) => records?.has(key) === true)).toEqual([]);
    expect(others.map((key) => records?.get(key))).toEqual(others.map(() => undefined));
  });

  it('are the same objects however they are asked for', () => {
    const records = readRecords(tableOf(), blobs) ?? new Map();
    const [first, ...rest] = keys
      .toReversed()
      .map((key) => records.get(key))
      .toReversed();
    expect([...records.values()]).toEqual([first, ...rest]);
    expect([...records.values()].every((each, at) => each === records.get(keys[at] ?? ''))).toBe(
      true,
    );
    expect([...new Map(records).values()][0]).toBe(first);
  });

  it('come in the order of the table', () => {
    const records = readRecords(tableOf(), blobs) ?? new Map();
    const visited: string[] = [];
    records.forEach((_, key) => visited.push(key));
    expect([...records.keys()]).toEqual(keys);
    expect([...records].map(([key]) => key)).toEqual(keys);
    expect([...records.entries()].map(([key]) => key)).toEqual(keys);
    expect(visited).toEqual(keys);
  });

  it('are none where two have one name', () => {
    const field = names.map(() => 'client_secret' as const);
    expect(readRecords(tableOf({ field }), blobs)).toBeNull();
  });

  it.each([[[3, 5, 3]], [[3, 5, 5]], [[3, 5, 2 ** 53 - 1]]])(
    'are none where the lengths do not use up the blobs: %j',
    (length) => {
      expect(readRecords(tableOf({ length }), blobs)).toBeNull();
    },
  );
});

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
    const table: unknown = JSON.parse(String(parts.find(({ kind }) => kind === 18)?.bytes));
    expect(table).toMatchObject([['id', 'field', 'version', 'length'], {}, {}, [1, 3], {}]);
  });
});
