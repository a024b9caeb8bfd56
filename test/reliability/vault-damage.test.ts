// R6, S23, V4, V5: every single-bit flip and every truncation of a small vault is detected, as it is
// and with the outer checksum made right again; every verdict is one of the closed set.
import { readFileSync, writeFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  PASSPHRASE,
  contents,
  secret,
  temporaryStore,
  valueOf,
  verdict,
} from '../unit/vault/vault-samples.ts';
import { figureHolds } from './support/figures.ts';
import {
  countInto,
  headerTextOf,
  makeVaultBytes,
  openBytesWith,
  withChecksum,
  type VaultBytes,
} from './support/vault-bytes.ts';

const DAMAGE = ['not_a_vault', 'newer_version', 'corrupt'];
const SEEN_WITH_KEY = [...DAMAGE, 'kdf_out_of_bounds', 'tampered'];

function tellVerdicts(what: string, counts: ReadonlyMap<string, number>): void {
  const tried = [...counts.values()].reduce((sum, count) => sum + count, 0);
  figureHolds('R6', what, tried);
}

describe('a damaged vault', () => {
  let vault: VaultBytes;
  beforeAll(async () => {
    vault = await makeVaultBytes(2);
  });

  async function flipAll(change: (file: Buffer) => Buffer, bits: number) {
    const counts = new Map<string, number>();
    for (let bit = 0; bit < bits; bit += 1) {
      const flipped = Buffer.from(vault.file);
      const at = bit >> 3;
      flipped.writeUInt8(flipped.readUInt8(at) ^ (1 << (bit & 7)), at);
      countInto(counts, verdict(openBytesWith(change(flipped), vault.dataKey)));
    }
    return counts;
  }

  it('opens whole', async () => {
    expect(verdict(openBytesWith(vault.file, vault.dataKey))).toBe('ok');
    expect(withChecksum(vault.file).equals(vault.file)).toBe(true);
  });

  it('V4 is detected for every single-bit flip', async () => {
    const bits = vault.file.length * 8;
    const counts = await flipAll((file) => file, bits);
    expect([...counts.keys()].filter((each) => !DAMAGE.includes(each))).toEqual([]);
    tellVerdicts('every single-bit flip', counts);
  });

  it('V5 is detected for every single-bit flip with the checksum recomputed', async () => {
    const bits = (vault.file.length - 32) * 8;
    const counts = await flipAll(withChecksum, bits);
    expect([...counts.keys()].filter((each) => !SEEN_WITH_KEY.includes(each))).toEqual([]);
    expect(counts.get('tampered')).toBeGreaterThan(bits / 2);
    tellVerdicts('every single-bit flip, checksum recomputed', counts);
  });

  it('V4 is detected for every truncation, zero fill and append', async () => {
    const counts = new Map<string, number>();
    for (let length = 0; length < vault.file.length; length += 1) {
      const short = vault.file.subarray(0, length);
      expect(verdict(openBytesWith(short, vault.dataKey))).toBe('corrupt');
      const resealed = verdict(openBytesWith(withChecksum(short), vault.dataKey));
      countInto(counts, resealed);
      const zeroed = Buffer.concat([short, Buffer.alloc(vault.file.length - length)]);
      countInto(counts, verdict(openBytesWith(zeroed, vault.dataKey)));
    }
    for (const tail of ['\0', 'x', '\r\n', 'x'.repeat(5000)]) {
      const longer = Buffer.concat([vault.file, Buffer.from(tail)]);
      expect(verdict(openBytesWith(longer, vault.dataKey))).toBe('corrupt');
    }
    expect([...counts.keys()].filter((each) => !DAMAGE.includes(each))).toEqual([]);
    tellVerdicts('every truncation, checksum recomputed, and zero fill', counts);
  });

  it('is detected through the passphrase too, and the file is left as it was', async () => {
    using store = temporaryStore();
    await valueOf(await store.create(secret(PASSPHRASE), contents(1))).lock();
    const good = readFileSync(store.file);
    const slotsFrom = good.indexOf('"slots"');
    const slotsTo = 16 + headerTextOf(good).length;
    const counts = new Map<string, number>();
    for (let at = slotsFrom; at < slotsTo; at += 3) {
      const flipped = Buffer.from(good);
      flipped.writeUInt8(flipped.readUInt8(at) ^ (1 << (at % 7)), at);
      const bytes = withChecksum(flipped);
      writeFileSync(store.file, bytes);
      countInto(counts, verdict(await store.open(secret(PASSPHRASE))));
      expect(readFileSync(store.file).equals(bytes)).toBe(true);
    }
    console.log('slot bytes flipped, real Argon2id:', Object.fromEntries(counts));
    const expected = ['corrupt', 'kdf_out_of_bounds', 'wrong_passphrase'];
    expect([...counts.keys()].filter((each) => !expected.includes(each))).toEqual([]);
    writeFileSync(store.file, good);
    expect(verdict(await store.open(secret(PASSPHRASE)))).toBe('ok');
  });
});
