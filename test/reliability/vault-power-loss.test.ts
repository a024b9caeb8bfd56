// R3, I3, V16: power lost at every file operation of every kind of change, on a disk that keeps only
// what was synced. Every state that could be found opens, at the old or the new generation; what was
// acknowledged is there. Positive controls: a disk that syncs no names, and one that syncs nothing.
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { figureHolds } from './support/figures.ts';
import { modelDisk, type Found, type ModelOptions } from './support/model-disk.ts';
import { VAULT, honest, openedContents, storeOn, template } from './support/model-vault.ts';
import { stampOf } from './support/stamp.ts';
import { vaultTasks, type VaultTask } from './support/vault-tasks.ts';

const digestOf = (found: Found): string => {
  const hash = createHash('sha256');
  for (const [name, bytes] of [...found].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (!/\.(lock|tmp-)/.test(name)) hash.update(name).update('\0').update(bytes);
  }
  return hash.digest('hex');
};

interface ScanResults {
  readonly states: number;
  readonly distinct: number;
  readonly unreadable: number;
  readonly acknowledgedLost: number;
}

async function powerDown(
  start: Found,
  task: VaultTask,
  lies: Omit<ModelOptions, 'before'>,
): Promise<ScanResults> {
  let armed = false;
  let states = 0;
  const seen = new Map<string, Found>();
  const matters = (name: string): boolean =>
    lies.fileSync ? !/\.(lock|tmp-)/.test(name) : name === VAULT;
  const disk = modelDisk(task.creates === true ? new Map() : start, {
    ...lies,
    before() {
      if (armed) reevaluate();
    },
  });
  function reevaluate(): Map<string, Found> {
    const now = new Map<string, Found>();
    for (const found of disk.states(matters)) {
      states += 1;
      now.set(digestOf(found), found);
    }
    for (const [digest, found] of now) seen.set(digest, found);
    return now;
  }
  const begun = await task.begin(storeOn(disk.fileSystem));
  armed = true;
  await begun.run();
  // Acknowledged: from here on nothing but the new state may be found.
  armed = false;
  const after = reevaluate();
  let unreadable = 0;
  let acknowledgedLost = 0;
  for (const found of seen.values()) {
    const opened = await openedContents(found, task.passphrases);
    if (opened === null || (opened === 'absent' && task.creates !== true)) unreadable += 1;
  }
  for (const found of after.values()) {
    const opened = await openedContents(found, [task.after]);
    const lost =
      opened === null ||
      opened === 'absent' ||
      stampOf(opened) !== task.stampAfter ||
      (begun.wrong?.(opened) ?? null) !== null;
    acknowledgedLost += Number(lost);
  }
  await begun.end();
  return { states, distinct: seen.size, unreadable, acknowledgedLost };
}

describe('a vault whose power is lost', () => {
  it('V16 opens in every state that could be found, with everything acknowledged', async () => {
    const start = await template();
    const tallies: (ScanResults & { task: string })[] = [];
    for (const task of vaultTasks) {
      tallies.push({ task: task.name, ...(await powerDown(start, task, honest)) });
    }
    console.table(tallies);
    const sum = (of: keyof ScanResults): number =>
      tallies.reduce((total, each) => total + each[of], 0);
    expect(tallies.filter((each) => each.unreadable + each.acknowledgedLost > 0)).toEqual([]);
    expect(sum('distinct')).toBeGreaterThan(30);
    figureHolds('R3', 'states that a power cut may leave', sum('distinct'));
  });

  it('loses what was acknowledged on a disk that syncs no names: the model notices', async () => {
    const [save] = vaultTasks;
    if (save === undefined) throw new Error('no task');
    const start = await template();
    const noNames = await powerDown(start, save, { fileSync: true, directorySync: false });
    const nothing = await powerDown(start, save, { fileSync: false, directorySync: false });
    console.log('controls:', { noNames, nothing });
    expect(noNames.acknowledgedLost).toBeGreaterThan(0);
    expect(nothing.unreadable).toBeGreaterThan(0);
  });
});
