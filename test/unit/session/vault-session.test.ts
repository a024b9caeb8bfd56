// Creating, unlocking and locking.
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { fail, ok } from '../../../electron/main/domain/result.ts';
import { SecretBytes } from '../../../electron/main/domain/secret-bytes.ts';
import { createAttemptDelay } from '../../../electron/main/session/attempt-delay.ts';
import { createKeeper, type Keeper } from '../../../electron/main/session/vault-session.ts';
import { tryCredential } from '../../../electron/main/credentials/ephemeral-credentials.ts';
import { withIntent } from '../../../electron/main/tokens/revocation/revocation-run-steps.ts';
import { NO_CONTENTS, type VaultFailure } from '../../../electron/main/vault/store/vault.ts';
import type { UnlockedVault } from '../../../electron/main/vault/store/vault-access.ts';
import type { FakeClock } from '../../support/fake-clock.ts';
import { fakeVaultStore, unlockedOver } from '../../support/fake-vault-store.ts';
import { createTestRoom, TRADER } from '../../support/test-room.ts';
import { eventually } from '../../support/eventually.ts';

const STRONG = 'correct horse battery staple lagoon 93';

type Part = 'opening' | 'before' | 'room' | 'after';

interface Around {
  readonly keeper: Keeper;
  /** The vault of this keeper. */
  readonly unlocked: UnlockedVault;
  readonly clock: FakeClock;
  readonly waits: number[];
  readonly problems: (string | null)[];
  readonly abouts: readonly string[];
  readonly passphrases: SecretBytes[];
  readonly closed: () => readonly string[];
  readonly vaultLocked: () => boolean;
  /** For each look for a backup: whether the passphrase was gone already. */
  readonly looked: () => readonly boolean[];
  /** How often what is kept beside the keys of the vault was zeroed. */
  readonly wipes: () => number;
  /** How often what lies in the place of a missing vault was looked for. */
  readonly looks: () => number;
  /** Takes the vault's file away, or puts it back. */
  readonly remove: (gone?: boolean) => void;
}

/** @param answers what the person types, in turn; null closes the window. */
async function keeperWith(
  answers: readonly (string | null)[],
  opening: {
    readonly exists: boolean;
    readonly failure?: VaultFailure;
    readonly clipboardFails?: boolean;
    readonly slowRoom?: boolean;
    readonly roomsFail?: number;
    /** The room throws as its secrets are wiped. */
    readonly breaks?: boolean;
    /** Parts of the lock that never end. */
    readonly hangs?: readonly Part[];
  },
): Promise<Around> {
  const room = await createTestRoom();
  const rest = [...answers];
  const problems: (string | null)[] = [];
  const abouts: string[] = [];
  const waits: number[] = [];
  const passphrases: SecretBytes[] = [];
  const order: string[] = [];
  const looked: boolean[] = [];
  let looks = 0;
  let roomsToFail = opening.roomsFail ?? 0;
  let wipes = 0;
  let removed = false;
  const hangs = (part: Part): boolean => opening.hangs?.includes(part) === true;
  const never = new Promise<never>(() => undefined);
  const unlocked = unlockedOver(room.vault, { lockNow: () => void order.push('wiped') });
  const keeper = createKeeper({
    clock: room.clock,
    store: fakeVaultStore({
      exists: () => Promise.resolve(opening.exists && !removed),
      create: () => Promise.resolve(ok(unlocked)),
      open: (typed) =>
        Promise.resolve(
          typed.use((bytes) => bytes.toString()) === STRONG
            ? ok(unlocked)
            : fail(opening.failure ?? { code: 'wrong_passphrase' }),
        ),
    }),
    prompt: {
      async ask({ about, problem, waitMs }) {
        abouts.push(about);
        problems.push(problem);
        waits.push(waitMs ?? 0);
        const next = rest.shift() ?? null;
        if (next?.startsWith('after the wait: ') === true) await room.clock.advance(waitMs ?? 0);
        const typed = next?.replace('after the wait: ', '') ?? null;
        const secret = typed === null ? null : SecretBytes.take(Buffer.from(typed));
        if (secret !== null) passphrases.push(secret);
        return secret;
      },
    },
    delay: createAttemptDelay(room.clock),
    missing() {
      looks += 1;
      return Promise.resolve();
    },
    damaged(typed) {
      looked.push(typed.wiped);
      return Promise.resolve();
    },
    firstContents: NO_CONTENTS,
    async openRoom() {
      if (hangs('opening')) return never;
      if (opening.slowRoom === true) await setTimeout(20);
      roomsToFail -= 1;
      if (roomsToFail >= 0) throw new Error('no room');
      return {
        ...room,
        closeNow() {
          if (opening.breaks === true) throw new Error('a bug');
          room.closeNow();
        },
        close() {
          order.push('keys');
          if (hangs('room')) return never;
          return Promise.resolve({ ended: 0, waiting: 0 });
        },
      };
    },
    wipe() {
      wipes += 1;
    },
    beforeLock() {
      order.push('before');
      if (hangs('before')) return never;
      return opening.clipboardFails === true
        ? Promise.reject(new Error('clipboard'))
        : Promise.resolve();
    },
    afterLock() {
      order.push(`after: ${keeper.state().state}`);
      if (hangs('after')) return never;
      return Promise.resolve();
    },
    changed: () => undefined,
  });
  await keeper.start();
  return {
    keeper,
    unlocked,
    clock: room.clock,
    waits,
    problems,
    abouts,
    passphrases,
    closed: () => order,
    wipes: () => wipes,
    vaultLocked: () => !room.vault.openRecord({ id: TRADER, field: 'client_secret' }).ok,
    looked: () => looked,
    looks: () => looks,
    remove(gone = true) {
      removed = gone;
    },
  };
}

describe('the keeper', () => {
  it('leads on from a vault file that went while it was locked', async () => {
    const failure = { code: 'vault_missing' } as const;
    const { keeper, looks, remove } = await keeperWith(['any'], { exists: true, failure });
    remove();
    expect(await keeper.unlock()).toEqual(fail(failure));
    expect(keeper.state()).toMatchObject({ state: 'absent', failure });
    expect(looks()).toBe(1);
  });

  it('has a vault that was put back unlocked, and makes none beside it', async () => {
    const { keeper, remove } = await keeperWith([], { exists: true });
    remove();
    await keeper.openBy(() => Promise.resolve(ok(null)));
    remove(false);
    expect(await keeper.create()).toEqual(fail({ code: 'vault_exists' }));
    expect(keeper.state().state).toBe('locked');
  });

  it('looks for what lies in the place of a missing vault, at start and after an attempt', async () => {
    const absent = await keeperWith([], { exists: false });
    expect([absent.keeper.state().state, absent.looks()]).toEqual(['absent', 1]);
    const { keeper, looks, remove } = await keeperWith([], { exists: true });
    expect([keeper.state().state, looks()]).toEqual(['locked', 0]);
    remove();
    await keeper.openBy(() => Promise.resolve(ok(null)));
    expect([keeper.state().state, looks()]).toEqual(['absent', 1]);
  });

  it('creates a vault from a strong passphrase', async () => {
    const { keeper } = await keeperWith([STRONG], { exists: false });
    expect(keeper.state().state).toBe('absent');
    expect(await keeper.create()).toEqual(ok('done'));
    expect(keeper.state().state).toBe('unlocked');
  });

  it('asks again, with the reason, for one that is too weak', async () => {
    const { keeper, problems } = await keeperWith(['password1', STRONG], { exists: false });
    await keeper.create();
    expect(problems).toEqual([null, expect.stringMatching(/\w/)]);
  });

  it('asks again, with the reason, for a wrong one', async () => {
    const { keeper, problems } = await keeperWith(['wrong', STRONG], { exists: true });
    expect(await keeper.unlock()).toEqual(ok('done'));
    expect(problems).toEqual([null, expect.stringMatching(/\w/)]);
  });

  it.each(['create', 'unlock'] as const)('says in a sentence what it opens: %s', async (how) => {
    const { keeper, abouts } = await keeperWith([null], { exists: how === 'unlock' });
    await keeper[how]();
    expect(abouts).toEqual([expect.stringMatching(/^It .*opens? the vault on this machine\.$/)]);
  });

  it('stays locked when the window is closed', async () => {
    const { keeper } = await keeperWith([null], { exists: true });
    expect(await keeper.unlock()).toEqual(ok('cancelled'));
    expect(keeper.services()).toEqual(fail({ code: 'vault_locked' }));
  });

  it('says while locked how many tokens of an open run are not proven dead', async () => {
    const { keeper } = await keeperWith([STRONG, STRONG], { exists: true });
    await keeper.unlock();
    const open = keeper.services();
    if (!open.ok) throw new Error(open.failure.code);
    expect(keeper.state().unproven).toBe(0);
    await open.value.requests.request(TRADER, ['TRADER_TRADE']);
    await open.value.stops.start({ kind: 'all' });
    await keeper.lock();
    expect(keeper.state()).toMatchObject({ state: 'locked', unproven: 1 });
    await keeper.unlock();
    expect(keeper.state()).toMatchObject({ state: 'unlocked', unproven: 0 });
  });

  it('counts in that a single revocation that nobody has accepted', async () => {
    const { keeper } = await keeperWith([STRONG], { exists: true });
    await keeper.unlock();
    const open = keeper.services();
    if (!open.ok) throw new Error(open.failure.code);
    const { requests, room } = open.value;
    await requests.request(TRADER, ['TRADER_TRADE']);
    await room.vault.change({
      contents: (before) => ({
        ...before,
        tokens: before.tokens.map((token) => withIntent(token, 0)),
      }),
    });
    await keeper.lock();
    expect(keeper.state()).toMatchObject({ state: 'locked', unproven: 1 });
  });

  it('says while locked how many renewals wait for it to be opened', async () => {
    const { keeper } = await keeperWith([STRONG, STRONG], { exists: true });
    await keeper.unlock();
    const open = keeper.services();
    if (!open.ok) throw new Error(open.failure.code);
    const { requests, renewals } = open.value;
    await requests.request(TRADER, ['TRADER_TRADE']);
    await renewals.turnOn(TRADER, { untilMs: null, graceSeconds: 60 });
    await keeper.lock();
    expect(keeper.state()).toMatchObject({ state: 'locked', resting: 1 });
    await keeper.unlock();
    expect(keeper.state()).toMatchObject({ state: 'unlocked', resting: 0 });
  });

  it('stops asking when the file is damaged, and says so', async () => {
    const damaged = { exists: true, failure: { code: 'corrupt' } } as const;
    const { keeper, problems } = await keeperWith(['x', STRONG], damaged);
    expect(await keeper.unlock()).toEqual(fail({ code: 'corrupt' }));
    expect(problems).toHaveLength(1);
    expect(keeper.state()).toMatchObject({ state: 'locked', failure: { code: 'corrupt' } });
  });

  it('has a backup looked for while the passphrase of a damaged vault is still there', async () => {
    const damaged = { exists: true, failure: { code: 'tampered' } } as const;
    const { keeper, looked, passphrases } = await keeperWith(['x'], damaged);
    await keeper.unlock();
    expect(looked()).toEqual([false]);
    expect(passphrases.map(({ wiped }) => wiped)).toEqual([true]);
  });

  it.each(['wrong_passphrase', 'newer_version', 'io_error', 'locked_by_other'] as const)(
    'looks for no backup after %s',
    async (code) => {
      const { keeper, looked } = await keeperWith(['x', null], { exists: true, failure: { code } });
      await keeper.unlock();
      expect(looked()).toEqual([]);
    },
  );

  it('wipes every passphrase it was given', async () => {
    const { keeper, passphrases } = await keeperWith(['wrong', STRONG], { exists: true });
    await keeper.unlock();
    expect(passphrases.map(({ wiped }) => wiped)).toEqual([true, true]);
  });

  it('drops views and clipboard before the keys, and the gateway after them', async () => {
    const { keeper, closed } = await keeperWith([STRONG], { exists: true });
    await keeper.unlock();
    await keeper.lock();
    expect(closed()).toEqual(['before', 'keys', 'wiped', 'after: locked']);
    expect(keeper.services()).toEqual(fail({ code: 'vault_locked' }));
  });

  it('lets the keys go even when the clipboard cannot be cleared', async () => {
    const { keeper, closed } = await keeperWith([STRONG], { exists: true, clipboardFails: true });
    await keeper.unlock();
    await expect(keeper.lock()).rejects.toThrow('clipboard');
    expect(closed()).toEqual(['before', 'keys', 'wiped', 'after: locked']);
  });

  it('says that it is locked when the keys are gone, and not before', async () => {
    const { keeper, clock, closed, wipes } = await keeperWith([STRONG], {
      exists: true,
      hangs: ['room'],
    });
    await keeper.unlock();
    const locking = keeper.lock();
    expect([keeper.state().state, closed()]).toEqual(['locking', ['before', 'keys']]);
    await clock.advance(5_999);
    expect([keeper.state().state, wipes()]).toEqual(['locking', 0]);
    await clock.advance(1);
    expect([keeper.state().state, closed()[2], wipes()]).toEqual(['locked', 'wiped', 1]);
    await locking;
  });

  it('lets every key go even where the room breaks as it ends', async () => {
    const { keeper, closed, wipes } = await keeperWith([STRONG], { exists: true, breaks: true });
    await keeper.unlock();
    await expect(keeper.lock()).rejects.toThrow('a bug');
    expect([keeper.state().state, wipes()]).toEqual(['locked', 1]);
    expect(closed()).toEqual(['before', 'keys', 'wiped', 'after: locked']);
  });

  it('leaves no key at a lock while a room is never opened to its end', async () => {
    const { keeper, clock, closed, wipes } = await keeperWith([STRONG], {
      exists: true,
      hangs: ['opening'],
    });
    void keeper.unlock();
    await eventually(() => expect(keeper.opened()).not.toBeNull());
    let locked = false;
    void keeper.lock().then(() => {
      locked = true;
    });
    await clock.advance(2_000);
    expect([locked, closed(), wipes()]).toEqual([true, ['wiped'], 1]);
  });

  it('wipes every secret in memory where the room does not end by itself', async () => {
    const { keeper, clock } = await keeperWith([STRONG], { exists: true, hangs: ['room'] });
    await keeper.unlock();
    const open = keeper.services();
    if (!open.ok) throw new Error(open.failure.code);
    const { room } = open.value;
    const secret = SecretBytes.take(Buffer.from('tried'));
    const [facts] = room.vault.contents().credentials;
    const tried = await tryCredential(
      room,
      { ...facts!, label: 'Tried', clientId: 'tried' },
      secret,
    );
    const name = { id: tried.ok ? tried.value : '', field: 'client_secret' } as const;
    expect(room.vault.openRecord(name).ok).toBe(true);
    const locking = keeper.lock();
    await clock.advance(6_000);
    await locking;
    expect([room.vault.openRecord(name).ok, room.closing.aborted]).toEqual([false, true]);
  });

  it.each([['before' as const], ['after' as const], ['before', 'room', 'after'] as const])(
    'ends within ten seconds although %s does not answer',
    async (...hangs) => {
      const { keeper, clock, closed } = await keeperWith([STRONG], { exists: true, hangs });
      await keeper.unlock();
      let ended = false;
      void keeper.end().then(() => {
        ended = true;
      });
      await clock.advance(10_000);
      expect([ended, closed().at(-1)]).toEqual([true, 'after: locked']);
    },
  );

  it('ends although a room is never opened to its end, and leaves no key', async () => {
    const { keeper, clock, closed } = await keeperWith([STRONG], {
      exists: true,
      hangs: ['opening'],
    });
    void keeper.unlock();
    await eventually(() => expect(keeper.opened()).not.toBeNull());
    let ended = false;
    void keeper.end().then(() => {
      ended = true;
    });
    await clock.advance(10_000);
    expect([ended, closed()]).toEqual([true, ['wiped']]);
  });

  it('waits after three wrong ones, says how long, and takes nothing before', async () => {
    const { keeper, waits, problems, passphrases } = await keeperWith(
      ['wrong', 'wrong', 'wrong', STRONG, null],
      { exists: true },
    );
    expect(await keeper.unlock()).toEqual(ok('cancelled'));
    expect(waits).toEqual([0, 0, 0, 1000, 1000]);
    expect(problems.at(-1)).toContain('Wait 1 second');
    expect(keeper.state()).toMatchObject({
      state: 'locked',
      failure: { code: 'too_many_attempts', facts: { count: 1 } },
    });
    expect(passphrases.every(({ wiped }) => wiped)).toBe(true);
  });

  it('keeps the wait when the window was closed and opened again', async () => {
    const { keeper, waits } = await keeperWith(['a', 'b', 'c', 'after the wait: d', null, null], {
      exists: true,
    });
    await keeper.unlock();
    await keeper.unlock();
    expect(waits).toEqual([0, 0, 0, 1000, 2000, 2000]);
  });

  it('takes the sentence back when the wait is over', async () => {
    const { keeper, clock } = await keeperWith(['a', 'b', 'c', null], { exists: true });
    await keeper.unlock();
    await clock.advance(1000);
    expect(keeper.state().failure).toEqual({ code: 'wrong_passphrase' });
  });

  it('forgets the wrong ones with the right one', async () => {
    const { keeper, waits } = await keeperWith(
      ['a', 'b', 'c', `after the wait: ${STRONG}`, 'd', null],
      { exists: true },
    );
    expect(await keeper.unlock()).toEqual(ok('done'));
    await keeper.lock();
    await keeper.unlock();
    expect(waits).toEqual([0, 0, 0, 1000, 0, 0]);
  });

  it('ends by locking what is open', async () => {
    const { keeper, closed } = await keeperWith([STRONG], { exists: true });
    await keeper.unlock();
    await keeper.end();
    expect(keeper.state().state).toBe('locked');
    expect(closed()).toEqual(['before', 'keys', 'wiped', 'after: locked']);
  });

  it('locks what an attempt under way opens, where the lock was asked for meanwhile', async () => {
    const { keeper, closed } = await keeperWith([STRONG], { exists: true, slowRoom: true });
    const unlocking = keeper.unlock();
    await eventually(() => expect(keeper.opened()).not.toBeNull());
    await keeper.lock();
    expect(await unlocking).toEqual(ok('cancelled'));
    expect([keeper.state().state, closed()]).toEqual([
      'locked',
      ['wiped', 'before', 'keys', 'wiped', 'after: locked'],
    ]);
  });

  it('wipes the keys at once where a lock comes while the room is being opened', async () => {
    const { keeper, clock, closed } = await keeperWith([STRONG], {
      exists: true,
      hangs: ['opening'],
    });
    void keeper.unlock();
    await eventually(() => expect(keeper.opened()).not.toBeNull());
    const locking = keeper.lock();
    expect([closed(), keeper.state().state]).toEqual([['wiped'], 'locking']);
    await clock.advance(2_000);
    await locking;
    expect([keeper.opened(), keeper.state().state]).toEqual([null, 'locked']);
  });

  it.each(['restore', 'recovery key', 'keystore'] as const)(
    'opens nothing where a lock comes after the last answer: %s',
    async (how) => {
      const { keeper, unlocked, closed } = await keeperWith([], { exists: true });
      const opened = await keeper.openBy(async (attempt) => {
        if (how !== 'keystore') attempt.answered();
        if (how === 'restore') await keeper.lock('to_open_another');
        await keeper.lock();
        attempt.opening();
        expect(attempt.isOver()).toBe(true);
        return ok(unlocked);
      });
      expect(opened).toEqual(ok('cancelled'));
      expect([keeper.state().state, keeper.opened(), closed()]).toEqual(['locked', null, []]);
    },
  );

  it('opens what the person answers for after a lock', async () => {
    const { keeper, unlocked } = await keeperWith([], { exists: true });
    const opened = await keeper.openBy(async (attempt) => {
      await keeper.lock();
      attempt.answered();
      await keeper.lock('to_open_another');
      return ok(unlocked);
    });
    expect([opened, keeper.state().state]).toEqual([ok('done'), 'unlocked']);
  });

  it('is being opened from the first answer until the room stands', async () => {
    const { keeper, unlocked } = await keeperWith([], { exists: true });
    const during: boolean[] = [keeper.isOpening()];
    await keeper.openBy(() => {
      during.push(keeper.isOpening());
      return Promise.resolve(ok(unlocked));
    });
    expect([...during, keeper.isOpening()]).toEqual([false, true, false]);
  });

  it('enters no vault any more once it has ended, and locks what an attempt still opened', async () => {
    const { keeper, closed, vaultLocked } = await keeperWith([STRONG], { exists: true });
    const unlocking = keeper.unlock();
    await keeper.end();
    await unlocking;
    expect(keeper.state().state).toBe('locked');
    expect(closed()).toEqual([]);
    expect(vaultLocked()).toBe(true);
  });

  it('waits for a room that is being opened when it ends, and closes it', async () => {
    const { keeper, closed } = await keeperWith([STRONG], { exists: true, slowRoom: true });
    const unlocking = keeper.unlock();
    await eventually(() => expect(keeper.opened()).not.toBeNull());
    await keeper.end();
    await unlocking;
    expect(closed()).toEqual(['wiped', 'before', 'keys', 'wiped', 'after: locked']);
  });

  it('locks again what it has no room for, says so, and ends all the same', async () => {
    const { keeper, vaultLocked, closed, wipes } = await keeperWith([STRONG], {
      exists: true,
      roomsFail: 1,
    });
    await expect(keeper.unlock()).rejects.toThrow('no room');
    expect(keeper.state()).toMatchObject({
      state: 'locked',
      failure: { code: 'internal_error' },
    });
    expect([keeper.opened(), vaultLocked(), closed()]).toEqual([null, true, ['after: unlocking']]);
    expect(wipes()).toBe(1);
    await keeper.end();
  });

  it('opens the next time what had no room once', async () => {
    const { keeper } = await keeperWith([STRONG, STRONG], { exists: true, roomsFail: 1 });
    await expect(keeper.unlock()).rejects.toThrow('no room');
    expect(await keeper.unlock()).toEqual(ok('done'));
  });

  it('refuses to create over a vault that is there', async () => {
    const { keeper } = await keeperWith([STRONG], { exists: true });
    expect(await keeper.create()).toEqual(fail({ code: 'vault_exists' }));
  });
});
