// How much work a passphrase costs: tuned to the machine, bounded, never less than the policy (V1).
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isKdfCostAllowed } from '../../../../electron/main/vault/format/kdf-bounds.ts';
import { calibrateKdf } from '../../../../electron/main/vault/keys/kdf-calibration.ts';
import {
  nativeArgon2id,
  type Argon2id,
} from '../../../../electron/main/vault/keys/passphrase-kdf.ts';
import { headerTextOf } from '../../../reliability/support/vault-bytes.ts';
import { PASSPHRASE, contents, secret, temporaryStore, valueOf } from '../store/vault-samples.ts';

/** Passes chosen on a machine where one pass over 256 MiB takes so long. */
async function passesAt(passMs: number): Promise<number> {
  let nowMs = 0;
  const slow: Argon2id = (_, __, { iterations }) => {
    nowMs += passMs * iterations;
    return Promise.resolve(Buffer.alloc(32));
  };
  const cost = await calibrateKdf(slow, () => nowMs);
  expect(cost.memoryKib).toBe(262_144);
  expect(isKdfCostAllowed(cost.memoryKib, cost.iterations, cost.parallelism)).toBe(true);
  return cost.iterations;
}

describe('calibration', () => {
  it('chooses passes that take about 750 ms, three at least, within the bounds', async () => {
    expect(await passesAt(72)).toBe(10);
    expect(await passesAt(150)).toBe(5);
    expect(await passesAt(250)).toBe(3);
    expect(await passesAt(2_000)).toBe(3);
    expect(await passesAt(1)).toBe(64);
    expect(await passesAt(0)).toBe(64);
  });

  it('goes by the machine at rest, not by a moment in which it was busy', async () => {
    let nowMs = 0;
    let hashes = 0;
    const argon2id: Argon2id = (_, __, { iterations }) => {
      hashes += 1;
      nowMs += (hashes === 2 ? 75 : 400) * iterations;
      return Promise.resolve(Buffer.alloc(32));
    };
    expect((await calibrateKdf(argon2id, () => nowMs)).iterations).toBe(10);
  });

  it('V1 stores at least 256 MiB and three passes where nothing else was asked for', async () => {
    // The real hash once at the real cost is enough: the cost is what this is about.
    const cheap: Argon2id = (message, salt, cost) =>
      nativeArgon2id(message, salt, { ...cost, memoryKib: Math.min(cost.memoryKib, 256) });
    using store = temporaryStore({ kdf: undefined, argon2id: cheap });
    const vault = valueOf(await store.create(secret(PASSPHRASE), contents(0)));
    const [, m, t] = /"m":(\d+),"t":(\d+)/.exec(headerTextOf(readFileSync(store.file))) ?? [];
    expect(Number(m)).toBe(262_144);
    expect(Number(t)).toBeGreaterThanOrEqual(3);
    expect(vault.kdf()).toMatchObject({ memoryKib: 262_144, belowPolicy: false });
    expect(vault.kdf().measuredMs).not.toBeNull();
    await vault.lock();
  });

  it('offers an upgrade below the policy, and the upgrade ends the offer', async () => {
    using low = temporaryStore();
    await valueOf(await low.create(secret(PASSPHRASE), contents(1))).lock();
    const policy = { memoryKib: 32_768, iterations: 3, parallelism: 1 };
    using store = temporaryStore({ directory: low.directory, kdf: policy });
    const vault = valueOf(await store.open(secret(PASSPHRASE)));
    expect(vault.kdf()).toMatchObject({ memoryKib: 19_456, iterations: 2, belowPolicy: true });
    valueOf(await vault.upgradeKdf(secret(PASSPHRASE)));
    expect(vault.kdf()).toMatchObject({ memoryKib: 32_768, iterations: 3, belowPolicy: false });
    await vault.lock();
    await valueOf(await store.open(secret(PASSPHRASE))).lock();
  });
});
