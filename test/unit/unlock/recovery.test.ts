// Making a recovery key, and getting in with one.
import { describe, expect, it } from 'vitest';
import { fail, ok } from '../../../electron/main/domain/result.ts';
import { createTestWays, NEXT, PRESENT, RECOVERY_KEY } from '../../support/test-ways.ts';

describe('making a recovery key', () => {
  it('asks for the passphrase, and shows the key', async () => {
    const test = await createTestWays([PRESENT]);
    expect(await test.ways.makeRecoveryKey()).toEqual(ok('done'));
    expect(test.shown).toEqual([RECOVERY_KEY]);
    expect(test.slots()).toEqual(['pw', 'rk']);
  });

  it('makes none without the passphrase', async () => {
    const test = await createTestWays(['wrong', null]);
    expect(await test.ways.makeRecoveryKey()).toEqual(ok('cancelled'));
    expect([test.shown, test.slots()]).toEqual([[], ['pw']]);
  });

  it('saves no key that nobody confirmed to have', async () => {
    const test = await createTestWays([PRESENT]);
    test.keepKey(false);
    expect(await test.ways.makeRecoveryKey()).toEqual(ok('not_kept'));
    expect(test.slots()).toEqual(['pw']);
  });

  it('leaves the one before as it is until the new one is confirmed', async () => {
    const test = await createTestWays([PRESENT, PRESENT]);
    await test.ways.makeRecoveryKey();
    test.keepKey(false);
    expect(await test.ways.makeRecoveryKey()).toEqual(ok('not_kept'));
    expect(test.slots()).toEqual(['pw', 'rk']);
  });

  it('says beforehand that the one before stops working', async () => {
    const test = await createTestWays([PRESENT, PRESENT]);
    await test.ways.makeRecoveryKey();
    await test.ways.makeRecoveryKey();
    expect(test.asked[0]?.about).not.toMatch(/no more/);
    expect(test.asked[1]?.about).toMatch(/The old one then no longer opens this vault/);
  });
});

describe('getting in with the recovery key', () => {
  async function lockedWithKey(answers: readonly (string | null)[]) {
    const test = await createTestWays([PRESENT, ...answers]);
    await test.ways.makeRecoveryKey();
    test.lock();
    test.asked.length = 0;
    return test;
  }

  it('asks for the key, then for a new passphrase, and opens the vault', async () => {
    const test = await lockedWithKey([RECOVERY_KEY, NEXT]);
    expect(await test.ways.unlockWithRecoveryKey()).toEqual(ok({ how: 'none', count: 0 }));
    expect(test.asked.map(({ purpose }) => purpose)).toEqual(['recovery_key', 'next_passphrase']);
    expect([test.isUnlocked(), test.passphrase()]).toEqual([true, NEXT]);
    expect(test.typed.map(({ wiped }) => wiped)).toEqual([true, true, true]);
  });

  it('asks again, with a sentence of its own, for a slip and for a wrong key', async () => {
    const test = await lockedWithKey(['slip', 'another', RECOVERY_KEY, NEXT]);
    await test.ways.unlockWithRecoveryKey();
    expect(test.asked.map(({ problem }) => problem?.split('.')[0] ?? null)).toEqual([
      null,
      'That recovery key has a typing error',
      'That recovery key does not open this vault',
      null,
    ]);
  });

  it('slows down guesses, those at the passphrase counted, and no slips', async () => {
    const present = [PRESENT, 'a', 'b', null];
    const keys = ['slip', 'slip', 'another', RECOVERY_KEY, null];
    const test = await createTestWays([...present, ...keys]);
    await test.ways.makeRecoveryKey();
    await test.ways.changePassphrase();
    test.lock();
    test.asked.length = 0;
    expect(await test.ways.unlockWithRecoveryKey()).toEqual(ok('cancelled'));
    expect(test.asked.map(({ waitMs }) => waitMs)).toEqual([0, 0, 0, 1000, 1000]);
    expect(test.asked.at(-1)?.problem).toMatch(/^Too many wrong passphrases/);
  });

  it('stays locked, with the old passphrase, when no new one is chosen', async () => {
    const test = await lockedWithKey([RECOVERY_KEY, null]);
    expect(await test.ways.unlockWithRecoveryKey()).toEqual(ok('cancelled'));
    expect([test.isUnlocked(), test.passphrase(), test.vaultLocks()]).toEqual([false, PRESENT, 1]);
  });

  it('asks nothing of a vault that has no recovery key', async () => {
    const test = await createTestWays([RECOVERY_KEY, NEXT]);
    test.lock();
    expect(await test.ways.unlockWithRecoveryKey()).toEqual(fail({ code: 'slot_missing' }));
    expect(test.asked).toEqual([]);
  });

  it('asks about backups that open with the old passphrase', async () => {
    const test = await lockedWithKey([RECOVERY_KEY, NEXT]);
    test.haveStale(2);
    test.answerWith(1);
    expect(await test.ways.unlockWithRecoveryKey()).toEqual(ok({ how: 'deleted', count: 2 }));
  });
});
