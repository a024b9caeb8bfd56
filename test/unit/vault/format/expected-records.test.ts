// Records made ready ahead open once, as they would have, and are unusable with all others once wiped.
import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { SecretBytes } from '../../../../electron/main/domain/secret-bytes.ts';
import { createExpectedRecords } from '../../../../electron/main/vault/format/expected-records.ts';
import type { ReadyBox } from '../../../../electron/main/vault/keys/primitives.ts';
import {
  openSealedRecord,
  readyRecord,
  sealRecord,
  type SealedRecord,
} from '../../../../electron/main/vault/format/record-seal.ts';
import { createVaultKeys } from '../../../../electron/main/vault/keys/vault-keys.ts';

const keys = createVaultKeys(randomBytes(32), randomBytes(16));

/** Its key is gone: Node gives a decipher's memory back, zeroed, with its last step. */
function isUsedUp(box: ReadyBox | null | undefined): boolean {
  try {
    box?.update(Buffer.alloc(1));
    return false;
  } catch {
    return true;
  }
}

function record(id: string): SealedRecord {
  const text = SecretBytes.take(Buffer.from(`text of ${id}`));
  return sealRecord(keys, { id, field: 'access_token' }, 1, text);
}

describe('records that are expected', () => {
  it('open as what they are', async () => {
    const expected = createExpectedRecords();
    const records = Array.from({ length: 300 }, (_, index) => record(`t${index}`));
    await expected.prepare(keys, records);
    for (const each of records) {
      const opened = openSealedRecord(keys, each, expected.take(each));
      expect(opened?.use((bytes) => bytes.toString())).toBe(`text of ${each.name.id}`);
    }
  });

  it('are given once, and used up by whoever opens', async () => {
    const expected = createExpectedRecords();
    const one = record('t1');
    await expected.prepare(keys, [one]);
    const box = expected.take(one);
    openSealedRecord(keys, one, box)?.wipe();
    expect([isUsedUp(box), expected.take(one)]).toEqual([true, undefined]);
  });

  it('do not open with one bit changed', async () => {
    const expected = createExpectedRecords();
    const one = record('t1');
    one.blob.writeUInt8(one.blob.readUInt8(one.blob.length - 20) ^ 1, one.blob.length - 20);
    await expected.prepare(keys, [one]);
    expect(openSealedRecord(keys, one, expected.take(one))).toBeNull();
  });

  it('are not given for a record that was sealed again', async () => {
    const expected = createExpectedRecords();
    await expected.prepare(keys, [record('t1')]);
    expect(expected.take(record('t1'))).toBeUndefined();
  });

  it('are used up in place when others are expected', async () => {
    const given: (ReadyBox | null)[] = [];
    const expected = createExpectedRecords((...of) => {
      given.push(readyRecord(...of));
      return given.at(-1) ?? null;
    });
    const [one, two, three] = [record('t1'), record('t2'), record('t3')];
    await expected.prepare(keys, [one, two]);
    await expected.prepare(keys, [three]);
    expect(expected.take(one)).toBeUndefined();
    expect(given.slice(0, 2).map(isUsedUp)).toEqual([true, true]);
    expected.wipe();
    expect(given.map(isUsedUp)).toEqual([true, true, true]);
  });

  it('are made ready no further once they are wiped', async () => {
    const expected = createExpectedRecords();
    const records = [record('t1'), record('t2')];
    const preparing = expected.prepare(keys, records);
    expected.wipe();
    await preparing;
    expect(records.map(expected.take)).toEqual([undefined, undefined]);
  });
});
