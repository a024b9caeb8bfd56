// An open vault: group commit, durability before visibility, records, lock.
import { readFileSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { NO_CONTENTS, type VaultContents } from '../../../electron/main/vault/vault.ts';
import type { OpenVault } from '../../../electron/main/vault/unlocked-vault.ts';
import { faultyFileSystem, systemError } from '../../reliability/support/faulty-file-system.ts';
import { headerTextOf } from '../../reliability/support/vault-bytes.ts';
import { storeOfTest } from './store-of-test.ts';
import {
  PASSPHRASE,
  addToken,
  contents,
  credential,
  secret,
  temporaryStore,
  textOf,
  valueOf,
  verdict,
  type TemporaryStore,
} from './vault-samples.ts';

const name = { id: 'credential-0', field: 'client_secret' } as const;
const same = (before: VaultContents): VaultContents => before;

describe('open vault', () => {
  let store: TemporaryStore;
  let vault: OpenVault;
  let broken = false;
  const fileSystem = faultyFileSystem({
    before({ name: operation }) {
      if (broken && operation === 'fsync') throw systemError('EIO');
    },
  });
  const generation = (): number =>
    Number(/"generation":(\d+)/.exec(headerTextOf(readFileSync(store.file)))?.[1]);
  const tokenCount = (): number => vault.contents().tokens.length;

  beforeEach(async () => {
    broken = false;
    store = storeOfTest({ fileSystem });
    vault = valueOf(await store.create(secret(PASSPHRASE), contents(1)));
  });
  afterEach(() => vault.lock());

  it('saves changes asked for together in one save', async () => {
    const all = Array.from({ length: 50 }, (_, index) =>
      vault.change({ contents: addToken(index + 1) }),
    );
    expect(tokenCount()).toBe(1);
    expect((await Promise.all(all)).every((each) => each.ok)).toBe(true);
    expect(tokenCount()).toBe(51);
    expect(generation()).toBe(2);
  });

  it('lets changes asked for during a save share the next one', async () => {
    const first = vault.change({ contents: addToken(1) });
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
    const later = [2, 3, 4].map((index) => vault.change({ contents: addToken(index) }));
    await Promise.all([first, ...later]);
    expect(tokenCount()).toBe(5);
    expect(generation()).toBe(3);
  });

  it('rejects a throwing change alone', async () => {
    const good = vault.change({ contents: addToken(1) });
    const bad = vault.change({
      contents() {
        throw new Error('a bug of the caller');
      },
    });
    const alsoGood = vault.change({ contents: addToken(2) });
    await expect(bad).rejects.toThrow('a bug of the caller');
    expect([verdict(await good), verdict(await alsoGood)]).toEqual(['ok', 'ok']);
    expect(tokenCount()).toBe(3);
  });

  it('rejects a secret that cannot be sealed alone, and saves what shares its save', async () => {
    const nameless = { id: null as never, field: 'client_secret' } as const;
    const seal = [{ name: nameless, secret: secret('x') }];
    const bad = vault.change({ contents: addToken(1), seal });
    const good = vault.change({ contents: addToken(2) });
    await expect(bad).rejects.toThrow(TypeError);
    expect(verdict(await good)).toBe('ok');
    expect(tokenCount()).toBe(2);
  });

  it('fails the whole group when its save fails, and changes nothing', async () => {
    broken = true;
    const before = readFileSync(store.file);
    const group = [1, 2, 3].map((index) =>
      vault.change({ contents: addToken(index), seal: [{ name, secret: secret('lost') }] }),
    );
    expect((await Promise.all(group)).map(verdict)).toEqual(['io_error', 'io_error', 'io_error']);
    expect(tokenCount()).toBe(1);
    expect(vault.hasRecord(name)).toBe(false);
    expect(readFileSync(store.file).equals(before)).toBe(true);
    broken = false;
    expect(verdict(await vault.change({ contents: addToken(1) }))).toBe('ok');
    expect(tokenCount()).toBe(2);
  });

  it('writes nothing when nothing changed', async () => {
    expect(verdict(await vault.change({ contents: same }))).toBe('ok');
    expect(generation()).toBe(1);
  });

  it('seals at once, so the caller may wipe its bytes before the save is done', async () => {
    const mine = secret('client secret');
    const change = vault.change({ contents: same, seal: [{ name, secret: mine }] });
    mine.wipe();
    valueOf(await change);
    expect(textOf(valueOf(vault.openRecord(name)))).toBe('client secret');
  });

  it('replaces and drops records', async () => {
    for (const text of ['first', 'second']) {
      valueOf(await vault.change({ contents: same, seal: [{ name, secret: secret(text) }] }));
    }
    expect(textOf(valueOf(vault.openRecord(name)))).toBe('second');
    valueOf(await vault.change({ contents: same, drop: [name] }));
    expect(vault.hasRecord(name)).toBe(false);
    expect(verdict(vault.openRecord(name))).toBe('tampered');
  });

  it('drops what the contents after the change say', async () => {
    valueOf(await vault.change({ contents: same, seal: [{ name, secret: secret('kept') }] }));
    const dropped = (after: VaultContents) => (after.tokens.length > 2 ? [name] : []);
    valueOf(await vault.change({ contents: addToken(1), drop: dropped }));
    expect(vault.hasRecord(name)).toBe(true);
    valueOf(await vault.change({ contents: addToken(2), drop: dropped }));
    expect(vault.hasRecord(name)).toBe(false);
  });

  it('refuses to overwrite a file that is not the one it knows', async () => {
    const other = readFileSync(store.file);
    valueOf(await vault.change({ contents: addToken(1) }));
    for (const bytes of [other, Buffer.from('something else')]) {
      writeFileSync(store.file, bytes);
      const result = await vault.change({ contents: addToken(2) });
      expect(verdict(result)).toBe('changed_on_disk');
      expect(readFileSync(store.file).equals(bytes)).toBe(true);
    }
    expect(tokenCount()).toBe(2);
  });

  it('refuses what would make the file too large, and stays as it was', async () => {
    const many = Array.from({ length: 1_200 }, (_, index) => ({
      ...credential(index),
      notes: 'x'.repeat(60_000),
    }));
    const change = await vault.change({ contents: (before) => ({ ...before, credentials: many }) });
    expect(verdict(change)).toBe('vault_too_large');
    const huge = { name, secret: secret('x'.repeat(300_000)) };
    expect(verdict(await vault.change({ contents: same, seal: [huge] }))).toBe('vault_too_large');
    expect(vault.contents().credentials).toHaveLength(1);
    expect(generation()).toBe(1);
  });

  it('rejects a record name that would not read back', async () => {
    const bad = { id: '', field: 'client_secret' } as const;
    const change = vault.change({ contents: same, seal: [{ name: bad, secret: secret('x') }] });
    await expect(change).rejects.toThrow('Invalid');
    expect(generation()).toBe(1);
  });

  it('gives a secret the same fingerprint after a restart, and another vault another', async () => {
    const mark = vault.fingerprint(secret('client secret'));
    expect(mark).toMatch(/^[0-9a-f]{4}·[0-9a-f]{4}$/);
    expect(vault.fingerprint(secret('client secreT'))).not.toBe(mark);
    await vault.lock();
    const again = valueOf(await store.open(secret(PASSPHRASE)));
    expect(again.fingerprint(secret('client secret'))).toBe(mark);
    await again.lock();
    using second = temporaryStore();
    const other = valueOf(await second.create(secret(PASSPHRASE), contents(1)));
    expect(other.fingerprint(secret('client secret'))).not.toBe(mark);
    await other.lock();
  });

  it('locks after the saves under way, and then answers vault_locked', async () => {
    const change = vault.change({ contents: addToken(1), seal: [{ name, secret: secret('x') }] });
    const locked = vault.lock();
    expect(verdict(await vault.change({ contents: addToken(2) }))).toBe('vault_locked');
    expect(verdict(await change)).toBe('ok');
    await locked;
    expect(verdict(vault.openRecord(name))).toBe('vault_locked');
    expect(vault.hasRecord(name)).toBe(false);
    expect(vault.contents()).toEqual(NO_CONTENTS);
    expect(vault.fingerprint(secret('x'))).toBe('');
    const again = valueOf(await store.open(secret(PASSPHRASE)));
    expect(again.contents().tokens).toHaveLength(2);
    await again.lock();
  });
});
