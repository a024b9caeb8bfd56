// Keys derived ahead open what they were derived for, once, and are zeroed with all others.
import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { SecretBytes } from '../../../electron/main/domain/secret-bytes.ts';
import { createExpectedKeys } from '../../../electron/main/vault/expected-keys.ts';
import {
  keyOfRecord,
  openSealedRecord,
  sealRecord,
  type SealedRecord,
} from '../../../electron/main/vault/record-seal.ts';
import { createVaultKeys } from '../../../electron/main/vault/vault-keys.ts';

const keys = createVaultKeys(randomBytes(32), randomBytes(16));
const isZero = (bytes: Buffer | undefined): boolean =>
  bytes !== undefined && bytes.every((byte) => byte === 0);

function record(id: string): SealedRecord {
  const text = SecretBytes.take(Buffer.from(`text of ${id}`));
  return sealRecord(keys, { id, field: 'access_token' }, 1, text);
}

describe('keys of records that are expected', () => {
  it('open what they were derived for', async () => {
    const expected = createExpectedKeys();
    const records = Array.from({ length: 300 }, (_, index) => record(`t${index}`));
    await expected.derive(keys, records);
    for (const each of records) {
      const opened = openSealedRecord(keys, each, expected.take(each));
      expect(opened?.use((bytes) => bytes.toString())).toBe(`text of ${each.name.id}`);
    }
  });

  it('are given once, and zeroed by whoever opens', async () => {
    const expected = createExpectedKeys();
    const one = record('t1');
    await expected.derive(keys, [one]);
    const key = expected.take(one);
    openSealedRecord(keys, one, key)?.wipe();
    expect([isZero(key), expected.take(one)]).toEqual([true, undefined]);
  });

  it('are not given for a record that was sealed again', async () => {
    const expected = createExpectedKeys();
    await expected.derive(keys, [record('t1')]);
    expect(expected.take(record('t1'))).toBeUndefined();
  });

  it('are zeroed in place when others are expected', async () => {
    const given: Buffer[] = [];
    const expected = createExpectedKeys((...of) => {
      given.push(keyOfRecord(...of));
      return given.at(-1) ?? Buffer.alloc(0);
    });
    const [one, two] = [record('t1'), record('t2')];
    await expected.derive(keys, [one]);
    await expected.derive(keys, [two]);
    expect([expected.take(one), given.map(isZero)]).toEqual([undefined, [true, false]]);
    expected.wipe();
    expect(given.map(isZero)).toEqual([true, true]);
  });

  it('are derived no further once they are wiped', async () => {
    const expected = createExpectedKeys();
    const records = [record('t1'), record('t2')];
    const deriving = expected.derive(keys, records);
    expected.wipe();
    await deriving;
    expect(records.map(expected.take)).toEqual([undefined, undefined]);
  });
});
