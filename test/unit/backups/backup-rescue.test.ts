// What can be done with earlier generations of the vault.
import { describe, expect, it } from 'vitest';
import { fail, ok, type Result } from '../../../electron/main/domain/result.ts';
import { SecretBytes } from '../../../electron/main/domain/secret-bytes.ts';
import { createAttemptDelay } from '../../../electron/main/session/attempt-delay.ts';
import { BackupRescue } from '../../../electron/main/backups/backup-rescue.ts';
import type { BackupContentsView } from '../../../electron/shared/backups/backup-view.ts';
import { NO_CONTENTS, type VaultFailure } from '../../../electron/main/vault/vault.ts';
import type { VaultStore } from '../../../electron/main/vault/vault-store.ts';
import type { Failure } from '../../../electron/shared/failures/failure.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { fakeVaultStore, unlockedOver } from '../../support/fake-vault-store.ts';
import { createMemoryVault } from '../../support/memory-vault.ts';
import { fakePrompt } from '../../support/fake-prompt.ts';

const ID = 'strongroom.vault.bak-0a1b2c3d-4';
const RIGHT = 'the right one';
const savedAtMs = Date.UTC(2026, 10, 20, 9, 30);
const contents: BackupContentsView = {
  id: ID,
  savedAtMs,
  generation: 4,
  environments: 1,
  credentials: 2,
  tokens: 3,
};

/** @param typed what the person types, in turn; null, and nothing left, closes the window. */
const file = {
  facts: { id: ID, savedAtMs, generation: 4, bytes: 3, intact: true },
  bytes: Buffer.alloc(3),
  unread: null,
};

function around(
  typed: readonly (string | null)[],
  newest: Result<BackupContentsView | null, VaultFailure> = ok(contents),
  given: Partial<VaultStore> = {},
  stays = false,
  /** A lock comes while the backup is tried. */
  lockComes = false,
) {
  const delay = createAttemptDelay(createFakeClock());
  const steps: string[] = [];
  const secrets: SecretBytes[] = [];
  const problems: (string | null)[] = [];
  const abouts: string[] = [];
  const waits: number[] = [];
  const rest = [...typed];
  let over = false;
  const check = (secret: SecretBytes): Result<BackupContentsView, VaultFailure> =>
    secret.use((bytes) => bytes.toString()) === RIGHT
      ? ok(contents)
      : fail({ code: 'wrong_passphrase' });
  const vault = createMemoryVault(NO_CONTENTS);
  const backups = new BackupRescue({
    store: fakeVaultStore({
      exists: () => Promise.resolve(true),
      create: () => Promise.resolve(fail({ code: 'vault_exists' })),
      open() {
        steps.push('open');
        return Promise.resolve(ok(unlockedOver(vault)));
      },
      backups: () =>
        Promise.resolve(ok([{ id: ID, savedAtMs, generation: 4, bytes: 4096, intact: true }])),
      readBackup: () => Promise.resolve(ok(file)),
      inspectBackup(_id, secret) {
        steps.push('inspect');
        if (lockComes) over = true;
        return Promise.resolve(check(secret));
      },
      restoreBackup() {
        steps.push('restore');
        return Promise.resolve(
          ok({ ...contents, keptAside: 'x.damaged-1', restoredGeneration: 9 }),
        );
      },
      newestAuthenticBackup: () => Promise.resolve(newest),
      ...given,
    }),
    delay,
    prompt: fakePrompt(({ about, problem, waitMs = 0 }) => {
      abouts.push(about);
      waits.push(waitMs);
      problems.push(problem);
      const next = rest.shift() ?? null;
      if (next === null) return Promise.resolve(null);
      const secret = SecretBytes.take(Buffer.from(next));
      secrets.push(secret);
      return Promise.resolve(secret);
    }),
    lock() {
      steps.push('lock');
      return Promise.resolve(!stays);
    },
    vaultSession: {
      async openBy(work): Promise<Result<'done' | 'cancelled', Failure>> {
        const opened = await work({
          isOver: () => over,
          opening: () => void steps.push('opening'),
        });
        if (!opened.ok) return opened;
        return ok(opened.value === null ? 'cancelled' : 'done');
      },
    },
    changed: () => undefined,
  });
  return { backups, steps, secrets, problems, abouts, waits, delay };
}

describe('testing a backup', () => {
  it('counts what is in it and replaces nothing', async () => {
    const { backups, steps } = around([RIGHT]);
    expect(await backups.test(ID)).toEqual(ok(contents));
    expect(steps).toEqual(['inspect']);
  });

  it('asks in a sentence for the passphrase of that backup', async () => {
    const { backups, abouts } = around([null]);
    await backups.test(ID);
    expect(abouts).toEqual([expect.stringMatching(/^It opens the backup of \d.*\.$/)]);
  });

  it('asks again, with the reason, and wipes every passphrase', async () => {
    const { backups, secrets, problems } = around(['wrong', RIGHT]);
    await backups.test(ID);
    expect(problems).toEqual([null, expect.stringContaining('does not open this backup')]);
    expect(secrets.map(({ wiped }) => wiped)).toEqual([true, true]);
  });

  it('forgets no wrong ones for a backup that opened: its passphrase may be an old one', async () => {
    const { backups, waits, delay } = around(['a', 'b', RIGHT, 'c', null, RIGHT]);
    await backups.test(ID);
    await backups.test(ID);
    expect(waits.at(-1)).toBe(1000);
    expect(delay.waitMs()).toBe(1000);
  });

  it('slows guessing down, and tries nothing before its time', async () => {
    const { backups, steps, waits } = around(['a', 'b', 'c', RIGHT, null]);
    expect(await backups.test(ID)).toEqual(ok('cancelled'));
    expect(waits).toEqual([0, 0, 0, 1000, 1000]);
    expect(steps).toEqual(['inspect', 'inspect', 'inspect']);
  });
});

describe('restoring a backup', () => {
  it('locks only after the backup has opened, then restores and opens', async () => {
    const { backups, steps } = around(['wrong', RIGHT]);
    expect(await backups.restore(ID)).toEqual(ok('done'));
    expect(steps).toEqual(['inspect', 'inspect', 'lock', 'opening', 'restore', 'open']);
    expect(backups.state().restored).toEqual({ savedAtMs, keptAside: 'x.damaged-1' });
  });

  it('leaves everything as it is when the person closes the window', async () => {
    const { backups, steps } = around(['wrong', null]);
    expect(await backups.restore(ID)).toEqual(ok('cancelled'));
    expect(steps).toEqual(['inspect']);
    expect(backups.state().restored).toBeNull();
  });

  it.each([
    ['restores nothing where a lock came after the passphrase', false, true, ['inspect']],
    [
      'leaves everything as it is when the person stays for tokens that would live on',
      true,
      false,
      ['inspect', 'lock'],
    ],
  ])('%s', async (_, stays, locks, done) => {
    const { backups, steps } = around([RIGHT], ok(contents), {}, stays, locks);
    expect(await backups.restore(ID)).toEqual(ok('cancelled'));
    expect(steps).toEqual(done);
  });

  it('takes a file from anywhere in the same steps, and says which in its question', async () => {
    const { backups, steps, abouts } = around(['wrong', RIGHT]);
    expect(await backups.restoreFile(file)).toEqual(ok('done'));
    expect(steps).toEqual(['inspect', 'inspect', 'lock', 'opening', 'restore', 'open']);
    expect(abouts[0]).toMatch(/^It opens the file dated \d.* at \d\d:\d\d:\d\d\.$/);
  });

  it('is told until the lock', async () => {
    const { backups } = around([RIGHT]);
    await backups.restore(ID);
    backups.forget();
    expect(backups.state()).toEqual({ found: null, offer: null, restored: null });
  });
});

describe('a damaged vault', () => {
  const reevaluate = async (newest?: Result<BackupContentsView | null, VaultFailure>) => {
    const all = around([RIGHT], newest);
    await all.backups.reevaluate(SecretBytes.take(Buffer.from(RIGHT)));
    return all;
  };

  it('has the newest backup offered, and nothing restored', async () => {
    const { backups, steps } = await reevaluate();
    expect(backups.state().offer).toEqual(contents);
    expect(steps).toEqual([]);
  });

  it('has the offered backup restored when asked', async () => {
    const { backups } = await reevaluate();
    expect(await backups.restore(ID)).toEqual(ok('done'));
    expect(backups.state().offer).toBeNull();
  });

  it.each([ok(null), fail({ code: 'io_error' } as const)])(
    'has it said that no backup opens (%#)',
    async (newest) => {
      const { backups } = await reevaluate(newest);
      expect(backups.state().offer).toBe('none');
    },
  );
});

describe('a missing vault file', () => {
  const missing = { exists: () => Promise.resolve(false) };
  const listing = (...intact: readonly boolean[]) => ({
    ...missing,
    backups: () =>
      Promise.resolve(
        ok(
          intact.map((each, index) => ({
            id: `strongroom.vault.bak-0a1b2c3d-${index}`,
            savedAtMs: savedAtMs - index,
            generation: 9 - index,
            bytes: 4096,
            intact: each,
          })),
        ),
      ),
  });
  const found = async (given: Partial<VaultStore>) => {
    const { backups } = around([], ok(null), given);
    await backups.lookAround();
    return backups;
  };

  it('is said with its backups, the newest whole one to be restored', async () => {
    const backups = await found(listing(false, true, true));
    const newest = { id: 'strongroom.vault.bak-0a1b2c3d-1', savedAtMs: savedAtMs - 1 };
    expect(backups.state().found).toEqual({ count: 3, newest });
  });

  it('is said where no backup is whole, and not where there is none or a vault', async () => {
    expect((await found(listing(false))).state().found).toEqual({ count: 1, newest: null });
    expect((await found(listing())).state().found).toBeNull();
    expect((await found({ exists: () => Promise.resolve(true) })).state().found).toBeNull();
  });
});
