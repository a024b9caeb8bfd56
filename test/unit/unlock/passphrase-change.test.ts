// S42: changing the passphrase: who is asked what, what is wiped, and what becomes of backups.
import { describe, expect, it } from 'vitest';
import { fail, ok } from '../../../electron/main/domain/result.ts';
import { createTestWays, NEXT, PRESENT } from '../../support/test-ways.ts';

describe('changing the passphrase', () => {
  it('asks for the present one, then a new one, and rewrites one slot', async () => {
    const test = await createTestWays([PRESENT, NEXT]);
    expect(await test.ways.changePassphrase()).toEqual(ok({ how: 'none', count: 0 }));
    expect(test.asked.map(({ purpose }) => purpose)).toEqual([
      'present_passphrase',
      'next_passphrase',
    ]);
    expect(test.passphrase()).toBe(NEXT);
    expect(test.questions).toEqual([]);
  });

  it('changes nothing when either window is closed', async () => {
    for (const answers of [[null], [PRESENT, null]]) {
      const test = await createTestWays(answers);
      expect(await test.ways.changePassphrase()).toEqual(ok('cancelled'));
      expect(test.passphrase()).toBe(PRESENT);
    }
  });

  it('asks again, with the reason, for a wrong, a weak and an unchanged one', async () => {
    const test = await createTestWays(['wrong', PRESENT, 'password1', PRESENT, NEXT]);
    await test.ways.changePassphrase();
    expect(test.asked.map(({ problem }) => problem?.split('.')[0] ?? null)).toEqual([
      null,
      'That passphrase does not open this vault',
      null,
      'This passphrase is too easy to guess',
      'That is the passphrase this vault has already',
    ]);
    expect(test.passphrase()).toBe(NEXT);
  });

  it('is told to the history once it is done, and not before', async () => {
    const test = await createTestWays([null, PRESENT, NEXT]);
    await test.ways.changePassphrase();
    expect(test.told).toEqual([]);
    await test.ways.changePassphrase();
    expect(test.told).toEqual(['passphrase_changed']);
  });

  it.each([
    ['the passphrase', 'changePassphrase' as const],
    ['the data key', 'replaceDataKey' as const],
  ])('offers to remove what was kept aside as damaged after a change of %s', async (_, change) => {
    let left = 2;
    const aside = () => Promise.resolve(ok({ settled: 0, left }));
    const removeKeptAside = () => {
      left -= 1;
      return aside();
    };
    const test = await createTestWays([PRESENT, NEXT], {
      settled: { 'kept_aside count': aside, 'kept_aside delete': removeKeptAside },
    });
    test.answerWith(0);
    expect(await test.ways[change]()).toMatchObject({ ok: true });
    expect(test.questions.map(({ message }) => message)).toEqual([
      '2 files kept aside as damaged may still open with the old passphrase.',
      '1 file kept aside as damaged may still open with the old passphrase.',
    ]);
    expect(left).toBe(0);
  });

  it('says of what was kept aside and cannot be read that it was left', async () => {
    const test = await createTestWays([PRESENT, NEXT], {
      settled: {
        'kept_aside count': () => Promise.resolve(ok({ settled: 0, left: 0, unreadable: 1 })),
      },
    });
    expect(await test.ways.changePassphrase()).toMatchObject({ ok: true });
    expect(test.questions.map(({ detail }) => detail)).toEqual([
      expect.stringContaining('1 file kept aside cannot be read'),
    ]);
  });

  it('leaves what was kept aside as damaged where the person says so', async () => {
    const removed: string[] = [];
    const test = await createTestWays([PRESENT, NEXT], {
      settled: {
        'kept_aside count': () => Promise.resolve(ok({ settled: 0, left: 1 })),
        'kept_aside delete': () => {
          removed.push('removed');
          return Promise.resolve(ok({ settled: 1, left: 0 }));
        },
      },
    });
    expect(await test.ways.changePassphrase()).toMatchObject({ ok: true });
    expect([test.questions.length, removed]).toEqual([1, []]);
  });

  it('slows down guesses at the present one, across windows', async () => {
    const test = await createTestWays(['a', 'b', 'c', PRESENT, null, null]);
    expect(await test.ways.changePassphrase()).toEqual(ok('cancelled'));
    expect(test.asked[4]?.problem).toMatch(/^Too many wrong passphrases/);
    await test.ways.changePassphrase();
    expect(test.asked[5]?.waitMs).toBe(1000);
    expect(test.passphrase()).toBe(PRESENT);
  });

  it('wipes everything that was typed', async () => {
    const test = await createTestWays(['wrong', PRESENT, 'password1', NEXT]);
    await test.ways.changePassphrase();
    expect(test.typed.map(({ wiped }) => wiped)).toEqual([true, true, true, true]);
  });

  it('is refused while locked, and while another is under way', async () => {
    const test = await createTestWays([PRESENT, NEXT]);
    const [first, second] = await Promise.all([
      test.ways.changePassphrase(),
      test.ways.changePassphrase(),
    ]);
    expect([first.ok, second]).toEqual([true, fail({ code: 'in_use', facts: { about: 'call' } })]);
    test.lock();
    expect(await test.ways.changePassphrase()).toEqual(fail({ code: 'vault_locked' }));
  });

  it('says why the vault would not be saved, and keeps the old one', async () => {
    const test = await createTestWays([PRESENT, NEXT], {
      changePassphrase: () => Promise.resolve(fail({ code: 'disk_full' })),
    });
    expect(await test.ways.changePassphrase()).toEqual(fail({ code: 'disk_full' }));
    expect(test.typed.map(({ wiped }) => wiped)).toEqual([true, true]);
  });
});

describe('backups that open with the old passphrase', () => {
  it.each([
    [0, 'rewritten', ['rewrite']],
    [1, 'deleted', ['delete']],
    [null, 'kept', []],
  ] as const)('choice %j: %s', async (choice, how, done) => {
    const test = await createTestWays([PRESENT, NEXT]);
    test.haveStale(3);
    test.answerWith(choice);
    expect(await test.ways.changePassphrase()).toEqual(ok({ how, count: 3 }));
    expect(test.questions[0]?.message).toBe('3 backups still open with the old passphrase.');
    expect(test.done).toEqual(done);
  });

  /** Three are to be rewritten, one is not; `answer` is to what is asked about that. */
  async function oneNotRewritten(answer: number | null) {
    const test = await createTestWays([PRESENT, NEXT], {
      settled: { 'backups rewrite': () => Promise.resolve(ok({ settled: 2, left: 1 })) },
    });
    test.haveStale(3);
    test.answerWith(0, answer);
    return test;
  }

  it('are asked about again when some could not be rewritten, to purge or to try again', async () => {
    const test = await oneNotRewritten(1);
    expect(await test.ways.changePassphrase()).toEqual(ok({ how: 'deleted', count: 3 }));
    expect(test.questions[1]?.message).toBe('1 backup still opens with the old passphrase.');
    expect(test.questions[1]?.detail).toMatch(/^They could not be rewritten/);
  });

  it('are counted when the person leaves those that could not be rewritten', async () => {
    const test = await oneNotRewritten(null);
    expect(await test.ways.changePassphrase()).toEqual(ok({ how: 'some_left', count: 1 }));
  });

  it('are looked at again when they could not be read the first time', async () => {
    const test = await createTestWays([PRESENT, NEXT]);
    test.failAfterChange({ code: 'io_error' });
    test.haveStale(2);
    test.answerWith(0, 1);
    expect(await test.ways.changePassphrase()).toEqual(ok({ how: 'deleted', count: 2 }));
    expect(test.questions.map(({ choices }) => choices[0])).toEqual([
      'Try again',
      'Rewrite 2 backups',
    ]);
  });

  it('are left when the vault was locked while the question stood, and nothing else is claimed', async () => {
    const locked = fail({ code: 'vault_locked' } as const);
    const test = await createTestWays([PRESENT, NEXT], {
      settled: {
        'backups rewrite': () => Promise.resolve(locked),
        'backups count': () => Promise.resolve(locked),
      },
    });
    test.haveStale(3);
    test.answerWith(0, 0, null);
    expect(await test.ways.changePassphrase()).toEqual(ok({ how: 'unknown', count: 0 }));
    expect(test.questions).toHaveLength(2);
    expect(test.questions[1]?.message).toMatch(/^The vault was locked/);
  });

  it('are said to be unknown when the passphrase changed and they could not be read', async () => {
    const test = await createTestWays([PRESENT, NEXT]);
    test.failAfterChange({ code: 'io_error' });
    expect(await test.ways.changePassphrase()).toEqual(ok({ how: 'unknown', count: 0 }));
    expect(test.passphrase()).toBe(NEXT);
  });
});

describe('raising what guessing costs', () => {
  const cheap = () => ({
    memoryKib: 19_456,
    iterations: 2,
    parallelism: 1,
    measuredMs: 20,
    belowPolicy: true,
  });

  it('asks for the present passphrase alone, and upgrades with it', async () => {
    const upgraded: string[] = [];
    const test = await createTestWays(['wrong', PRESENT], {
      kdf: cheap,
      upgradeKdf(typed) {
        const text = typed.use((bytes) => bytes.toString());
        if (text !== PRESENT) return Promise.resolve(fail({ code: 'wrong_passphrase' }));
        upgraded.push(text);
        return Promise.resolve(ok({ backups: ok({ settled: 0, left: 2 }) }));
      },
    });
    test.answerWith(0);
    test.haveStale(2);
    expect(await test.ways.upgradeKdf()).toEqual(ok({ how: 'rewritten', count: 2 }));
    expect(upgraded).toEqual([PRESENT]);
    expect(test.asked.map(({ purpose }) => purpose)).toEqual([
      'present_passphrase',
      'present_passphrase',
    ]);
    expect(test.questions[0]?.message).toBe('2 backups can still be guessed at the lower cost.');
    expect(test.typed.map(({ wiped }) => wiped)).toEqual([true, true]);
  });

  it('is not done where the vault costs enough, nor when the window is closed', async () => {
    const dear = await createTestWays([PRESENT]);
    expect(await dear.ways.upgradeKdf()).toEqual(fail({ code: 'not_allowed' }));
    const closed = await createTestWays([null], { kdf: cheap });
    expect(await closed.ways.upgradeKdf()).toEqual(ok('cancelled'));
  });
});
