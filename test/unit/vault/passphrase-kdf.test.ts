// R10, V2, V3, S24: Argon2id against Node's own as an independent oracle, bounds before work, one
// hash at a time, and a slot whose parameters were edited.
import { writeFileSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  createPassphraseSlot,
  openPassphraseSlot,
  createPassphraseKdf,
  calibrateKdf,
} from '../../../electron/main/vault/passphrase.ts';
import {
  nativeArgon2id,
  type Argon2id,
  randomBytesOwn,
} from '../../../electron/main/vault/primitives.ts';
import { createSelfTest } from '../../../electron/main/vault/self-test.ts';
import { createVaultStore } from '../../../electron/main/vault/vault-store.ts';
import {
  LOW_COST,
  PASSPHRASE,
  contents,
  secret,
  temporaryStore,
  valueOf,
  verdict,
  recoveryKeyOf,
} from './vault-samples.ts';
import { isKdfCostAllowed } from '../../../electron/main/vault/header.ts';
import { headerTextOf } from '../../reliability/support/vault-bytes.ts';

describe('passphrase KDF', () => {
  const salt = Buffer.alloc(16, 7);

  it('runs one hash at a time and zeroes its copy of the passphrase', async () => {
    let running = 0;
    let most = 0;
    const seen: Uint8Array[] = [];
    const kdf = createPassphraseKdf(async (message) => {
      seen.push(message);
      most = Math.max(most, (running += 1));
      await new Promise((resolve) => {
        setTimeout(resolve, 2);
      });
      running -= 1;
      return Buffer.alloc(32, 1);
    });
    await Promise.all([1, 2, 3, 4].map(() => kdf.derive(secret('caf\u00e9'), salt, LOW_COST)));
    expect(most).toBe(1);
    expect(seen.map((bytes) => bytes.every((byte) => byte === 0))).toEqual([
      true,
      true,
      true,
      true,
    ]);
  });
});

describe('passphrase slot', () => {
  const vaultId = Buffer.alloc(16, 3).toString('base64');

  it('V2 does not open once its cost, salt, id or vault was edited', async () => {
    const kdf = createPassphraseKdf();
    const dataKey = randomBytesOwn(32);
    const slot = valueOf(
      await createPassphraseSlot(kdf, LOW_COST, vaultId, secret(PASSPHRASE), dataKey),
    );
    const open = async (edited: typeof slot, vault = vaultId): Promise<string> =>
      verdict(await openPassphraseSlot(kdf, vault, [edited], secret(PASSPHRASE)));
    const other = Buffer.alloc(16, 9).toString('base64');
    expect(await open(slot)).toBe('ok');
    expect([
      await open({ ...slot, kdf: { ...slot.kdf, m: 20_480 } }),
      await open({ ...slot, kdf: { ...slot.kdf, t: 3 } }),
      await open({ ...slot, kdf: { ...slot.kdf, p: 2 } }),
      await open({ ...slot, kdf: { ...slot.kdf, salt: other } }),
      await open({ ...slot, id: other }),
      await open(slot, other),
    ]).toEqual(Array.from({ length: 6 }, () => 'wrong_passphrase'));
    expect(verdict(await openPassphraseSlot(kdf, vaultId, [], secret(PASSPHRASE)))).toBe(
      'wrong_passphrase',
    );
  });
});

describe('self-test', () => {
  it('passes here, once for all', async () => {
    let calls = 0;
    const passes = createSelfTest((...args) => {
      calls += 1;
      return nativeArgon2id(...args);
    });
    expect(await passes()).toBe(true);
    expect(await passes()).toBe(true);
    expect(calls).toBe(1);
  });

  it.each([
    ['gives another answer', () => Promise.resolve(Buffer.alloc(32))],
    ['cannot be loaded', () => Promise.reject(new Error('no native file'))],
  ])('stops everything when Argon2id %s', async (_, argon2id) => {
    using store = temporaryStore({ argon2id });
    expect(verdict(await store.create(secret(PASSPHRASE), contents(1)))).toBe('self_test_failed');
    expect(verdict(await store.open(secret(PASSPHRASE)))).toBe('self_test_failed');
    expect(await store.exists()).toBe(false);
  });

  it.each([
    ['gives another answer', () => Promise.resolve(Buffer.alloc(32))],
    ['cannot be loaded', () => Promise.reject(new Error('no native file'))],
  ])('stops every way into a vault that is there when Argon2id %s', async (_, argon2id) => {
    using sound = temporaryStore();
    const vault = valueOf(await sound.create(secret(PASSPHRASE), contents(1)));
    const key = await recoveryKeyOf(vault);
    await vault.lock();
    const { directory } = sound;
    const store = createVaultStore({ directory, kdf: LOW_COST, nowMs: Date.now, argon2id });
    expect(verdict(await store.open(secret(PASSPHRASE)))).toBe('self_test_failed');
    expect(verdict(await store.openWithRecoveryKey(key))).toBe('self_test_failed');
    writeFileSync(sound.file, 'no vault');
    expect(verdict(await store.open(secret(PASSPHRASE)))).toBe('self_test_failed');
  });

  it.each([
    [true, 'ok', 1],
    [false, 'self_test_failed', 0],
  ] as const)(
    'is not waited for before the hash begins, and no key comes out before it passed: %j',
    async (passes, wanted, left) => {
      const order: string[] = [];
      const key = Buffer.alloc(32, 1);
      let answer: (isSound: boolean) => void = () => undefined;
      const kdf = createPassphraseKdf(
        () => {
          order.push('hash');
          return Promise.resolve(key);
        },
        () =>
          new Promise((resolve) => {
            answer = resolve;
          }),
      );
      const derived = kdf
        .derive(secret(PASSPHRASE), Buffer.alloc(16), LOW_COST)
        .finally(() => order.push('derived'));
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
      order.push('tested');
      answer(passes);
      expect(verdict(await derived)).toBe(wanted);
      expect(order).toEqual(['hash', 'tested', 'derived']);
      expect(key.every((byte) => byte === left)).toBe(true);
    },
  );
});

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
