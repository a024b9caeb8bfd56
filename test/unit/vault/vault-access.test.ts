// The ways into a vault: changing the passphrase, the recovery key, a new data key, and what becomes
// of the backups that open as before.
import { fail, ok } from '../../../electron/main/domain/result.ts';
import {
  copyFileSync,
  existsSync,
  readFileSync,
  readdirSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SecretBytes } from '../../../electron/main/domain/secret-bytes.ts';
import type { UnlockedVault } from '../../../electron/main/vault/unlocked-vault.ts';
import { faultyFileSystem, systemError } from '../../reliability/support/faulty-file-system.ts';
import { boxesOf, damage, dataKeyOf, headerTextOf } from '../../reliability/support/vault-bytes.ts';
import { storeOfTest } from './store-of-test.ts';
import {
  PASSPHRASE,
  addToken,
  contents,
  secret,
  temporaryStore,
  textOf,
  valueOf,
  verdict,
  type TemporaryStore,
  recoveryKeyOf,
  inspectedFrom,
} from './vault-samples.ts';

const NEXT = 'another passphrase altogether';
const name = { id: 'credential-0', field: 'client_secret' } as const;

describe('the ways into a vault', () => {
  let store: TemporaryStore;
  let vault: UnlockedVault;
  let broken = false;
  /** Set by a test: runs after every file operation. */
  let afterEachOperation: (operation: string) => void = () => undefined;
  const fileSystem = faultyFileSystem({
    before({ name: operation }) {
      if (broken && operation === 'fsync') throw systemError('EIO');
    },
    after: ({ name: operation }) => afterEachOperation(operation),
  });
  const backups = (): string[] =>
    readdirSync(store.directory).filter((each) => each.includes('.bak-'));
  const headerOf = (file: string): string => headerTextOf(readFileSync(file));
  const opens = async (passphrase: string): Promise<string> => {
    const opened = await store.open(secret(passphrase));
    if (opened.ok) await opened.value.lock();
    return verdict(opened);
  };

  beforeEach(async () => {
    broken = false;
    afterEachOperation = () => undefined;
    store = storeOfTest({ fileSystem });
    vault = valueOf(await store.create(secret(PASSPHRASE), contents(2)));
    const seal = [{ name, secret: secret('the client secret') }];
    valueOf(await vault.change({ contents: addToken(7), seal }));
    valueOf(await vault.change({ contents: addToken(8) }));
  });
  afterEach(() => vault.lock());

  it('change of passphrase rewrites one slot and no record', async () => {
    const before = readFileSync(store.file);
    const key = await dataKeyOf(before, PASSPHRASE);
    const { backups: stale } = valueOf(await vault.changePassphrase(secret(NEXT)));
    const after = readFileSync(store.file);
    expect(valueOf(stale)).toEqual({ settled: 0, left: 3 });
    expect((await dataKeyOf(after, NEXT)).equals(key)).toBe(true);
    expect(boxesOf(after, key)).toEqual(boxesOf(before, key));
    expect([await opens(PASSPHRASE), await opens(NEXT)]).toEqual(['wrong_passphrase', 'ok']);
    expect(valueOf(await vault.change({ contents: addToken(9) }))).toBeUndefined();
  });

  it('rewrites the backups that open as before, in place and with their dates', async () => {
    const dates = (): number[] =>
      backups().map((each) => Math.round(statSync(path.join(store.directory, each)).mtimeMs / 10));
    const before = [backups(), dates()];
    valueOf(await vault.changePassphrase(secret(NEXT)));
    expect(valueOf(await vault.settle('backups', 'rewrite'))).toEqual({ settled: 3, left: 0 });
    expect([backups().slice(0, 2), dates().slice(0, 2)]).toEqual(before);
    expect(valueOf(await vault.settle('backups', 'count'))).toEqual({ settled: 0, left: 0 });
    const [first = ''] = valueOf(await store.backups()).map(({ id }) => id);
    expect(verdict(await inspectedFrom(store, first, secret(PASSPHRASE)))).toBe('wrong_passphrase');
    expect(verdict(await inspectedFrom(store, first, secret(NEXT)))).toBe('ok');
  });

  it('deletes no backup once a lock has taken the keys to tell by', async () => {
    const before = backups();
    afterEachOperation = (operation) => {
      if (operation === 'readdir') vault.lockNow();
    };
    expect(verdict(await vault.settle('backups', 'delete'))).toBe('vault_locked');
    expect(backups()).toEqual(before);
  });

  it('counts the files kept aside that open by the old ways in, and removes no others', async () => {
    const aside = (time: string): string => `${store.file}.damaged-20260115T12000${time}Z-0a0b`;
    const others = [`${store.file}.damaged-of-somebody-else`, aside('3')];
    copyFileSync(store.file, aside('1'));
    writeFileSync(aside('2'), readFileSync(store.file).subarray(0, -1));
    writeFileSync(aside('4'), 'cut off');
    using other = temporaryStore();
    await valueOf(await other.create(secret(PASSPHRASE), contents(3))).lock();
    copyFileSync(other.file, aside('5'));
    others.push(aside('4'), aside('5'));
    writeFileSync(others[0] ?? '', 'foreign');
    valueOf(await vault.changePassphrase(secret(NEXT)));
    copyFileSync(store.file, aside('3'));
    expect(valueOf(await vault.settle('kept_aside', 'count'))).toEqual({
      settled: 0,
      left: 2,
      unreadable: 1,
    });
    expect(existsSync(aside('1'))).toBe(true);
    const removed = { settled: 2, left: 0, unreadable: 1 };
    expect(valueOf(await vault.settle('kept_aside', 'delete'))).toEqual(removed);
    expect([aside('1'), aside('2'), ...others].map((file) => existsSync(file))).toEqual([
      false,
      false,
      ...others.map(() => true),
    ]);
  });

  it('leaves a backup as it was when its rewriting does not read back, and counts it', async () => {
    valueOf(await vault.changePassphrase(secret(NEXT)));
    const contentsOf = () =>
      backups().map((each) => readFileSync(path.join(store.directory, each)));
    const before = contentsOf();
    let writes = 0;
    afterEachOperation = (operation) => {
      if (operation !== 'write' || (writes += 1) === 1) return; // the first is the lock's
      for (const each of readdirSync(store.directory)) {
        if (each.includes('.tmp-')) damage(path.join(store.directory, each));
      }
    };
    expect(valueOf(await vault.settle('backups', 'rewrite'))).toEqual({ settled: 0, left: 3 });
    afterEachOperation = () => undefined;
    expect(contentsOf()).toEqual(before);
    expect(readdirSync(store.directory).filter((each) => each.includes('.tmp-'))).toEqual([]);
    expect(valueOf(await vault.settle('backups', 'rewrite'))).toEqual({ settled: 3, left: 0 });
  });

  it('says that the change is durable when only its backups could not be looked at', async () => {
    let saves = 0;
    afterEachOperation = (operation) => {
      // The rename is the save's; the next listing is of the backups.
      if (operation === 'rename') saves += 1;
      if (saves > 0 && operation === 'readdir' && broken) throw systemError('EMFILE');
      if (saves > 0 && operation === 'readdir') broken = true;
    };
    const changed = valueOf(await vault.changePassphrase(secret(NEXT)));
    afterEachOperation = () => undefined;
    broken = false;
    expect(verdict(changed.backups)).toBe('io_error');
    expect([await opens(PASSPHRASE), await opens(NEXT)]).toEqual(['wrong_passphrase', 'ok']);
    expect(valueOf(await vault.settle('backups', 'count'))).toEqual({ settled: 0, left: 3 });
  });

  it('purges the backups that open as before and no others', async () => {
    valueOf(await vault.changePassphrase(secret(NEXT)));
    valueOf(await vault.change({ contents: addToken(9) }));
    expect(backups()).toHaveLength(4);
    expect(valueOf(await vault.settle('backups', 'delete'))).toEqual({ settled: 3, left: 0 });
    expect(backups()).toHaveLength(1);
    expect(valueOf(await vault.settle('backups', 'count'))).toEqual({ settled: 0, left: 0 });
  });

  it('stay as they were when the change cannot be saved', async () => {
    broken = true;
    const before = readFileSync(store.file);
    expect(verdict(await vault.changePassphrase(secret(NEXT)))).toBe('io_error');
    expect(verdict(await vault.createRecoveryKey(() => Promise.resolve(true)))).toBe('io_error');
    expect(verdict(await vault.replaceDataKey(secret(NEXT)))).toBe('io_error');
    broken = false;
    expect(readFileSync(store.file).equals(before)).toBe(true);
    expect(vault.hasRecoveryKey()).toBe(false);
    expect(textOf(valueOf(vault.openRecord(name)))).toBe('the client secret');
    expect(await opens(PASSPHRASE)).toBe('ok');
  });

  it('recovery key opens the vault, sets a passphrase, and replaces an earlier key', async () => {
    const first = await recoveryKeyOf(vault);
    const second = await recoveryKeyOf(vault);
    expect(vault.hasRecoveryKey()).toBe(true);
    expect(vault.slots().map(({ type }) => type)).toEqual(['pw', 'rk']);
    expect(verdict(await store.openWithRecoveryKey(first))).toBe('wrong_recovery_key');
    expect(verdict(await store.openWithRecoveryKey(secret('AAAA')))).toBe('recovery_key_mistyped');
    await vault.lock();
    vault = valueOf(await store.openWithRecoveryKey(second));
    expect(vault.openedBy).toBe('recovery_key');
    expect(textOf(valueOf(vault.openRecord(name)))).toBe('the client secret');
    valueOf(await vault.changePassphrase(secret(NEXT)));
    expect([await opens(PASSPHRASE), await opens(NEXT)]).toEqual(['wrong_passphrase', 'ok']);
    expect(verdict(await store.openWithRecoveryKey(second))).toBe('ok');
  });

  it('keeps the earlier recovery key until somebody has the new one, and waits for nobody', async () => {
    const first = await recoveryKeyOf(vault);
    const before = readFileSync(store.file);
    const generation = /"generation":\d+/.exec(headerOf(store.file));
    let ephemeral = secret('');
    const made = await vault.createRecoveryKey(async (text) => {
      ephemeral = text.copy();
      expect(readFileSync(store.file).equals(before)).toBe(true);
      expect(verdict(await vault.checkPassphrase(secret(PASSPHRASE)))).toBe('ok');
      return false;
    });
    expect(made).toEqual(ok('not_kept'));
    expect(verdict(await store.openWithRecoveryKey(ephemeral))).toBe('wrong_recovery_key');
    expect(/"generation":\d+/.exec(headerOf(store.file))).toEqual(generation);
    expect(verdict(await store.openWithRecoveryKey(first))).toBe('ok');
  });

  it('leaves no recovery key in memory where it could not be shown', async () => {
    const shown: SecretBytes[] = [];
    const made = vault.createRecoveryKey((text) => {
      shown.push(text);
      return Promise.reject(new Error('the window is gone'));
    });
    await expect(made).rejects.toThrow('the window is gone');
    expect(shown.map(({ wiped }) => wiped)).toEqual([true]);
    expect(vault.hasRecoveryKey()).toBe(false);
  });

  it('removes a recovery key, never the passphrase', async () => {
    const key = await recoveryKeyOf(vault);
    const [pw = '', rk = ''] = vault.slots().map(({ id }) => id);
    expect(verdict(await vault.removeSlot(pw))).toBe('slot_missing');
    expect(verdict(await vault.removeSlot(rk))).toBe('ok');
    expect(verdict(await vault.removeSlot(rk))).toBe('slot_missing');
    expect(verdict(await store.openWithRecoveryKey(key))).toBe('slot_missing');
  });

  it('checks a passphrase without opening anything twice', async () => {
    expect(verdict(await vault.checkPassphrase(secret(PASSPHRASE)))).toBe('ok');
    expect(verdict(await vault.checkPassphrase(secret(NEXT)))).toBe('wrong_passphrase');
    expect(verdict(await vault.upgradeKdf(secret(NEXT)))).toBe('wrong_passphrase');
    expect(await opens(PASSPHRASE)).toBe('ok');
  });

  it('new data key seals every record anew, drops other slots, deletes every backup', async () => {
    const key = await recoveryKeyOf(vault);
    const before = readFileSync(store.file);
    const oldKey = await dataKeyOf(before, PASSPHRASE);
    const during = vault.replaceDataKey(secret(NEXT));
    const late = { id: 'token-7', field: 'access_token' } as const;
    const mine = secret('a token that came meanwhile');
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
    const change = vault.change({ contents: addToken(9), seal: [{ name: late, secret: mine }] });
    mine.wipe();
    expect(valueOf(valueOf(await during).backups).settled).toBeGreaterThan(2);
    valueOf(await change);
    const after = readFileSync(store.file);
    const newKey = await dataKeyOf(after, NEXT);
    expect(newKey.equals(oldKey)).toBe(false);
    expect(boxesOf(after, newKey).includes(boxesOf(before, oldKey)[0] ?? '')).toBe(false);
    expect(verdict(await store.openWithRecoveryKey(key))).toBe('slot_missing');
    expect(vault.slots()).toHaveLength(1);
    await vault.lock();
    vault = valueOf(await store.open(secret(NEXT)));
    const opened = valueOf(vault.openRecord(name));
    expect(textOf(opened)).toBe('the client secret');
    expect(textOf(valueOf(vault.openRecord(late)))).toBe('a token that came meanwhile');
    expect(vault.contents().credentials[0]?.secretFingerprint).toBe(vault.fingerprint(opened));
    expect(valueOf(await vault.settle('backups', 'count'))).toEqual({ settled: 0, left: 0 });
  });

  it('new data key takes the history along in its one save, and is not replaced where that fails', async () => {
    const history = { count: 7, head: 'ab'.repeat(32) };
    const settled: boolean[] = [];
    let obstacle: 'disk_full' | null = 'disk_full';
    const derived = (label: string): string =>
      valueOf(vault.deriveKey(label)).use((bytes) => bytes.toString('hex'));
    const before = derived('history');
    let next = '';
    vault.hook({
      rekeying(derive) {
        next = derive('history').use((bytes) => bytes.toString('hex'));
        if (obstacle !== null) return Promise.resolve(fail({ code: obstacle }));
        const settle = (isSaved: boolean) => Promise.resolve(void settled.push(isSaved));
        return Promise.resolve(ok({ anchor: history, settle }));
      },
    });
    expect(verdict(await vault.replaceDataKey(secret(NEXT)))).toBe('disk_full');
    expect(derived('history')).toBe(before);
    obstacle = null;
    valueOf(await vault.replaceDataKey(secret(NEXT)));
    expect([settled, derived('history') === next, next === before]).toEqual([[true], true, false]);
    await vault.lock();
    vault = valueOf(await store.open(secret(NEXT)));
    expect(vault.contents().history).toEqual(history);
  });

  it('keeps its generation growing by one with every change of a slot', async () => {
    valueOf(await vault.changePassphrase(secret(NEXT)));
    await recoveryKeyOf(vault);
    valueOf(await vault.replaceDataKey(secret(NEXT)));
    expect(headerOf(store.file)).toContain('"generation":6');
  });

  it('answers vault_locked after lock, and lock waits for what is under way', async () => {
    const change = vault.changePassphrase(secret(NEXT));
    await vault.lock();
    expect(['ok', 'vault_locked']).toContain(verdict(await change));
    expect(verdict(await vault.createRecoveryKey(() => Promise.resolve(true)))).toBe(
      'vault_locked',
    );
    expect(verdict(await vault.settle('backups', 'delete'))).toBe('vault_locked');
    expect(verdict(await vault.settle('backups', 'count'))).toBe('vault_locked');
    expect(backups().length).toBeGreaterThan(1);
  });
});
