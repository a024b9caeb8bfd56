// The OS keystore as a way in, and as the keeper of the rollback anchor (S13, S14, V9, V18).
import fs from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SecretBytes } from '../../../electron/main/domain/secret-bytes.ts';
import { OUTSIDE_LIMIT_MS } from '../../../electron/main/domain/time-limit.ts';
import type { UnlockedVault } from '../../../electron/main/vault/unlocked-vault.ts';
import { stampOf, stamped } from '../../reliability/support/stamp.ts';
import { withHeader, headerTextOf } from '../../reliability/support/vault-bytes.ts';
import { createVaultStore } from '../../../electron/main/vault/vault-store.ts';
import { createFakeClock, settle } from '../../support/fake-clock.ts';
import { eventually } from '../../support/eventually.ts';
import { memoryPlace, stubKeystore } from './keystore-stub.ts';
import { storeOfTest } from './store-of-test.ts';
import {
  LOW_COST,
  PASSPHRASE,
  contents,
  secret,
  valueOf,
  verdict,
  type TemporaryStore,
  restoredFrom,
} from './vault-samples.ts';

describe('keystore slot', () => {
  let store: TemporaryStore;
  let vault: UnlockedVault;
  beforeEach(async () => {
    store = storeOfTest();
    vault = valueOf(await store.create(secret(PASSPHRASE), contents(1)));
  });
  afterEach(() => vault.lock());

  it('opens the vault, is listed, and can be removed', async () => {
    const keystore = stubKeystore();
    expect(verdict(await store.openWithKeystore(keystore))).toBe('slot_missing');
    valueOf(await vault.addKeystoreSlot(keystore));
    valueOf(await vault.addKeystoreSlot(keystore));
    expect(valueOf(await store.slots()).map(({ type }) => type)).toEqual(['pw', 'os']);
    const opened = valueOf(await store.openWithKeystore(keystore));
    expect([opened.openedBy, opened.contents()]).toEqual(['keystore', contents(1)]);
    await opened.lock();
    expect(verdict(await vault.removeSlot(vault.slots()[1]?.id ?? ''))).toBe('ok');
    expect(verdict(await store.openWithKeystore(keystore))).toBe('slot_missing');
  });

  it('is refused where the keystore protects nothing', async () => {
    const keystore = stubKeystore();
    keystore.now.prefix = 'v10';
    expect(verdict(await vault.addKeystoreSlot(keystore))).toBe('os_keystore_insecure');
    keystore.now.refuses = true;
    expect(verdict(await vault.addKeystoreSlot(keystore))).toBe('os_keystore_unavailable');
    expect(vault.slots()).toHaveLength(1);
  });

  it('V18 says that the keystore changed, and the passphrase still opens', async () => {
    const keystore = stubKeystore();
    valueOf(await vault.addKeystoreSlot(keystore));
    const good = { ...keystore.now };
    const changes: [object, string][] = [
      [{ backend: 'kwallet6' }, 'os_keystore_changed'],
      [{ prefix: 'v12' }, 'os_keystore_changed'],
      [{ key: Buffer.alloc(32) }, 'os_keystore_changed'],
      [{ prefix: 'v10' }, 'os_keystore_changed'],
      [{ backend: null }, 'os_keystore_unavailable'],
      [{ refuses: true }, 'os_keystore_unavailable'],
    ];
    for (const [change, expected] of changes) {
      Object.assign(keystore.now, good, change);
      expect([change, verdict(await store.openWithKeystore(keystore))]).toEqual([change, expected]);
    }
    expect(verdict(await store.open(secret(PASSPHRASE)))).toBe('ok');
  });

  it('does not open once its place in the header was edited', async () => {
    const keystore = stubKeystore();
    valueOf(await vault.addKeystoreSlot(keystore));
    const file = fs.readFileSync(store.file);
    const text = headerTextOf(file);
    const id = vault.slots()[1]?.id ?? '';
    fs.writeFileSync(store.file, withHeader(file, text.replace(id, `${'A'.repeat(22)}==`)));
    expect(verdict(await store.openWithKeystore(keystore))).toBe('tampered');
  });
});

describe('rollback anchor', () => {
  let store: TemporaryStore;
  const keystore = stubKeystore();
  let place = memoryPlace();
  const open = async () => valueOf(await store.open(secret(PASSPHRASE)));
  const save = async (stamp: number): Promise<void> => {
    const vault = await open();
    valueOf(await vault.change({ contents: (each) => stamped(each, stamp) }));
    await vault.lock();
  };

  beforeEach(async () => {
    place = memoryPlace();
    store = storeOfTest({ rollback: { keystore, place } });
    await valueOf(await store.create(secret(PASSPHRASE), stamped(contents(1), 1))).lock();
  });
  afterEach(() => void Object.assign(keystore.now, { prefix: 'v11', refuses: false }));

  it('V9 opens an older file for reading only until the person accepts it', async () => {
    await save(2);
    const older = fs.readFileSync(store.file);
    await save(3);
    await save(4);
    fs.writeFileSync(store.file, older);
    const vault = await open();
    expect([vault.rolledBack(), stampOf(vault.contents())]).toEqual([true, 2]);
    expect(verdict(await vault.change({ contents: (each) => stamped(each, 9) }))).toBe(
      'rolled_back',
    );
    expect(verdict(await vault.changePassphrase(secret('next')))).toBe('rolled_back');
    expect(fs.readFileSync(store.file).equals(older)).toBe(true);
    await vault.lock();
    const again = await open();
    expect(again.rolledBack()).toBe(true);
    again.acceptRollback();
    valueOf(await again.change({ contents: (each) => stamped(each, 9) }));
    await again.lock();
    expect(headerTextOf(fs.readFileSync(store.file))).toContain('"generation":5');
    const last = await open();
    expect(last.rolledBack()).toBe(false);
    await last.lock();
  });

  it('V9 notices an older file although the keystore takes longer than an unlock waits', async () => {
    const older = fs.readFileSync(store.file);
    await save(2);
    await save(3);
    fs.writeFileSync(store.file, older);
    const clock = createFakeClock();
    const answer = Promise.withResolvers<void>();
    const slow = createVaultStore({
      directory: store.directory,
      kdf: LOW_COST,
      nowMs: Date.now,
      clock,
      rollback: {
        keystore: {
          ...keystore,
          async open(sealed) {
            await answer.promise;
            return await keystore.open(sealed);
          },
        },
        place,
      },
    });
    const opening = slow.open(secret(PASSPHRASE));
    await eventually(() => expect(clock.timers()).toBe(1));
    await clock.advance(OUTSIDE_LIMIT_MS);
    const vault = valueOf(await opening);
    expect(vault.rolledBack()).toBe(false);
    valueOf(await vault.change({ contents: (each) => stamped(each, 9) }));
    answer.resolve();
    await settle();
    expect(vault.rolledBack()).toBe(true);
    expect(verdict(await vault.change({ contents: (each) => stamped(each, 10) }))).toBe(
      'rolled_back',
    );
    await vault.lock();
    const again = await open();
    expect([again.rolledBack(), stampOf(again.contents())]).toEqual([true, 9]);
    await again.lock();
  });

  it('V9 notices another file of the same generation', async () => {
    const first = fs.readFileSync(store.file);
    await save(2);
    const mine = fs.readFileSync(store.file);
    fs.writeFileSync(store.file, first);
    const known = place.bytes;
    place.bytes = null;
    await save(3);
    place.bytes = known;
    const vault = await open();
    expect(vault.rolledBack()).toBe(true);
    await vault.lock();
    fs.writeFileSync(store.file, mine);
    const right = await open();
    expect(right.rolledBack()).toBe(false);
    await right.lock();
  });

  it('does not warn after a restore on purpose, nor about another vault', async () => {
    await save(2);
    await save(3);
    const [newest] = valueOf(await store.backups());
    valueOf(await restoredFrom(store, newest?.id ?? '', secret(PASSPHRASE)));
    const vault = await open();
    expect([vault.rolledBack(), stampOf(vault.contents())]).toEqual([false, 2]);
    await vault.lock();
    fs.rmSync(store.file);
    const other = valueOf(await store.create(secret(PASSPHRASE), contents(1)));
    expect(other.rolledBack()).toBe(false);
    await other.lock();
  });

  it('never stands in the way: keystore gone, anchor damaged, disk refusing', async () => {
    await save(2);
    place.bytes = Buffer.from('v11 no anchor at all');
    await save(3);
    keystore.now.refuses = true;
    await save(4);
    keystore.now.refuses = false;
    place.store = () => Promise.reject(new Error('disk'));
    await save(5);
    place.load = () => Promise.reject(new Error('disk'));
    const vault = await open();
    expect([vault.rolledBack(), stampOf(vault.contents())]).toEqual([false, 5]);
    await vault.lock();
  });

  it('leaves the vault savable, whatever generation a keystore answers with', async () => {
    const id = /"vaultId":"([^"]+)"/.exec(headerTextOf(fs.readFileSync(store.file)))?.[1] ?? '';
    for (const generation of [2n ** 64n - 1n, 2n ** 53n - 1n, 2n ** 47n]) {
      const plain = Buffer.alloc(56);
      plain.set(Buffer.from(id, 'base64'));
      plain.writeBigUInt64BE(generation, 16);
      place.bytes = await keystore.seal(SecretBytes.take(plain));
      const vault = await open();
      vault.acceptRollback();
      expect(verdict(await vault.change({ contents: (each) => stamped(each, 9) }))).toBe('ok');
      await vault.lock();
      await (await open()).lock();
    }
  });

  it('is sealed: it holds neither the vault id nor anything else in the clear', async () => {
    const id = /"vaultId":"([^"]+)"/.exec(headerTextOf(fs.readFileSync(store.file)))?.[1] ?? '';
    expect(place.bytes?.includes(Buffer.from(id, 'base64'))).toBe(false);
    await save(2);
  });
});
