// Backups as a person chooses among them: listing, test restores, and making one the vault again.
import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { nodeFileSystem, type FileSystem } from '../../../electron/main/vault/file-system.ts';
import { createVaultStore } from '../../../electron/main/vault/vault-store.ts';
import { headerTextOf } from '../../reliability/support/vault-bytes.ts';
import { stampOf, stamped } from '../../reliability/support/stamp.ts';
import { memoryPlace, stubKeystore } from './keystore-stub.ts';
import { storeOfTest } from './store-of-test.ts';
import {
  LOW_COST,
  PASSPHRASE,
  contents,
  secret,
  temporaryStore,
  textOf,
  valueOf,
  verdict,
  type TemporaryStore,
  inspectedFrom,
  restoredFrom,
} from './vault-samples.ts';

const name = { id: 'credential-0', field: 'client_secret' } as const;
const NOW = Date.UTC(2026, 10, 21, 3, 4, 5);

describe('backups', () => {
  let store: TemporaryStore;
  /** The same folder, over a file system that differs in so much. */
  const storeOver = (part: Partial<FileSystem>) =>
    createVaultStore({
      directory: store.directory,
      kdf: LOW_COST,
      nowMs: () => NOW,
      fileSystem: { ...nodeFileSystem, ...part },
    });
  const pathOf = (id: string): string => path.join(store.directory, id);
  const list = async () => valueOf(await store.backups());
  const aside = (): string[] =>
    fs.readdirSync(store.directory).filter((each) => each.includes('.damaged-'));
  const damage = (file: string): Buffer => {
    const bytes = Buffer.from(fs.readFileSync(file));
    bytes.writeUInt8(bytes.readUInt8(700) ^ 1, 700);
    fs.rmSync(file);
    fs.writeFileSync(file, bytes);
    return bytes;
  };

  /** Generations 1 to 5, each with its stamp; the secret is there from 2 on. */
  beforeEach(async () => {
    store = storeOfTest({ nowMs: () => NOW });
    const vault = valueOf(await store.create(secret(PASSPHRASE), stamped(contents(2), 1)));
    const seal = [{ name, secret: secret('the client secret') }];
    valueOf(await vault.change({ contents: (each) => stamped(each, 2), seal }));
    for (const stamp of [3, 4, 5]) {
      valueOf(await vault.change({ contents: (each) => stamped(each, stamp) }));
    }
    await vault.lock();
    for (const [index, { id }] of (await list()).entries()) {
      fs.utimesSync(pathOf(id), NOW / 1000 - 60 * index, NOW / 1000 - 60 * index);
    }
  });

  it('are listed newest first with date, generation, size and whether they are whole', async () => {
    const [newest, ...rest] = await list();
    damage(pathOf(newest?.id ?? ''));
    fs.utimesSync(pathOf(newest?.id ?? ''), NOW / 1000, NOW / 1000);
    fs.symlinkSync(store.file, `${store.file}.bak-00000000-9`);
    const found = await list();
    expect(found.map(({ generation }) => generation)).toEqual([0, 3, 2, 1]);
    expect(found.map(({ intact }) => intact)).toEqual([false, true, true, true]);
    expect(found[0]?.savedAtMs).toBe(NOW);
    expect(found[1]).toEqual(rest[0]);
  });

  it.each([
    ['EIO', [0, 3, 2, 1], 'io_error'],
    ['ENOENT', [3, 2, 1], 'backup_missing'],
  ])('are told and restored past one that meets %s', async (code, generations, said) => {
    const [newest, second] = await list();
    const file = pathOf(newest?.id ?? '');
    const failing = storeOver({
      open: (path) =>
        path === file
          ? Promise.reject(Object.assign(new Error(code), { code }))
          : nodeFileSystem.open(path),
    });
    const found = valueOf(await failing.backups());
    expect(found.map(({ generation }) => generation)).toEqual(generations);
    const offered = valueOf(await failing.newestAuthenticBackup(secret(PASSPHRASE)));
    expect(offered?.id).toBe(second?.id);
    expect(verdict(await inspectedFrom(failing, newest?.id ?? '', secret(PASSPHRASE)))).toBe(said);
    expect(verdict(await restoredFrom(failing, second?.id ?? '', secret(PASSPHRASE)))).toBe('ok');
  });

  it('are counted by a test restore that changes nothing', async () => {
    const before = fs.readdirSync(store.directory);
    const bytes = fs.readFileSync(store.file);
    const [newest] = await list();
    expect(valueOf(await inspectedFrom(store, newest?.id ?? '', secret(PASSPHRASE)))).toEqual({
      id: newest?.id,
      savedAtMs: NOW,
      generation: 4,
      environments: 1,
      credentials: 2,
      tokens: 2,
    });
    expect(fs.readdirSync(store.directory)).toEqual(before);
    expect(fs.readFileSync(store.file).equals(bytes)).toBe(true);
  });

  it('are refused by a wrong passphrase, when damaged, and by any other name', async () => {
    const [newest] = await list();
    const id = newest?.id ?? '';
    expect(verdict(await inspectedFrom(store, id, secret('wrong')))).toBe('wrong_passphrase');
    damage(pathOf(id));
    expect(verdict(await restoredFrom(store, id, secret(PASSPHRASE)))).toBe('corrupt');
    for (const other of ['', 'strongroom.vault', './strongroom.vault', `${id}0`, `/${id}`]) {
      expect(verdict(await inspectedFrom(store, other, secret(PASSPHRASE)))).toBe('backup_missing');
    }
    expect(aside()).toEqual([]);
  });

  it('become the vault again, above every known generation, the damaged file kept', async () => {
    const damaged = damage(store.file);
    expect(verdict(await store.open(secret(PASSPHRASE)))).toBe('corrupt');
    const { id = '' } = valueOf(await store.newestAuthenticBackup(secret(PASSPHRASE))) ?? {};
    const restored = valueOf(await restoredFrom(store, id, secret(PASSPHRASE)));
    expect(restored).toMatchObject({ generation: 4, restoredGeneration: 5 });
    expect(restored.keptAside).toMatch(/^strongroom\.vault\.damaged-20261121T030405Z-/);
    expect(fs.readFileSync(pathOf(restored.keptAside ?? '')).equals(damaged)).toBe(true);
    const vault = valueOf(await store.open(secret(PASSPHRASE)));
    expect(stampOf(vault.contents())).toBe(4);
    expect(textOf(valueOf(vault.openRecord(name)))).toBe('the client secret');
    valueOf(await vault.change({ contents: (each) => stamped(each, 50) }));
    await vault.lock();
    expect(fs.existsSync(pathOf(restored.keptAside ?? ''))).toBe(true);
  });

  it('go above the present generation when a sound vault is replaced on purpose', async () => {
    const oldest = (await list()).at(-1)?.id ?? '';
    const restored = valueOf(await restoredFrom(store, oldest, secret(PASSPHRASE)));
    expect(restored).toMatchObject({ generation: 1, restoredGeneration: 6 });
    expect(headerTextOf(fs.readFileSync(store.file))).toContain('"generation":6');
    expect(aside()).toHaveLength(1);
  });

  it('go above what the rollback anchor has seen, where no file is as new as that', async () => {
    const rollback = { keystore: stubKeystore(), place: memoryPlace() };
    const { directory } = store;
    const own = createVaultStore({ directory, kdf: LOW_COST, nowMs: () => NOW, rollback });
    const vault = valueOf(await own.open(secret(PASSPHRASE)));
    const kept = fs.readFileSync(store.file);
    for (const stamp of [6, 7, 8]) {
      valueOf(await vault.change({ contents: (each) => stamped(each, stamp) }));
    }
    await vault.lock();
    // Somebody puts the file of generation 5 back, and no later one is left.
    for (const { id } of await list()) fs.rmSync(pathOf(id));
    fs.writeFileSync(store.file, kept);
    const file = valueOf(await own.readBackupFile(store.file));
    const restored = valueOf(await own.restoreBackup(file, secret(PASSPHRASE)));
    expect(restored.restoredGeneration).toBe(9);
    const again = valueOf(await own.open(secret(PASSPHRASE)));
    expect([again.rolledBack(), stampOf(again.contents())]).toEqual([false, 5]);
    await again.lock();
  });

  it('go above what another process saved while the backup was being tested', async () => {
    const [newest] = await list();
    const other = valueOf(await store.open(secret(PASSPHRASE)));
    let rival: Promise<unknown> | null = null;
    const slow = storeOver({
      // The last moment before the restore holds the lock.
      async create(file) {
        if (rival === null && file.endsWith('.lock')) {
          rival = other.change({ contents: (each) => stamped(each, 6) });
          await rival;
        }
        return await nodeFileSystem.create(file);
      },
    });
    const restored = valueOf(await restoredFrom(slow, newest?.id ?? '', secret(PASSPHRASE)));
    expect(restored.restoredGeneration).toBe(7);
    await other.lock();
  });

  it('replace nothing once another process has taken the lock over', async () => {
    const [newest] = await list();
    const before = fs.readFileSync(store.file);
    const late = storeOver({
      async syncDirectory(directory) {
        await nodeFileSystem.syncDirectory(directory);
        fs.writeFileSync(`${store.file}.lock`, 'of another process');
      },
    });
    const restored = await restoredFrom(late, newest?.id ?? '', secret(PASSPHRASE));
    expect(verdict(restored)).toBe('locked_by_other');
    expect(fs.readFileSync(store.file).equals(before)).toBe(true);
  });

  it('come back where the vault is gone, a directory, or a link', async () => {
    const [newest] = await list();
    const id = newest?.id ?? '';
    fs.rmSync(store.file);
    expect(valueOf(await restoredFrom(store, id, secret(PASSPHRASE))).keptAside).toBeNull();
    expect(verdict(await store.open(secret(PASSPHRASE)))).toBe('ok');
    fs.rmSync(store.file);
    fs.mkdirSync(store.file);
    expect(verdict(await restoredFrom(store, id, secret(PASSPHRASE)))).toBe('ok');
    fs.rmSync(store.file);
    fs.symlinkSync('/etc/hostname', store.file);
    expect(verdict(await restoredFrom(store, id, secret(PASSPHRASE)))).toBe('ok');
    expect(verdict(await store.open(secret(PASSPHRASE)))).toBe('ok');
    expect(aside()).toHaveLength(2);
  });

  it('offer the newest that authenticates, past forged and damaged ones', async () => {
    const [first, second] = await list();
    damage(pathOf(first?.id ?? ''));
    fs.rmSync(pathOf(second?.id ?? ''));
    const other = storeOfTest();
    await valueOf(await other.create(secret('of another vault'), contents(1))).lock();
    fs.copyFileSync(other.file, pathOf(second?.id ?? ''));
    const found = valueOf(await store.newestAuthenticBackup(secret(PASSPHRASE)));
    expect(found?.generation).toBe(2);
    expect(valueOf(await store.newestAuthenticBackup(secret('wrong')))).toBeNull();
  });

  it('are taken from anywhere: a copy on another disk becomes the vault', async () => {
    const elsewhere = temporaryStore();
    await valueOf(await elsewhere.create(secret('of another vault'), contents(1))).lock();
    const file = valueOf(await store.readBackupFile(elsewhere.file));
    expect(verdict(await store.inspectBackup(file, secret(PASSPHRASE)))).toBe('wrong_passphrase');
    expect(aside()).toEqual([]);
    // What was read is what is restored, whatever becomes of the file meanwhile.
    elsewhere[Symbol.dispose]();
    const restored = valueOf(await store.restoreBackup(file, secret('of another vault')));
    expect(restored).toMatchObject({ credentials: 1, keptAside: aside()[0] });
    expect(verdict(await store.open(secret('of another vault')))).toBe('ok');
  });

  it('are taken where nothing was ever kept, as on a new machine', async () => {
    const file = valueOf(await store.readBackupFile(store.file));
    fs.rmSync(store.directory, { recursive: true });
    expect(verdict(await store.restoreBackup(file, secret(PASSPHRASE)))).toBe('ok');
    expect(verdict(await store.open(secret(PASSPHRASE)))).toBe('ok');
  });

  it('are restored as they were read, although a save has pruned them since', async () => {
    const { id = '' } = (await list()).at(-1) ?? {};
    const backup = valueOf(await store.readBackup(id));
    fs.rmSync(pathOf(id));
    expect(verdict(await store.readBackup(id))).toBe('backup_missing');
    const restored = valueOf(await store.restoreBackup(backup, secret(PASSPHRASE)));
    expect(restored.generation).toBe(1);
  });

  it.each([
    ['a text', (file: string) => fs.writeFileSync(file, 'no vault at all'), 'not_a_vault'],
    ['a folder', (file: string) => fs.mkdirSync(file), 'not_a_vault'],
    ['a link', (file: string) => fs.symlinkSync(store.file, file), 'not_a_vault'],
    ['nothing', () => undefined, 'not_a_vault'],
  ])('are refused from anywhere where there is %s', async (_what, make, said) => {
    const file = path.join(store.directory, 'chosen');
    make(file);
    expect(verdict(await store.readBackupFile(file))).toBe(said);
  });

  it('are refused from anywhere where a bit is damaged', async () => {
    const file = path.join(store.directory, 'chosen');
    fs.copyFileSync(store.file, file);
    damage(file);
    expect(verdict(await store.readBackupFile(file))).toBe('corrupt');
  });

  it('are none where there is no directory', async () => {
    fs.rmSync(store.directory, { recursive: true });
    expect(await list()).toEqual([]);
    expect(valueOf(await store.newestAuthenticBackup(secret(PASSPHRASE)))).toBeNull();
  });
});
