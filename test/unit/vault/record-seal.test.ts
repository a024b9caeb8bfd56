// Records: V6 (a blob moved elsewhere does not open), V10, V12 and V13.
import { describe, expect, it } from 'vitest';
import { openBytes, randomBytesOwn, sealBytes } from '../../../electron/main/vault/primitives.ts';
import {
  openSealedRecord,
  sealRecord,
  type SealedRecord,
} from '../../../electron/main/vault/records.ts';
import { createVaultKeys } from '../../../electron/main/vault/keys.ts';
import { secret, textOf } from './vault-samples.ts';

const freshKeys = () => createVaultKeys(randomBytesOwn(32), randomBytesOwn(16));
const nameOf = (index: number) =>
  ({
    id: `id-${index >> 1}`,
    field: index % 2 === 0 ? 'client_secret' : 'access_token',
  }) as const;

const boxOf = ({ box }: SealedRecord): Buffer => Buffer.from(box, 'base64');

describe('sealed record', () => {
  const keys = freshKeys();
  const records = Array.from({ length: 10 }, (_, index) =>
    sealRecord(keys, nameOf(index), 1 + index, secret(`text ${index}`)),
  );
  const opens = (record: SealedRecord): string | null => {
    const opened = openSealedRecord(keys, record);
    return opened === null ? null : textOf(opened);
  };

  it('opens under its own name, version and vault', () => {
    expect(records.map(opens)).toEqual(records.map((_, index) => `text ${index}`));
  });

  it('V6 opens under no other name or version, for all pairs', () => {
    const opened: string[] = [];
    for (const [a, one] of records.entries()) {
      for (const [b, other] of records.entries()) {
        if (a === b) continue;
        for (const record of [
          { ...one, box: other.box },
          { ...one, id: other.id, field: other.field },
          { ...one, version: other.version },
        ]) {
          if (opens(record) !== null) opened.push(`${a} as ${b}`);
        }
      }
    }
    expect(opened).toEqual([]);
  });

  it('V6, V11 opens in no other vault, even one with the same data key', () => {
    const [record] = records;
    const dataKey = Buffer.from(keys.dataKey);
    const twin = createVaultKeys(dataKey, randomBytesOwn(16));
    expect(record && openSealedRecord(twin, record)).toBeNull();
    expect(record && openSealedRecord(freshKeys(), record)).toBeNull();
  });

  it('does not open when a byte differs or is missing', () => {
    const [record] = records;
    const box = Buffer.from(record?.box ?? '', 'base64');
    const withBox = (bytes: Buffer) =>
      ({ ...nameOf(0), version: 1, box: bytes.toString('base64') }) as const;
    const opened: number[] = [];
    for (let at = 0; at < box.length; at += 1) {
      const flipped = Buffer.from(box);
      flipped.writeUInt8(flipped.readUInt8(at) ^ 0x10, at);
      if (opens(withBox(flipped)) !== null) opened.push(at);
      if (opens(withBox(box.subarray(0, at))) !== null) opened.push(at);
    }
    expect(box.length).toBe(92);
    expect(opened).toEqual([]);
  });

  it('V12, V13 shows its length in steps of 64 bytes only, and never the same bytes twice', () => {
    const lengthOf = (length: number): number =>
      boxOf(sealRecord(keys, nameOf(0), 1, secret('x'.repeat(length)))).length;
    expect([0, 1, 60].map(lengthOf)).toEqual([92, 92, 92]);
    expect([61, 124].map(lengthOf)).toEqual([156, 156]);
    const seals = Array.from({ length: 2000 }, () =>
      boxOf(sealRecord(keys, nameOf(0), 1, secret('same'))).toString('latin1'),
    );
    expect(new Set(seals.map((box) => box.slice(0, 12))).size).toBe(seals.length);
  });
});

describe('sealed bytes', () => {
  it('V10 do not open with a shortened tag', () => {
    const key = randomBytesOwn(32);
    const sealed = sealBytes(key, Buffer.from('aad'), Buffer.from('plain'));
    expect(openBytes(key, Buffer.from('aad'), sealed)?.toString()).toBe('plain');
    const opened = Array.from({ length: 15 }, (_, cut) =>
      openBytes(key, Buffer.from('aad'), sealed.subarray(0, -1 - cut)),
    );
    expect(opened).toEqual(opened.map(() => null));
  });
});

describe('vault keys', () => {
  it('are zeros after wiping, and then open nothing', () => {
    const dataKey = randomBytesOwn(32);
    const keys = createVaultKeys(dataKey, randomBytesOwn(16));
    const record = sealRecord(keys, nameOf(0), 1, secret('client secret'));
    const mark = keys.fingerprint(secret('client secret'));
    keys.wipe();
    for (const key of [dataKey, keys.indexKey, keys.secretKey]) {
      expect(key.every((byte) => byte === 0)).toBe(true);
    }
    expect(openSealedRecord(keys, record)).toBeNull();
    expect(keys.fingerprint(secret('client secret'))).not.toBe(mark);
  });
});
