// R4, I3, V16: every error at every file operation of a save. No false success, the old file intact
// to the byte, nothing changed in memory, no temporary file left; and the next save works.
import { readFileSync, readdirSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { OpenVault } from '../../electron/main/vault/unlocked-vault.ts';
import {
  PASSPHRASE,
  contents,
  secret,
  temporaryStore,
  valueOf,
  verdict,
  type TemporaryStore,
} from '../unit/vault/vault-samples.ts';
import { dataKeyOf, openBytesWith } from './support/vault-bytes.ts';
import { figureHolds } from './support/figures.ts';
import { faultyFileSystem, systemError, type Operation } from './support/faulty-file-system.ts';
import { stampOf, stamped } from './support/stamp.ts';

const CODES: Readonly<Record<string, string>> = {
  ENOSPC: 'disk_full',
  EDQUOT: 'disk_full',
  EROFS: 'io_error',
  EACCES: 'io_error',
  EPERM: 'io_error',
  EIO: 'io_error',
  EMFILE: 'io_error',
  EBUSY: 'io_error',
};

interface Outcome {
  readonly about: string;
  readonly result: string;
  /** The code the errno stands for. */
  readonly code: string;
  /** The file is the old one to the byte, or after a success the new one. */
  readonly kept: boolean;
  readonly inMemory: boolean;
  readonly leftovers: readonly string[];
}

describe('a save whose file operation fails', () => {
  let store: TemporaryStore;
  let vault: OpenVault;
  let dataKey: Buffer;
  /** Set by a test: throws in the operation's place. `count` starts at 1 in every save. */
  let fault: (count: number, operation: Operation) => void = () => undefined;
  let writeLimit: (count: number, wanted: number) => number = (_, wanted) => wanted;
  let startedAt = 0;
  let stamp = 1;

  const fileSystem = faultyFileSystem({
    before: (operation) => fault(operation.number - startedAt, operation),
    writeAtMost: (operation, wanted) => writeLimit(operation.number - startedAt, wanted),
  });
  const save = async (): Promise<string> => {
    startedAt = fileSystem.made.length;
    stamp += 1;
    return verdict(await vault.change({ contents: (before) => stamped(before, stamp) }));
  };
  const healthySave = async (): Promise<number> => {
    fault = () => undefined;
    writeLimit = (_, wanted) => wanted;
    expect(await save()).toBe('ok');
    return fileSystem.made.length - startedAt;
  };
  const stampOnDisk = async (): Promise<number> =>
    stampOf(valueOf(openBytesWith(readFileSync(store.file), dataKey)).contents);
  const leftovers = (): string[] =>
    readdirSync(store.directory).filter((name) => name.includes('.tmp-'));

  beforeEach(async () => {
    fault = () => undefined;
    writeLimit = (_, wanted) => wanted;
    store = temporaryStore({ fileSystem });
    vault = valueOf(await store.create(secret(PASSPHRASE), stamped(contents(2), 1)));
    dataKey = await dataKeyOf(readFileSync(store.file), PASSPHRASE);
    for (let count = 0; count < 8; count += 1) await healthySave();
  });
  afterEach(async () => {
    await vault.lock();
    store[Symbol.dispose]();
  });

  it('V16 says so and changes nothing, for every errno at every operation', async () => {
    let failed = 0;
    const outcomes: Outcome[] = [];
    for (const [errno, code] of Object.entries(CODES)) {
      const operations = await healthySave();
      for (let at = 1; at <= operations; at += 1) {
        const before = readFileSync(store.file);
        const stampBefore = stampOf(vault.contents());
        let operation = '';
        fault = (count, { name }) => {
          if (count !== at) return;
          operation = name;
          throw systemError(errno);
        };
        const result = await save();
        const reported = result !== 'ok';
        failed += Number(reported);
        const kept = readFileSync(store.file).equals(before);
        outcomes.push({
          about: `${errno} at ${at} (${operation})`,
          result: reported ? result : code,
          kept: reported ? kept : !kept && (await stampOnDisk()) === stamp,
          inMemory: stampOf(vault.contents()) === (reported ? stampBefore : stamp),
          leftovers: leftovers(),
          code,
        });
        await healthySave();
      }
    }
    const bad = outcomes.filter(
      ({ result, code, kept, inMemory, leftovers }) =>
        result !== code || !kept || !inMemory || leftovers.length > 0,
    );
    expect(bad).toEqual([]);
    expect(outcomes.length).toBeGreaterThanOrEqual(120);
    expect(failed).toBeGreaterThan(outcomes.length / 3);
    figureHolds(
      'R4',
      `${Object.keys(CODES).length} errors at every file operation of a save`,
      outcomes.length,
    );
  });

  it('never loses the file when everything fails from some operation on', async () => {
    const operations = await healthySave();
    const outcomes: { from: number; saved: boolean; sound: boolean; leftovers: number }[] = [];
    for (let from = 1; from <= operations; from += 1) {
      const stampBefore = stampOf(vault.contents());
      fault = (count) => {
        if (count >= from) throw systemError('EIO');
      };
      const saved = (await save()) === 'ok';
      const onDisk = await stampOnDisk();
      const inMemory = stampOf(vault.contents());
      const sound = saved
        ? onDisk === stamp && inMemory === stamp
        : [stampBefore, stamp].includes(onDisk) && inMemory === stampBefore;
      await healthySave();
      outcomes.push({ from, saved, sound, leftovers: leftovers().length });
    }
    expect(outcomes.filter((each) => !each.sound || each.leftovers > 0)).toEqual([]);
    expect(outcomes.some((each) => each.saved)).toBe(true);
  });

  it('finishes a save whose writes come up short, and fails one that writes nothing', async () => {
    writeLimit = (_, wanted) => Math.min(wanted, 700);
    expect(await save()).toBe('ok');
    expect(await stampOnDisk()).toBe(stamp);

    const good = readFileSync(store.file);
    writeLimit = (_, wanted) => (wanted > 1000 ? 0 : wanted);
    expect(await save()).toBe('io_error');
    expect(readFileSync(store.file).equals(good)).toBe(true);
    expect(leftovers()).toEqual([]);
  });

  it('reports a disk that fills up in the middle of the file', async () => {
    const good = readFileSync(store.file);
    let writes = 0;
    writeLimit = (_, wanted) => (wanted > 1000 ? wanted - 1000 : wanted);
    fault = (_, { name }) => {
      if (name === 'write' && (writes += 1) === 3) throw systemError('ENOSPC');
    };
    expect(await save()).toBe('disk_full');
    expect(readFileSync(store.file).equals(good)).toBe(true);
    expect(leftovers()).toEqual([]);
  });
});
