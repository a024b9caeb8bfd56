// R2 (and a little of R1), I3, V16: a process killed with SIGKILL before every file operation of a
// save, in the middle of its writes and after the last one. Being killed after one operation is
// being killed before the next. The vault always opens, and what was acknowledged is in it.
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createVaultStore } from '../../electron/main/vault/vault-store.ts';
import { LOW_COST, PASSPHRASE, contents, secret, valueOf } from '../unit/vault/vault-samples.ts';
import { runChild, twoAtATime, type ChildOptions } from './support/children.ts';
import { randomFrom, figureHolds, seed, sized } from './support/figures.ts';
import { faultyFileSystem, type Operation } from './support/faulty-file-system.ts';
import { quickArgon2id } from './support/quick-argon2id.ts';
import { stampOf, stamped } from './support/stamp.ts';

/** A limit against hanging, not a goal: a busy machine takes several times as long. */
const LONGEST_MS = sized(900_000, 1_800_000);
const RANDOM_KILLS = sized(200, 1_000);
/** In the vault that is killed at random; the others need few. */
const MANY_CREDENTIALS = 1_000;
/** Killed during the first, second or third save, within a time that is longer than a save takes. */
const SAVES_BEFORE = 3;
const MOST_MS_AFTER_SAVE = 40;

interface KillPoint {
  readonly number: number;
  readonly how: 'before' | 'mid' | 'after';
}

function killPoints(operations: readonly Operation[]): KillPoint[] {
  const points: KillPoint[] = [{ number: operations.length, how: 'after' }];
  for (const [index, { name }] of operations.entries()) {
    points.push({ number: index + 1, how: 'before' });
    if (name === 'write') points.push({ number: index + 1, how: 'mid' });
  }
  return points;
}

describe('a vault whose process is killed', () => {
  const root = mkdtempSync(path.join(os.tmpdir(), 'strongroom-kill-'));
  const template = path.join(root, 'template');
  const large = path.join(root, 'large');
  let nextDirectory = 0;
  let createOperations: readonly Operation[] = [];
  let saveOperations: readonly Operation[] = [];

  const storeIn = (directory: string, fileSystem = faultyFileSystem({})) =>
    createVaultStore({
      directory,
      kdf: LOW_COST,
      fileSystem,
      nowMs: Date.now,
      argon2id: quickArgon2id,
    });
  const copyOf = (source: string): string => {
    const directory = path.join(root, `case-${(nextDirectory += 1)}`);
    cpSync(source, directory, { recursive: true, preserveTimestamps: true });
    return directory;
  };

  beforeAll(async () => {
    const fileSystem = faultyFileSystem({});
    const store = storeIn(template, fileSystem);
    const vault = valueOf(await store.create(secret(PASSPHRASE), stamped(contents(2), 1)));
    createOperations = [...fileSystem.made];
    // Enough generations that a save also prunes.
    for (let stamp = 2; stamp < 9; stamp += 1) {
      const before = fileSystem.made.length;
      valueOf(await vault.change({ contents: (each) => stamped(each, stamp) }));
      saveOperations = fileSystem.made.slice(before);
    }
    await vault.lock();
    const many = stamped(contents(MANY_CREDENTIALS), 1);
    await valueOf(await storeIn(large).create(secret(PASSPHRASE), many)).lock();
  });
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  /** Opens, checks the stamp, saves once more, and looks for what should not be left. */
  async function expectSound(directory: string, allowed: readonly number[]): Promise<void> {
    const vault = valueOf(await storeIn(directory).open(secret(PASSPHRASE)));
    expect(allowed).toContain(stampOf(vault.contents()));
    expect(readdirSync(directory).filter((name) => name.includes('.tmp-'))).toEqual([]);
    valueOf(await vault.change({ contents: (before) => stamped(before, 7777) }));
    await vault.lock();
    expect(readdirSync(directory).filter((name) => /\.(lock|tmp-)/.test(name))).toEqual([]);
  }

  it(
    'keeps the old or the new generation wherever a save dies',
    async () => {
      const points = killPoints(saveOperations);
      expect(points.length).toBeGreaterThan(saveOperations.length);
      await twoAtATime(points, async ({ number, how }) => {
        const directory = copyOf(template);
        const end = await runChild('save-child.ts', [directory, 'save', String(number), how]);
        expect({ how, number, ...end }).toMatchObject({ signal: 'SIGKILL', errors: '' });
        expect(end.lines).toEqual([]);
        await expectSound(directory, [8, 100]);
      });
      figureHolds('R2', 'killed at every operation of a save', points.length);
    },
    LONGEST_MS,
  );

  it(
    'is there or not there, never half, wherever its creation dies',
    async () => {
      const points = killPoints(createOperations);
      expect(points.length).toBeGreaterThan(createOperations.length);
      await twoAtATime(points, async ({ number, how }) => {
        const directory = path.join(root, `case-${(nextDirectory += 1)}`);
        const end = await runChild('save-child.ts', [directory, 'create', String(number), how]);
        expect({ how, number, ...end }).toMatchObject({ signal: 'SIGKILL', errors: '' });
        const store = storeIn(directory);
        if (!(await store.exists())) {
          const created = await store.create(secret(PASSPHRASE), stamped(contents(2), 1));
          await valueOf(created).lock();
        }
        await expectSound(directory, [1]);
      });
      figureHolds('R2', 'killed at every operation of a creation', points.length);
    },
    LONGEST_MS,
  );

  it(
    'V16 holds every acknowledged save when killed at random',
    async () => {
      const random = randomFrom(seed);
      let acknowledged = 0;
      const bad: string[] = [];
      const kills = Array.from({ length: RANDOM_KILLS }, (_, index) => ({
        after: String(1 + (index % SAVES_BEFORE)),
        waitMs: random() * MOST_MS_AFTER_SAVE,
      }));
      await twoAtATime(kills, async ({ after, waitMs }) => {
        const directory = copyOf(large);
        const onLine: ChildOptions['onLine'] = (line, kill) => {
          if (line === after) setTimeout(kill, waitMs);
        };
        const end = await runChild('save-child.ts', [directory, 'loop'], { onLine });
        expect(end).toMatchObject({ signal: 'SIGKILL', errors: '' });
        const last = Number(end.lines.at(-1));
        acknowledged += end.lines.length - 1;
        const opened = await storeIn(directory).open(secret(PASSPHRASE));
        const found = opened.ok ? stampOf(opened.value.contents()) : opened.failure.code;
        if (found !== last && found !== last + 1) bad.push(`${last} acknowledged, ${found} found`);
        if (opened.ok) await opened.value.lock();
        rmSync(directory, { recursive: true, force: true });
      });
      expect(bad).toEqual([]);
      figureHolds('R1', `kill -9 amid saves, ${acknowledged} acknowledged`, RANDOM_KILLS);
    },
    LONGEST_MS,
  );
});
