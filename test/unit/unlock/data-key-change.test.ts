// "My passphrase may be known": what is asked, what is told, and what is wiped.
import { describe, expect, it } from 'vitest';
import { fail, ok } from '../../../electron/main/domain/result.ts';
import { createTestWays, NEXT, PRESENT } from '../../support/test-ways.ts';

describe('replacing the data key', () => {
  it('says beforehand, in numbers, what it does and what it cannot do', async () => {
    const test = await createTestWays([PRESENT]);
    const without = await test.ways.questionAboutDataKey();
    await test.ways.makeRecoveryKey();
    const question = await test.ways.questionAboutDataKey();
    const detail = (result: typeof question) => (result.ok ? result.value.detail : '');
    expect(detail(question)).toMatch(/^\d+ client secrets? and \d+ access tokens? are sealed anew/);
    expect(detail(question)).toContain('0 backups of this vault beside it are deleted.');
    expect(detail(question)).toContain('The recovery key and any other way in stop working');
    expect(detail(without)).not.toContain('recovery key');
    expect(detail(question)).toContain('Copies of the vault file elsewhere');
  });

  it('asks for the present passphrase and a new one, and wipes both', async () => {
    const test = await createTestWays([PRESENT, NEXT]);
    test.haveStale(4);
    const replaced = await test.ways.replaceDataKey();
    expect(replaced).toMatchObject({ ok: true, value: { backupsDeleted: 4 } });
    expect(test.passphrase()).toBe(NEXT);
    expect(test.typed.map(({ wiped }) => wiped)).toEqual([true, true]);
  });

  it('does nothing when a window is closed', async () => {
    for (const answers of [[null], [PRESENT, null]]) {
      const test = await createTestWays(answers);
      expect(await test.ways.replaceDataKey()).toEqual(ok('cancelled'));
      expect(test.passphrase()).toBe(PRESENT);
    }
  });

  it('says that the key is replaced where the backups alone could not be deleted', async () => {
    const test = await createTestWays([PRESENT, NEXT]);
    test.failAfterChange({ code: 'io_error' });
    const replaced = await test.ways.replaceDataKey();
    expect(replaced).toMatchObject({ ok: true, value: { backupsDeleted: 0, backupsLeft: null } });
    expect(test.questions[0]?.message).toBe('The backups could not be read.');
  });

  it('tries again to delete what is left as long as the person says so', async () => {
    const test = await createTestWays([PRESENT, NEXT], {
      replaceDataKey: () => Promise.resolve(ok({ backups: ok({ settled: 2, left: 1 }) })),
    });
    test.haveStale(1);
    test.answerWith(0);
    const replaced = await test.ways.replaceDataKey();
    expect(replaced).toMatchObject({ ok: true, value: { backupsDeleted: 3, backupsLeft: 0 } });
    expect(test.questions.map(({ message }) => message)).toEqual([
      '1 backup could not be deleted.',
    ]);
  });

  it('is told to the history, which then writes under new keys', async () => {
    const test = await createTestWays([PRESENT, NEXT]);
    await test.ways.replaceDataKey();
    expect(test.told).toEqual(['data_key_replaced']);
  });

  it('has renewed the keys of the history before main asks anything further', async () => {
    const test = await createTestWays([PRESENT, NEXT], {
      settled: { 'kept_aside count': () => Promise.resolve(ok({ settled: 0, left: 1 })) },
    });
    const toldWhenAsked: string[][] = [];
    test.whenAsked(() => toldWhenAsked.push([...test.told]));
    await test.ways.replaceDataKey();
    expect(toldWhenAsked).toEqual([['data_key_replaced']]);
  });

  it('says why nothing was replaced', async () => {
    const test = await createTestWays([PRESENT, NEXT], {
      replaceDataKey: () => Promise.resolve(fail({ code: 'disk_full' })),
    });
    expect(await test.ways.replaceDataKey()).toEqual(fail({ code: 'disk_full' }));
    expect(test.typed.map(({ wiped }) => wiped)).toEqual([true, true]);
  });
});
