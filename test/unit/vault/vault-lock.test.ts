// S37: What a lock leaves in memory, and on the disk, where something outside the process does not answer.
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createFakeClock, settle, type FakeClock } from '../../support/fake-clock.ts';
import { eventually } from '../../support/eventually.ts';
import { faultyFileSystem } from '../../reliability/support/faulty-file-system.ts';
import { nativeArgon2id } from '../../../electron/main/vault/primitives.ts';
import type * as keysModule from '../../../electron/main/vault/keys.ts';
import type { VaultKeys } from '../../../electron/main/vault/keys.ts';
import type { OsKeystore } from '../../../electron/main/vault/vault.ts';
import type { UnlockedVault } from '../../../electron/main/vault/unlocked-vault.ts';
import { memoryPlace, stubKeystore } from './keystore-stub.ts';
import { storeOfTest } from './store-of-test.ts';
import {
  PASSPHRASE,
  addToken,
  contents,
  secret,
  temporaryStore,
  valueOf,
  verdict,
  type TemporaryStore,
} from './vault-samples.ts';

const made = vi.hoisted((): { keys: VaultKeys[] } => ({ keys: [] }));
vi.mock('../../../electron/main/vault/keys.ts', async (original) => {
  const actual = await original<typeof keysModule>();
  return {
    ...actual,
    createVaultKeys(...args: Parameters<typeof actual.createVaultKeys>) {
      const keys = actual.createVaultKeys(...args);
      made.keys.push(keys);
      return keys;
    },
  };
});

const NAME = { id: 'credential-0', field: 'client_secret' } as const;
const LIMIT_MS = 2_000;
const never = new Promise<never>(() => undefined);
const withToken = addToken(9);
const isZero = (bytes: Buffer): boolean => bytes.every((byte) => byte === 0);

describe('the lock of a vault', () => {
  let clock: FakeClock;
  let store: TemporaryStore;
  let vault: UnlockedVault;
  let keystore: OsKeystore;
  /** Set by a test: an operation that waits for it. */
  let hold: (operation: string) => Promise<void> | undefined = () => undefined;
  const fileSystem = faultyFileSystem({ before: ({ name }) => hold(name) });
  const keysInMemory = (): VaultKeys[] => made.keys.filter(({ dataKey }) => !isZero(dataKey));

  beforeEach(async () => {
    made.keys.length = 0;
    hold = () => undefined;
    clock = createFakeClock();
    keystore = stubKeystore();
    const guard: OsKeystore = { ...keystore, seal: (plain) => keystore.seal(plain) };
    const rollback = { keystore: guard, place: memoryPlace() };
    store = storeOfTest({ fileSystem, clock, rollback });
    const seal = [{ name: NAME, secret: secret('the client secret') }];
    vault = valueOf(await store.create(secret(PASSPHRASE), contents(1)));
    valueOf(await vault.change({ contents: withToken, seal }));
  });

  /** A save that has come as far as `operation` and goes no further. */
  async function stuckAt(operation: string) {
    let release: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    let reached = false;
    hold = (name) => {
      if (name !== operation) return undefined;
      reached = true;
      return gate;
    };
    const change = vault.change({ contents: (before) => ({ ...before, favourites: [] }) });
    await eventually(() => expect(reached).toBe(true));
    hold = () => undefined;
    return { change, release };
  }

  it('leaves no key while a keystore is asked that never answers', async () => {
    keystore = { ...stubKeystore(), seal: () => never };
    valueOf(await vault.change({ contents: (before) => ({ ...before, favourites: [] }) }));
    const locking = vault.lock();
    await settle();
    expect(keysInMemory()).toEqual([]);
    await clock.advance(LIMIT_MS);
    await locking;
  });

  it('gives up keys and contents after two seconds where the disk does not answer', async () => {
    const { change, release } = await stuckAt('fsync');
    const locking = vault.lock();
    await clock.advance(LIMIT_MS - 1);
    expect(keysInMemory()).toHaveLength(1);
    await clock.advance(1);
    expect([keysInMemory(), vault.contents().credentials]).toEqual([[], []]);
    release();
    await change;
    await clock.advance(LIMIT_MS);
    await locking;
    expect(vault.contents().credentials).toEqual([]);
  });

  it('fails a removal that waited behind a save and was never made', async () => {
    const { change, release } = await stuckAt('fsync');
    const removal = vault.change({ contents: (before) => before, drop: [NAME] });
    vault.lockNow();
    release();
    await change;
    expect(verdict(await removal)).toBe('vault_locked');
    const opened = valueOf(await store.open(secret(PASSPHRASE)));
    expect(opened.hasRecord(NAME)).toBe(true);
    await opened.lock();
  });

  it('leaves no secret of a change that waited behind a save', async () => {
    const { change, release } = await stuckAt('fsync');
    const given = secret('the next secret');
    const copied = vi.spyOn(given, 'copy');
    const waiting = vault.change({ contents: withToken, seal: [{ name: NAME, secret: given }] });
    const copies = copied.mock.results.map(({ value }) => value);
    vault.lockNow();
    expect(copies.map((copy) => copy?.wiped)).toEqual([true]);
    release();
    await change;
    expect(verdict(await waiting)).toBe('vault_locked');
  });

  it.each(['create', 'write', 'fsync', 'rename'])(
    'leaves a whole vault when it gives the keys up during the %s of a save',
    async (operation) => {
      const { change, release } = await stuckAt(operation);
      vault.lockNow();
      expect(keysInMemory()).toEqual([]);
      release();
      await change;
      const opened = valueOf(await store.open(secret(PASSPHRASE)));
      expect(opened.contents().credentials).toHaveLength(1);
      expect(opened.openRecord(NAME).ok).toBe(true);
      await opened.lock();
    },
  );

  it('saves nothing of what still waits when the keys are gone', async () => {
    const { change, release } = await stuckAt('fsync');
    const waiting = vault.change({ contents: withToken });
    vault.lockNow();
    const before = readFileSync(store.file);
    release();
    await change;
    expect(verdict(await waiting)).toBe('vault_locked');
    const opened = valueOf(await store.open(secret(PASSPHRASE)));
    expect(opened.contents().credentials).toHaveLength(1);
    expect(before.length).toBeGreaterThan(0);
    await opened.lock();
  });

  it.each([0, 1])(
    'keeps the old passphrase where it cuts the hash of a new one off, of a vault with %i secrets',
    async (secrets) => {
      const gate = Promise.withResolvers<void>();
      let isHeld = false;
      using own = temporaryStore({
        async argon2id(...given) {
          if (isHeld) await gate.promise;
          return await nativeArgon2id(...given);
        },
      });
      const open = valueOf(await own.create(secret(PASSPHRASE), contents(1)));
      const seal = [{ name: NAME, secret: secret('the client secret') }].slice(0, secrets);
      valueOf(await open.change({ contents: withToken, seal }));
      isHeld = true;
      const replacing = open.replaceDataKey(secret(randomBytes(16).toString('hex')));
      await settle();
      open.lockNow();
      gate.resolve();
      expect(verdict(await replacing)).toBe('vault_locked');
      expect(keysInMemory()).toHaveLength(1);
      await valueOf(await own.open(secret(PASSPHRASE))).lock();
    },
  );

  it('is what a copy says that it cut off, and not that the vault is tampered with', async () => {
    const gate = Promise.withResolvers<void>();
    let reached = false;
    hold = (name) => {
      if (name !== 'read') return undefined;
      reached = true;
      return gate.promise;
    };
    const copy = vault.sealedCopy();
    await eventually(() => expect(reached).toBe(true));
    vault.lockNow();
    gate.resolve();
    expect(verdict(await copy)).toBe('vault_locked');
  });

  it('wipes the next data key too while it is being saved', async () => {
    let reached = false;
    hold = (name) => {
      if (name !== 'fsync') return undefined;
      reached = true;
      return never;
    };
    void vault.replaceDataKey(secret(randomBytes(16).toString('hex')));
    await eventually(() => expect(reached).toBe(true));
    expect(keysInMemory()).toHaveLength(2);
    vault.lockNow();
    expect(keysInMemory()).toEqual([]);
  });
});

describe('the change of the data key', () => {
  it('shows no reader half of it', async () => {
    const seen = new Set<string>();
    let reevaluate: () => void = () => undefined;
    const fileSystem = faultyFileSystem({ after: () => reevaluate() });
    using store = temporaryStore({ fileSystem });
    const vault = valueOf(await store.create(secret(PASSPHRASE), contents(1)));
    const seal = [{ name: NAME, secret: secret('the client secret') }];
    valueOf(await vault.change({ contents: withToken, seal }));
    const lookOften = async (): Promise<void> => {
      for (let turn = 0; turn < 100; turn += 1) {
        const opened = vault.openRecord(NAME);
        seen.add(verdict(opened));
        if (opened.ok) opened.value.wipe();
        await Promise.resolve();
      }
    };
    reevaluate = () => void lookOften();
    valueOf(await vault.replaceDataKey(secret('another passphrase altogether')));
    expect([...seen]).toEqual(['ok']);
    await vault.lock();
  });
});
