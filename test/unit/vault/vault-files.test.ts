// The files around a vault: what stands in its place (V17), permissions, leftovers, lock, backups.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { checksumOf, keepEarlier, pruneBackups } from '../../../electron/main/vault/save.ts';
import { LockFile, systemProcesses, type ProcessTable } from '../../../electron/main/vault/lock.ts';
import {
  nodeFileSystem,
  retryBusy,
  type FileSystem,
} from '../../../electron/main/vault/file-system.ts';
import { vaultNames } from '../../../electron/main/vault/names.ts';
import { createVaultStore } from '../../../electron/main/vault/vault-store.ts';
import { faultyFileSystem, systemError } from '../../reliability/support/faulty-file-system.ts';
import { damage } from '../../reliability/support/vault-bytes.ts';
import { storeOfTest } from './store-of-test.ts';
import {
  LOW_COST,
  PASSPHRASE,
  contents,
  secret,
  valueOf,
  verdict,
  type TemporaryStore,
} from './vault-samples.ts';

const posix = process.platform !== 'win32';
const VAULT_ID = Buffer.alloc(16, 0xab).toString('base64');
const DAY_MS = 86_400_000;

let store: TemporaryStore;
beforeEach(async () => {
  store = storeOfTest();
  await valueOf(await store.create(secret(PASSPHRASE), contents(1))).lock();
});
const open = async (): Promise<string> => verdict(await store.open(secret(PASSPHRASE)));
/** The same folder, over a file system that fails as a test says. */
const storeOver = (fileSystem: FileSystem) =>
  createVaultStore({ directory: store.directory, kdf: LOW_COST, nowMs: Date.now, fileSystem });
const names = () => vaultNames(store.directory, 'strongroom.vault');

describe('what stands in the place of the vault', () => {
  it.runIf(posix)('V17 is refused when it is a link, a directory or a pipe', async () => {
    const real = `${store.file}.real`;
    fs.renameSync(store.file, real);
    fs.symlinkSync(real, store.file);
    expect(await open()).toBe('not_a_vault');
    fs.unlinkSync(store.file);
    fs.mkdirSync(store.file);
    expect(await open()).toBe('not_a_vault');
    fs.rmdirSync(store.file);
    execFileSync('mkfifo', [store.file]);
    expect(await open()).toBe('not_a_vault');
  });

  it('V17 is read again when another process removes its backup between two looks', async () => {
    const backup = names().backup(VAULT_ID, 1);
    fs.linkSync(store.file, backup);
    let before = '';
    const fileSystem = faultyFileSystem({
      before({ name }) {
        if (name === 'readdir' && before === 'lstat') fs.rmSync(backup, { force: true });
        before = name;
      },
    });
    expect(verdict(await storeOver(fileSystem).open(secret(PASSPHRASE)))).toBe('ok');
    expect(fs.existsSync(backup)).toBe(false);
  });

  it('V17 is refused when somebody linked it elsewhere, and not when we did', async () => {
    fs.linkSync(store.file, names().backup(VAULT_ID, 1));
    expect(await open()).toBe('ok');
    fs.linkSync(store.file, path.join(store.directory, 'elsewhere'));
    expect(await open()).toBe('tampered');
  });

  it('is refused when it is larger than any vault', async () => {
    fs.truncateSync(store.file, 65 * 1024 * 1024 + 100_000);
    expect(await open()).toBe('corrupt');
  });

  it('is not overwritten when it became a link after opening', async () => {
    const vault = valueOf(await store.open(secret(PASSPHRASE)));
    const real = `${store.file}.real`;
    fs.renameSync(store.file, real);
    fs.symlinkSync(real, store.file);
    const change = await vault.change({ contents: (before) => ({ ...before, tokens: [] }) });
    expect(verdict(change)).toBe('changed_on_disk');
    expect(fs.lstatSync(store.file).isSymbolicLink()).toBe(true);
    await vault.lock();
  });

  it.each(['changed_on_disk', 'io_error'])(
    'is not overwritten, and leaves no file behind or open, where a look at it ends in %s',
    async (wanted) => {
      let saving = false;
      const fileSystem = faultyFileSystem({
        before({ name }) {
          if (saving && name === 'fstat' && wanted === 'io_error') throw systemError('EIO');
        },
      });
      const vault = valueOf(await storeOver(fileSystem).open(secret(PASSPHRASE)));
      if (wanted === 'changed_on_disk') fs.appendFileSync(store.file, 'x');
      const before = fs.readFileSync(store.file);
      saving = true;
      const change = await vault.change({ contents: (each) => ({ ...each, tokens: [] }) });
      expect(verdict(change)).toBe(wanted);
      const count = (...names: readonly string[]): number =>
        fileSystem.made.filter(({ name }) => names.includes(name)).length;
      expect(count('close')).toBe(count('open', 'create'));
      expect(fs.readFileSync(store.file).equals(before)).toBe(true);
      expect(fs.readdirSync(store.directory)).toEqual(['strongroom.vault']);
      await vault.lock();
    },
  );
});

describe('permissions', () => {
  it.runIf(posix)('V17 stay with the owner whatever the umask, and are re-asserted', async () => {
    const before = process.umask(0o000);
    try {
      const vault = valueOf(await store.open(secret(PASSPHRASE)));
      valueOf(await vault.change({ contents: (each) => ({ ...each, tokens: [] }) }));
      await vault.lock();
    } finally {
      process.umask(before);
    }
    const mode = (name: string): number => fs.statSync(name).mode & 0o777;
    const modes = fs
      .readdirSync(store.directory)
      .map((name) => mode(path.join(store.directory, name)));
    expect(modes).toEqual([0o600, 0o600]);
    fs.chmodSync(store.file, 0o644);
    fs.chmodSync(store.directory, 0o755);
    expect(await open()).toBe('ok');
    expect([mode(store.file), mode(store.directory)]).toEqual([0o600, 0o700]);
  });
});

describe('leftovers of a killed save', () => {
  it('are cleared at opening, and only ours', async () => {
    const keep = ['strongroom.vault.tmp-notours', 'other.tmp-0123456789abcdef', 'notes.txt'];
    for (const name of [...keep, 'strongroom.vault.tmp-0123456789abcdef']) {
      fs.writeFileSync(path.join(store.directory, name), 'x');
    }
    expect(await open()).toBe('ok');
    expect(fs.readdirSync(store.directory).sort()).toEqual([...keep, 'strongroom.vault'].sort());
  });
});

describe('lock file', () => {
  const lockWith = (processes: ProcessTable, nowMs = Date.now) =>
    new LockFile({ fileSystem: nodeFileSystem, names: names(), processes, nowMs });
  const table = (state: 'running' | 'gone' | 'unknown'): ProcessTable => ({
    self: systemProcesses.self,
    state: () => Promise.resolve(state),
  });
  const foreign = JSON.stringify({ pid: 4242, started: '1', place: 'here', nonce: 'n' });

  it('is there while held, names its holder, and is gone afterwards', async () => {
    const held = valueOf(await lockWith(systemProcesses).acquire());
    expect(JSON.parse(fs.readFileSync(names().lock, 'utf8'))).toMatchObject({ pid: process.pid });
    expect(verdict(await lockWith(systemProcesses).acquire(0))).toBe('locked_by_other');
    expect(await held.isOurs()).toBe(true);
    await held.release();
    expect(fs.existsSync(names().lock)).toBe(false);
  });

  it('is taken over only from a process that is gone', async () => {
    fs.writeFileSync(names().lock, foreign);
    expect(verdict(await lockWith(table('running')).acquire(20))).toBe('locked_by_other');
    expect(fs.readFileSync(names().lock, 'utf8')).toBe(foreign);
    const held = valueOf(await lockWith(table('gone')).acquire(0));
    expect(await held.isOurs()).toBe(true);
    await held.release();
    expect(fs.readdirSync(store.directory)).toEqual(['strongroom.vault']);
  });

  it('is taken over from an unknown holder only when it is old', async () => {
    fs.writeFileSync(names().lock, foreign);
    expect(verdict(await lockWith(table('unknown')).acquire(0))).toBe('locked_by_other');
    const later = (): number => Date.now() + 61_000;
    await valueOf(await lockWith(table('unknown'), later).acquire(0)).release();
    expect(fs.existsSync(names().lock)).toBe(false);
  });

  it('is taken over after a second when its writer never wrote', async () => {
    fs.writeFileSync(names().lock, '');
    expect(verdict(await lockWith(systemProcesses).acquire(50))).toBe('locked_by_other');
    await valueOf(await lockWith(systemProcesses).acquire()).release();
    expect(fs.existsSync(names().lock)).toBe(false);
  });

  it('is put back where another took it anew between the look at it and its removal', async () => {
    const renewed = JSON.stringify({ pid: 4343, started: '2', place: 'here', nonce: 'm' });
    fs.writeFileSync(names().lock, foreign);
    const processes: ProcessTable = {
      self: systemProcesses.self,
      state({ pid }) {
        if (pid === 4343) return Promise.resolve('running');
        fs.writeFileSync(names().lock, renewed);
        return Promise.resolve('gone');
      },
    };
    expect(verdict(await lockWith(processes).acquire(0))).toBe('locked_by_other');
    expect(fs.readFileSync(names().lock, 'utf8')).toBe(renewed);
    expect(fs.readdirSync(store.directory).filter((name) => name.includes('tmp-'))).toEqual([]);
  });

  it('that was taken over while a save wrote keeps it from replacing the vault', async () => {
    let isTaken = false;
    const fileSystem = faultyFileSystem({
      before({ name }) {
        if (isTaken && name === 'fsync') fs.writeFileSync(names().lock, foreign);
      },
    });
    const vault = valueOf(await storeOver(fileSystem).open(secret(PASSPHRASE)));
    const before = fs.readFileSync(store.file);
    isTaken = true;
    const change = await vault.change({ contents: (each) => ({ ...each, tokens: [] }) });
    expect(verdict(change)).toBe('locked_by_other');
    expect(fs.readFileSync(store.file).equals(before)).toBe(true);
    expect(fs.readFileSync(names().lock, 'utf8')).toBe(foreign);
    expect(vault.contents().tokens).toHaveLength(1);
    await vault.lock();
  });

  it('knows that another process took it over, and leaves that one its lock', async () => {
    const held = valueOf(await lockWith(systemProcesses).acquire());
    fs.writeFileSync(names().lock, foreign);
    expect(await held.isOurs()).toBe(false);
    await held.release();
    expect(fs.readFileSync(names().lock, 'utf8')).toBe(foreign);
  });

  it('tells this process from one that is gone and from one with the same number', async () => {
    const self = await systemProcesses.self();
    expect(await systemProcesses.state({ ...self, place: 'another host' })).toBe('unknown');
    expect(await systemProcesses.state({ ...self, pid: 2 ** 22 + 1 })).toBe('gone');
    const reused = await systemProcesses.state({ ...self, started: '1' });
    expect(reused).toBe(self.started === '' ? 'unknown' : 'gone');
  });
});

describe('backups', () => {
  const listed = (): string[] =>
    fs.readdirSync(store.directory).filter((name) => /bak-/.test(name));
  const checksums = () => [checksumOf(fs.readFileSync(store.file))];
  const place = (nowMs = Date.now) => ({ fileSystem: nodeFileSystem, names: names(), nowMs });

  it('keep the five newest and one a day for seven days, of this vault alone', async () => {
    const now = 20_000 * DAY_MS + 5_000_000;
    const foreign = names().backup(Buffer.alloc(16, 1).toString('base64'), 1);
    fs.writeFileSync(foreign, 'x');
    for (let generation = 1; generation <= 40; generation += 1) {
      // Three a day, the last one now.
      const at = new Date(now - (40 - generation) * (DAY_MS / 3));
      const name = names().backup(VAULT_ID, generation);
      fs.writeFileSync(name, 'x');
      fs.utimesSync(name, at, at);
    }
    await pruneBackups(
      place(() => now),
      VAULT_ID,
      null,
    );
    const kept = listed()
      .map((name) => Number(/abababab-(\d+)$/.exec(name)?.[1] ?? 0))
      .sort((a, b) => a - b);
    // 0 is the other vault's. Three days are covered by the newest five, four more by one each.
    expect(kept).toEqual([0, 24, 27, 30, 33, 36, 37, 38, 39, 40]);
    expect(fs.existsSync(foreign)).toBe(true);
  });

  describe('of a vault that is saved every minute', () => {
    const MINUTE_MS = 60_000;
    /** Saves, and prunes as each save does; minutes before now of what is kept then. */
    async function keptAfter(minutes: number, at: (minute: number) => number) {
      let now = 0;
      for (let minute = 1; minute <= minutes; minute += 1) {
        now = 20_000 * DAY_MS + at(minute);
        const name = names().backup(VAULT_ID, minute);
        fs.writeFileSync(name, 'x');
        fs.utimesSync(name, new Date(now), new Date(now));
        await pruneBackups(
          place(() => now),
          VAULT_ID,
          name,
        );
      }
      const generations = listed().map((name) => Number(/-(\d+)$/.exec(name)?.[1] ?? 0));
      return generations.sort((a, b) => a - b);
    }

    it('are the newest, and others at least ten minutes apart', async () => {
      expect(await keptAfter(35, (minute) => minute * MINUTE_MS)).toEqual([1, 11, 21, 31, 35]);
    });

    it.each([
      ['', () => null],
      [', also beside an irremovable temporary file', () => names().temporary()],
      [', also beside an irremovable backup', () => names().backup(VAULT_ID, 10_000)],
    ])('reach back the longer the longer it goes on, and are five%s', async (_, irremovable) => {
      const name = irremovable();
      if (name !== null) fs.mkdirSync(name);
      const minutes = await keptAfter(75, (minute) => minute * MINUTE_MS);
      expect(minutes.filter((each) => each < 10_000)).toEqual([41, 51, 61, 71, 75]);
    });

    it('have the newest generation among them where the clock was set back', async () => {
      const setBack = (minute: number): number => (minute > 20 ? minute - 600 : minute) * MINUTE_MS;
      expect(await keptAfter(24, setBack)).toContain(24);
    });
  });

  it('take another name where the first is another file, and the same for the same', async () => {
    const replaced = () => ({ vaultId: VAULT_ID, generation: 7, checksums: checksums() });
    const first = await keepEarlier(place(), replaced());
    expect(await keepEarlier(place(), replaced())).toEqual(first);
    fs.copyFileSync(store.file, `${store.file}.new`);
    fs.renameSync(`${store.file}.new`, store.file);
    const spare = await keepEarlier(place(), replaced());
    expect(spare.path).not.toBe(first.path);
    expect(names().isBackup(path.basename(spare.path), VAULT_ID)).toBe(true);
    expect(listed()).toHaveLength(2);
  });

  it('are written out where there are no hard links', async () => {
    const fileSystem = faultyFileSystem({
      before({ name }) {
        if (name === 'link') throw systemError('ENOTSUP');
      },
    });
    const replaced = { vaultId: VAULT_ID, generation: 1, checksums: checksums() };
    const kept = await keepEarlier({ ...place(), fileSystem }, replaced);
    expect(fs.readFileSync(kept.path).equals(fs.readFileSync(store.file))).toBe(true);
    expect(fs.statSync(store.file).nlink).toBe(1);
  });

  it('are kept aside when they do not read back as what was saved, and the save goes on', async () => {
    const fileSystem = faultyFileSystem({
      after({ name }) {
        if (name === 'link') damage(store.file);
      },
    });
    const vault = valueOf(await storeOver(fileSystem).open(secret(PASSPHRASE)));
    expect(vault.damagedFile()).toBeNull();
    valueOf(await vault.change({ contents: (before) => ({ ...before, tokens: [] }) }));
    const told = vault.damagedFile();
    await vault.lock();
    expect(listed()).toEqual([]);
    expect(fs.readdirSync(store.directory).filter((name) => /damaged-/.test(name))).toEqual([told]);
    expect(await open()).toBe('ok');
  });

  it('fail the save where a written copy does not read back, and leave no half one', async () => {
    const fileSystem = faultyFileSystem({
      before({ name }) {
        if (name === 'link') throw systemError('ENOTSUP');
      },
      after({ name }) {
        if (name === 'write') for (const each of listed()) damage(path.join(store.directory, each));
      },
    });
    const before = fs.readFileSync(store.file);
    const vault = valueOf(await storeOver(fileSystem).open(secret(PASSPHRASE)));
    const change = await vault.change({ contents: (each) => ({ ...each, tokens: [] }) });
    await vault.lock();
    expect([verdict(change), listed()]).toEqual(['io_error', []]);
    expect(fs.readFileSync(store.file).equals(before)).toBe(true);
  });
});

describe('retry on Windows', () => {
  const attempt = async (platform: 'posix' | 'windows', errno: string, failures: number) => {
    const waits: number[] = [];
    let calls = 0;
    const operation = (): Promise<void> =>
      (calls += 1) <= failures ? Promise.reject(systemError(errno)) : Promise.resolve();
    const fileSystem = { ...nodeFileSystem, platform };
    const result = await retryBusy(fileSystem, operation, (ms) => {
      waits.push(ms);
      return Promise.resolve();
    }).then(
      () => 'done',
      () => 'failed',
    );
    return { result, calls, waited: waits.reduce((sum, ms) => sum + ms, 0) };
  };

  it('waits longer each time, ten seconds at most, and only for a busy file', async () => {
    expect(await attempt('windows', 'EBUSY', 3)).toEqual({ result: 'done', calls: 4, waited: 350 });
    const endless = await attempt('windows', 'EPERM', 1000);
    expect(endless.result).toBe('failed');
    expect(endless.waited).toBeGreaterThan(5_000);
    expect(endless.waited).toBeLessThanOrEqual(10_000);
    expect(await attempt('windows', 'EIO', 1)).toEqual({ result: 'failed', calls: 1, waited: 0 });
    expect(await attempt('posix', 'EBUSY', 1)).toEqual({ result: 'failed', calls: 1, waited: 0 });
  });
});
