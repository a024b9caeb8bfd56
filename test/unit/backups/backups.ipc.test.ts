// Restoring from a file: main's chooser, main's question, and nothing touched before both were answered.
import { describe, expect, it } from 'vitest';
import { backupHandlers } from '../../../electron/main/backups/backups.ipc.ts';
import { fail, ok } from '../../../electron/main/domain/result.ts';
import type { AllParts } from '../../../electron/main/app/handlers.ts';
import type { Question } from '../../../electron/main/secret-input/ports.ts';

const savedAtMs = Date.UTC(2026, 10, 20, 9, 30);
const FILE = { facts: { savedAtMs } };

async function restored(given: {
  readonly chosen?: string | null;
  readonly choice?: number | null;
  readonly readable?: boolean;
}) {
  const { chosen = '/media/stick/copy.vault', choice = 0, readable = true } = given;
  const steps: string[] = [];
  const questions: Question[] = [];
  const ports = {
    dialogs: {
      chooseFile: () => Promise.resolve(chosen),
      ask(question: Question) {
        questions.push(question);
        return Promise.resolve(choice);
      },
    },
    store: {
      readBackupFile(file: string) {
        steps.push(`read ${file}`);
        return Promise.resolve(readable ? ok(FILE) : fail({ code: 'not_a_vault' }));
      },
    },
    backups: {
      restoreFile(file: unknown) {
        steps.push(file === FILE ? 'restored' : 'another');
        return Promise.resolve(ok('done'));
      },
    },
  };
  const { backupRestoreFile } = backupHandlers(ports as unknown as AllParts);
  return { answer: await backupRestoreFile(undefined), steps, questions };
}

describe('restoring from a file', () => {
  it('names the file and its date, and no folder, before anything is restored', async () => {
    const { answer, steps, questions } = await restored({});
    expect(answer).toEqual(ok('done'));
    expect(steps).toEqual(['read /media/stick/copy.vault', 'restored']);
    expect(questions[0]?.message).toMatch(
      /^Restore “copy\.vault”, dated 20 November 2026 at \d\d:30:00\?$/,
    );
  });

  it.each([
    ['nobody chose one', { chosen: null }, ok('cancelled')],
    ['the person said no', { choice: null }, ok('cancelled')],
    [
      'the file is no vault',
      { readable: false },
      fail({ code: 'not_a_vault', facts: { about: 'chosen file' } }),
    ],
  ])('restores nothing where %s', async (_why, given, answer) => {
    const done = await restored(given);
    expect(done.answer).toEqual(answer);
    expect(done.steps).not.toContain('restored');
  });
});

async function reopened(leaves: boolean) {
  const steps: string[] = [];
  const step = <T>(name: string, answer: T) => {
    steps.push(name);
    return Promise.resolve(answer);
  };
  const ports = {
    exitGuard: { lock: () => step('asked to lock', leaves) },
    vaultSession: {
      lock: () => step('locked unasked', undefined),
      unlock: () => step('unlocked', ok('done')),
    },
  };
  const { vaultReopen } = backupHandlers(ports as unknown as AllParts);
  return { answer: await vaultReopen(undefined), steps };
}

it('asks before tokens of a vault in memory are left behind', async () => {
  expect(await reopened(true)).toEqual({
    answer: ok('done'),
    steps: ['asked to lock', 'unlocked'],
  });
});

it('leaves the vault open where the person stays', async () => {
  expect(await reopened(false)).toEqual({ answer: ok('cancelled'), steps: ['asked to lock'] });
});
