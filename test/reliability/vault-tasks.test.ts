// R2, R4, I3, V16: every kind of change of a vault, stopped or failed at each of its file operations.
// Stopped is killed: nothing more happens, and what was written stays (vault-kill.test.ts does the same
// to real processes). The vault opens, at the old or the new state, and nothing false is acknowledged.
import { describe, expect, it } from 'vitest';
import { systemError } from './support/faulty-file-system.ts';
import { figureHolds, sized } from './support/figures.ts';
import { modelDisk, type Found } from './support/model-disk.ts';
import { honest, openedContents, storeOn, template } from './support/model-vault.ts';
import { stampOf } from './support/stamp.ts';
import { STAMP, vaultTasks, type Begun, type VaultTask } from './support/vault-tasks.ts';

const ERRORS = ['EIO', 'ENOSPC', 'EACCES', 'EMFILE'];
/** Of the errors at one operation; per commit they take turns. vault-errno.test.ts has all for a save. */
const ERRORS_EACH = sized(2, ERRORS.length);
const errorsAt = (operation: number): readonly string[] =>
  Array.from(
    { length: ERRORS_EACH },
    (_, index) => ERRORS[(operation + index) % ERRORS.length] ?? '',
  );

interface Run {
  readonly begun: Begun;
  readonly ended: 'done' | 'failed' | 'stopped';
  readonly found: Found;
  readonly operations: number;
}

/** Runs the task; `at` is the operation, counted from 1, where `act` takes its place. */
async function run(
  start: Found,
  task: VaultTask,
  at: number,
  act: (stop: () => void) => Promise<void>,
): Promise<Run> {
  let armed = false;
  let count = 0;
  let stop: () => void = () => undefined;
  const stopped = new Promise<'stopped'>((resolve) => {
    stop = () => resolve('stopped');
  });
  const disk = modelDisk(task.creates === true ? new Map() : start, {
    ...honest,
    before() {
      count += Number(armed);
      return armed && count === at ? act(stop) : undefined;
    },
  });
  const begun = await task.begin(storeOn(disk.fileSystem));
  armed = true;
  const running = begun.run().then(
    () => 'done' as const,
    () => 'failed' as const,
  );
  const ended = await Promise.race([running, stopped]);
  armed = false;
  if (ended !== 'stopped') await begun.end();
  return { begun, ended, found: disk.current(), operations: count };
}

/** Without locks: their holder is gone, and taking them over is the lock's own test. */
const withoutLock = (found: Found): Found =>
  new Map([...found].filter(([name]) => !name.endsWith('.lock')));

/** What is wrong with what was found, in words; null when nothing is. */
async function problem({ begun, ended, found }: Run, task: VaultTask): Promise<string | null> {
  const left = [...found.keys()].filter((name) => name.includes('.tmp-'));
  if (ended !== 'stopped' && left.length > 0) return `left ${left.join()}`;
  const done = ended === 'done';
  const opened = await openedContents(withoutLock(found), done ? [task.after] : task.passphrases);
  if (opened === null) return 'does not open';
  if (opened === 'absent') return task.creates === true && !done ? null : 'is gone';
  const before = task.creates === true ? [] : [STAMP];
  const allowed = done ? [task.stampAfter] : [...before, task.stampAfter];
  const stamp = stampOf(opened);
  return allowed.includes(stamp) ? (begun.wrong?.(opened) ?? null) : `holds ${stamp}`;
}

const never = (): Promise<void> => new Promise(() => undefined);

describe('every kind of change of a vault', () => {
  it('opens wherever the process is killed', async () => {
    const start = await template();
    const bad: string[] = [];
    let tried = 0;
    for (const task of vaultTasks) {
      const whole = await run(start, task, 0, never);
      expect([task.name, await problem(whole, task)]).toEqual([task.name, null]);
      for (let at = 1; at <= whole.operations; at += 1) {
        const cut = await run(start, task, at, (stop) => {
          stop();
          return never();
        });
        tried += 1;
        const wrong = cut.ended === 'stopped' ? await problem(cut, task) : null;
        if (wrong !== null) bad.push(`${task.name} killed at ${at}: ${wrong}`);
      }
    }
    expect(bad).toEqual([]);
    expect(tried).toBeGreaterThan(200);
    figureHolds('R2', 'stopped at every file operation of every kind of change', tried);
  });

  it('V16 says so and stays openable wherever an operation fails', async () => {
    const start = await template();
    const bad: string[] = [];
    let tried = 0;
    for (const task of vaultTasks) {
      const { operations } = await run(start, task, 0, never);
      for (let at = 1; at <= operations; at += 1) {
        for (const errno of errorsAt(2 * at)) {
          const failed = await run(start, task, at, () => Promise.reject(systemError(errno)));
          tried += 1;
          const wrong = await problem(failed, task);
          if (wrong !== null)
            bad.push(`${task.name}, ${errno} at ${at}, ${failed.ended}: ${wrong}`);
        }
      }
    }
    expect(bad).toEqual([]);
    figureHolds('R4', 'errors at every file operation of every kind of change', tried);
  });
});
