// Creating, unlocking and locking. S55: what a vault that works behind its locked window shows, and what closes it.
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { fail, ok } from '../../../electron/main/domain/result.ts';
import { SecretBytes } from '../../../electron/main/domain/secret-bytes.ts';
import { createAttemptDelay } from '../../../electron/main/session/attempt-delay.ts';
import { SessionOfVault, type VaultSession } from '../../../electron/main/session/vault-session.ts';
import { addCredential } from '../../../electron/main/credentials/credentials.ts';
import { withIntent } from '../../../electron/main/tokens/revocation/revocation-run-steps.ts';
import { NO_CONTENTS, type VaultFailure } from '../../../electron/main/vault/vault.ts';
import type { UnlockedVault } from '../../../electron/main/vault/unlocked-vault.ts';
import { settle, type FakeClock } from '../../support/fake-clock.ts';
import { fakeVaultStore, unlockedOver } from '../../support/fake-vault-store.ts';
import { createTestSession, TRADER } from '../../support/test-session.ts';
import { eventually } from '../../support/eventually.ts';
import { fakePrompt } from '../../support/fake-prompt.ts';

const STRONG = 'correct horse battery staple lagoon 93';

type Part = 'opening' | 'before' | 'session' | 'after';

interface Around {
  readonly vaultSession: VaultSession;
  /** The vault of this session. */
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
async function vaultSessionWith(
  answers: readonly (string | null)[],
  opening: {
    /** False: there is no vault yet. */
    readonly exists?: boolean;
    readonly failure?: VaultFailure;
    readonly slowSession?: boolean;
    readonly sessionsFail?: number;
    /** So often opening the store throws. */
    readonly storeBugs?: number;
    /** While a passphrase is checked against the vault that works on. */
    readonly whileChecked?: (vaultSession: VaultSession) => unknown;
    /** A lock leaves the vault at work for so long. */
    readonly workMs?: number;
    /** Parts of the lock that never end. */
    readonly hangs?: readonly Part[];
  } = {},
): Promise<Around> {
  const session = await createTestSession();
  const rest = [...answers];
  const problems: (string | null)[] = [];
  const abouts: string[] = [];
  const waits: number[] = [];
  const passphrases: SecretBytes[] = [];
  const order: string[] = [];
  const looked: boolean[] = [];
  let looks = 0;
  let sessionsToFail = opening.sessionsFail ?? 0;
  let storeBugs = opening.storeBugs ?? 0;
  let wipes = 0;
  let removed = false;
  const hangs = (part: Part): boolean => opening.hangs?.includes(part) === true;
  const never = new Promise<never>(() => undefined);
  const unlocked = unlockedOver(session.vault, {
    lockNow() {
      order.push('wiped');
      void session.vault.lock();
    },
    async checkPassphrase(typed) {
      await opening.whileChecked?.(vaultSession);
      const isRight = typed.use((bytes) => bytes.toString()) === STRONG;
      return isRight ? ok() : fail({ code: 'wrong_passphrase' });
    },
  });
  const vaultSession = new SessionOfVault({
    clock: session.clock,
    store: fakeVaultStore({
      exists: () => Promise.resolve(opening.exists !== false && !removed),
      create: () => Promise.resolve(ok(unlocked)),
      openInMemory: () => Promise.resolve(ok({ ...unlocked, inMemory: true })),
      async open(typed) {
        storeBugs -= 1;
        if (storeBugs >= 0) throw new Error('a bug of the store');
        return await Promise.resolve(
          typed.use((bytes) => bytes.toString()) === STRONG
            ? ok(unlocked)
            : fail(opening.failure ?? { code: 'wrong_passphrase' }),
        );
      },
    }),
    delay: createAttemptDelay(session.clock),
    firstContents: NO_CONTENTS,
    changed: () => undefined,
  });
  vaultSession.attend({
    prompt: fakePrompt(async ({ about, problem, waitMs }) => {
      abouts.push(about);
      problems.push(problem);
      waits.push(waitMs ?? 0);
      const next = rest.shift() ?? null;
      if (next?.startsWith('after the wait: ') === true) await session.clock.advance(waitMs ?? 0);
      const typed = next?.replace('after the wait: ', '') ?? null;
      const secret = typed === null ? null : SecretBytes.take(Buffer.from(typed));
      if (secret !== null) passphrases.push(secret);
      return secret;
    }),
    missing() {
      looks += 1;
      return Promise.resolve();
    },
    damaged(typed) {
      looked.push(typed.wiped);
      return Promise.resolve();
    },
    async openSession() {
      if (hangs('opening')) return never;
      if (opening.slowSession === true) await setTimeout(20);
      sessionsToFail -= 1;
      if (sessionsToFail >= 0) throw new Error('no session');
      return {
        ...session,
        close() {
          order.push('keys');
          if (hangs('session')) return never;
          return Promise.resolve({ ended: 0, waiting: 0 });
        },
      };
    },
    workMs: () => opening.workMs ?? 0,
    atWork: (is) => void order.push(`window ${is}`),
    wipe() {
      wipes += 1;
    },
    beforeLock() {
      order.push('before');
      if (hangs('before')) return never;
      return Promise.resolve();
    },
    afterLock() {
      order.push(`after: ${vaultSession.state().state}`);
      if (hangs('after')) return never;
      return Promise.resolve();
    },
  });
  await vaultSession.start();
  return {
    vaultSession,
    unlocked,
    clock: session.clock,
    waits,
    problems,
    abouts,
    passphrases,
    closed: () => order,
    wipes: () => wipes,
    vaultLocked: () => !session.vault.openRecord({ id: TRADER, field: 'client_secret' }).ok,
    looked: () => looked,
    looks: () => looks,
    remove(gone = true) {
      removed = gone;
    },
  };
}

/** Unlocked; `answers` are typed after that. */
async function unlockedWith(
  opening: Parameters<typeof vaultSessionWith>[1] = {},
  answers: readonly (string | null)[] = [],
): Promise<Around> {
  const around = await vaultSessionWith([STRONG, ...answers], opening);
  await around.vaultSession.unlock();
  return around;
}

/** The passphrase was right, and the session is being opened. */
async function openingWith(opening: Parameters<typeof vaultSessionWith>[1]) {
  const around = await vaultSessionWith([STRONG], opening);
  const unlocking = around.vaultSession.unlock();
  await eventually(() => expect(around.vaultSession.opened()).not.toBeNull());
  return { ...around, unlocking };
}

function servicesOf(vaultSession: VaultSession) {
  const open = vaultSession.services();
  if (!open.ok) throw new Error(open.failure.code);
  return open.value;
}

describe('a vault in memory', () => {
  it.each([
    ['absent', false],
    ['locked', true],
  ] as const)(
    'is opened from %s without a passphrase, and leads back there',
    async (before, exists) => {
      const { vaultSession, problems, looks } = await vaultSessionWith([], { exists });
      expect(await vaultSession.openInMemory()).toEqual(ok('done'));
      expect(vaultSession.state()).toMatchObject({ state: 'unlocked', failure: null });
      // There are no ways into it.
      expect([vaultSession.services().ok, vaultSession.opened()]).toEqual([true, null]);
      await vaultSession.lock();
      expect([vaultSession.state().state, problems]).toEqual([before, []]);
      // What lies in the place of a missing vault is offered again.
      expect(looks()).toBe(exists ? 0 : 2);
    },
  );

  it('is closed by every lock: no passphrase would open its window again', async () => {
    const { vaultSession } = await vaultSessionWith([], { workMs: 3_600_000 });
    await vaultSession.openInMemory();
    expect(vaultSession.mayWorkOn()).toBe(false);
    await vaultSession.lock('may_work_on');
    expect([vaultSession.working().ok, vaultSession.isAtWork()]).toEqual([false, false]);
  });

  it('is not opened over one that is open, or that works on behind its window', async () => {
    const { vaultSession } = await unlockedWith({ workMs: 3_600_000 });
    expect(await vaultSession.openInMemory()).toEqual(
      fail({ code: 'in_use', facts: { about: 'call' } }),
    );
    await vaultSession.lock('may_work_on');
    expect(await vaultSession.openInMemory()).toEqual(
      fail({ code: 'in_use', facts: { about: 'call' } }),
    );
    expect(vaultSession.isAtWork()).toBe(true);
  });

  it('is left open by every way into the saved one', async () => {
    const { vaultSession, unlocked } = await vaultSessionWith([STRONG]);
    await vaultSession.openInMemory();
    const entered = await vaultSession.openBy(() => Promise.resolve(ok(unlocked)));
    expect(entered).toEqual(fail({ code: 'in_use', facts: { about: 'call' } }));
    expect(await vaultSession.create()).toEqual(fail({ code: 'vault_exists' }));
    expect([vaultSession.state().state, vaultSession.opened()]).toEqual(['unlocked', null]);
  });

  it('tells on the locked screen nothing that would go on at an unlock', async () => {
    const { vaultSession } = await vaultSessionWith([]);
    await vaultSession.openInMemory();
    await vaultSession.lock();
    expect(vaultSession.state()).toMatchObject({
      unprovenAtLock: 0,
      restingAtLock: 0,
      leasesAtLock: null,
    });
  });
});

describe('the vault session', () => {
  it('leads on from a vault file that went while it was locked', async () => {
    const failure = { code: 'vault_missing' } as const;
    const { vaultSession, looks, remove } = await vaultSessionWith(['any'], { failure });
    remove();
    expect(await vaultSession.unlock()).toEqual(fail(failure));
    expect(vaultSession.state()).toMatchObject({ state: 'absent', failure });
    expect(looks()).toBe(1);
  });

  it('has a vault that was put back unlocked, and makes none beside it', async () => {
    const { vaultSession, remove } = await vaultSessionWith([]);
    remove();
    await vaultSession.openBy(() => Promise.resolve(ok(null)));
    remove(false);
    expect(await vaultSession.create()).toEqual(fail({ code: 'vault_exists' }));
    expect(vaultSession.state().state).toBe('locked');
  });

  it('looks for what lies in the place of a missing vault, at start and after an attempt', async () => {
    const absent = await vaultSessionWith([], { exists: false });
    expect([absent.vaultSession.state().state, absent.looks()]).toEqual(['absent', 1]);
    const { vaultSession, looks, remove } = await vaultSessionWith([]);
    expect([vaultSession.state().state, looks()]).toEqual(['locked', 0]);
    remove();
    await vaultSession.openBy(() => Promise.resolve(ok(null)));
    expect([vaultSession.state().state, looks()]).toEqual(['absent', 1]);
  });

  it('creates a vault from a strong passphrase', async () => {
    const { vaultSession } = await vaultSessionWith([STRONG], { exists: false });
    expect(vaultSession.state().state).toBe('absent');
    expect(await vaultSession.create()).toEqual(ok('done'));
    expect(vaultSession.state().state).toBe('unlocked');
  });

  it('asks again, with the reason, for one that is too weak', async () => {
    const { vaultSession, problems } = await vaultSessionWith(['password1', STRONG], {
      exists: false,
    });
    await vaultSession.create();
    expect(problems).toEqual([null, expect.stringMatching(/\w/)]);
  });

  it.each(['create', 'unlock'] as const)('says in a sentence what it opens: %s', async (how) => {
    const { vaultSession, abouts } = await vaultSessionWith([null], { exists: how === 'unlock' });
    await vaultSession[how]();
    expect(abouts).toEqual([expect.stringMatching(/^It .*opens? the vault on this machine\.$/)]);
  });

  it('stays locked when the window is closed', async () => {
    const { vaultSession } = await vaultSessionWith([null]);
    expect(await vaultSession.unlock()).toEqual(ok('cancelled'));
    expect(vaultSession.services()).toEqual(fail({ code: 'vault_locked' }));
  });

  it('says while locked how many tokens of an open run are not proven dead', async () => {
    const { vaultSession } = await unlockedWith({}, [STRONG]);
    const open = servicesOf(vaultSession);
    expect(vaultSession.state().unprovenAtLock).toBe(0);
    await open.requests.request(TRADER, ['TRADER_TRADE']);
    await open.stops.start({ kind: 'all' });
    await vaultSession.lock();
    expect(vaultSession.state()).toMatchObject({ state: 'locked', unprovenAtLock: 1 });
    await vaultSession.unlock();
    expect(vaultSession.state()).toMatchObject({ state: 'unlocked', unprovenAtLock: 0 });
  });

  it('counts in that a single revocation that nobody has accepted', async () => {
    const { vaultSession } = await unlockedWith();
    const { requests, session } = servicesOf(vaultSession);
    await requests.request(TRADER, ['TRADER_TRADE']);
    await session.vault.change({
      contents: ({ tokens, ...rest }) => ({
        ...rest,
        tokens: tokens.map((each) => withIntent(each, 0)),
      }),
    });
    await vaultSession.lock();
    expect(vaultSession.state()).toMatchObject({ state: 'locked', unprovenAtLock: 1 });
  });

  it('says while locked how many renewals wait for it to be opened', async () => {
    const { vaultSession } = await unlockedWith({}, [STRONG]);
    const { requests, renewals } = servicesOf(vaultSession);
    await requests.request(TRADER, ['TRADER_TRADE']);
    await renewals.turnOn(TRADER, { untilMs: null, graceSeconds: 60 });
    await vaultSession.lock();
    expect(vaultSession.state()).toMatchObject({ state: 'locked', restingAtLock: 1 });
    await vaultSession.unlock();
    expect(vaultSession.state()).toMatchObject({ state: 'unlocked', restingAtLock: 0 });
  });

  it('stops asking when the file is damaged, and says so', async () => {
    const damaged = { failure: { code: 'corrupt' } } as const;
    const { vaultSession, problems } = await vaultSessionWith(['x', STRONG], damaged);
    expect(await vaultSession.unlock()).toEqual(fail({ code: 'corrupt' }));
    expect(problems).toHaveLength(1);
    expect(vaultSession.state()).toMatchObject({ state: 'locked', failure: { code: 'corrupt' } });
  });

  it('has a backup looked for while the passphrase of a damaged vault is still there', async () => {
    const damaged = { failure: { code: 'tampered' } } as const;
    const { vaultSession, looked, passphrases } = await vaultSessionWith(['x'], damaged);
    await vaultSession.unlock();
    expect(looked()).toEqual([false]);
    expect(passphrases.map(({ wiped }) => wiped)).toEqual([true]);
  });

  it.each(['wrong_passphrase', 'newer_version', 'io_error', 'locked_by_other'] as const)(
    'looks for no backup after %s',
    async (code) => {
      const { vaultSession, looked } = await vaultSessionWith(['x', null], { failure: { code } });
      await vaultSession.unlock();
      expect(looked()).toEqual([]);
    },
  );

  it('drops views and clipboard before the keys, and the gateway after them', async () => {
    const { vaultSession, closed } = await unlockedWith();
    await vaultSession.lock();
    expect(closed()).toEqual(['before', 'keys', 'wiped', 'after: locked']);
    expect(vaultSession.services()).toEqual(fail({ code: 'vault_locked' }));
  });

  it('says that it is locked when the keys are gone, and not before', async () => {
    const { vaultSession, clock, closed, wipes } = await unlockedWith({ hangs: ['session'] });
    const locking = vaultSession.lock();
    expect([vaultSession.state().state, closed()]).toEqual(['locking', ['before', 'keys']]);
    await clock.advance(4_999);
    expect([vaultSession.state().state, wipes()]).toEqual(['locking', 0]);
    await clock.advance(1);
    expect([vaultSession.state().state, closed()[2], wipes()]).toEqual(['locked', 'wiped', 1]);
    await locking;
  });

  it('has no key left as soon as it is told that the machine sleeps', async () => {
    const { vaultSession, closed, wipes } = await unlockedWith({ hangs: ['session'] });
    void vaultSession.lock('machine_sleeps');
    expect([closed(), wipes()]).toEqual([['before', 'wiped', 'keys'], 1]);
    await settle();
    expect(vaultSession.state().state).toBe('locked');
  });

  it('has no key left at a sleep that comes while a lock is under way', async () => {
    const { vaultSession, closed, wipes } = await unlockedWith({ hangs: ['session'] });
    void vaultSession.lock();
    expect([closed(), wipes()]).toEqual([['before', 'keys'], 0]);
    void vaultSession.lock('machine_sleeps');
    expect([closed(), wipes()]).toEqual([['before', 'keys', 'wiped'], 1]);
    await settle();
    expect(vaultSession.state().state).toBe('locked');
  });

  it('says how many leases wait for the next unlock where it did not come to ending them', async () => {
    const { vaultSession } = await unlockedWith({ hangs: ['session'] });
    const { requests, leases, session } = servicesOf(vaultSession);
    await requests.request(TRADER, ['TRADER_TRADE']);
    await leases.set(session.vault.contents().tokens[0]!.id, { end: 'lock' });
    void vaultSession.lock('machine_sleeps');
    await settle();
    expect(vaultSession.state().leasesAtLock).toEqual({ ended: 1, waiting: 1 });
  });

  it('wipes every secret in memory where the session does not end by itself', async () => {
    const { vaultSession, clock } = await unlockedWith({ hangs: ['session'] });
    const { session } = servicesOf(vaultSession);
    const secret = SecretBytes.take(Buffer.from('tried'));
    const [facts] = session.vault.contents().credentials;
    const tried = await addCredential(
      session,
      { ...facts!, label: 'Tried', clientId: 'tried' },
      secret,
    );
    const name = { id: tried.ok ? tried.value : '', field: 'client_secret' } as const;
    expect(session.vault.openRecord(name).ok).toBe(true);
    const locking = vaultSession.lock();
    await clock.advance(5_000);
    await locking;
    expect([session.vault.openRecord(name).ok, session.closing.aborted]).toEqual([false, true]);
  });

  it.each([['before' as const], ['after' as const], ['before', 'session', 'after'] as const])(
    'ends within ten seconds although %s does not answer',
    async (...hangs) => {
      const { vaultSession, clock, closed } = await unlockedWith({ hangs });
      let ended = false;
      void vaultSession.end().then(() => {
        ended = true;
      });
      await clock.advance(10_000);
      expect([ended, closed().at(-1)]).toEqual([true, 'after: locked']);
    },
  );

  it('ends although a session is never opened to its end, and leaves no key', async () => {
    const { vaultSession, clock, closed } = await openingWith({ hangs: ['opening'] });
    let ended = false;
    void vaultSession.end().then(() => {
      ended = true;
    });
    await clock.advance(10_000);
    expect([ended, closed()]).toEqual([true, ['wiped']]);
  });

  it('waits after three wrong ones, says how long, and takes nothing before', async () => {
    const typed = ['wrong', 'wrong', 'wrong', STRONG, null];
    const { vaultSession, waits, problems, passphrases } = await vaultSessionWith(typed);
    expect(await vaultSession.unlock()).toEqual(ok('cancelled'));
    expect(waits).toEqual([0, 0, 0, 1000, 1000]);
    expect(problems.at(-1)).toContain('Wait 1 second');
    expect(vaultSession.state()).toMatchObject({
      state: 'locked',
      failure: { code: 'too_many_attempts', facts: { count: 1 } },
    });
    expect(passphrases.map(({ wiped }) => wiped)).toEqual([true, true, true, true]);
  });

  it('keeps the wait when the window was closed and opened again', async () => {
    const typed = ['a', 'b', 'c', 'after the wait: d', null, null];
    const { vaultSession, waits } = await vaultSessionWith(typed);
    await vaultSession.unlock();
    await vaultSession.unlock();
    expect(waits).toEqual([0, 0, 0, 1000, 2000, 2000]);
  });

  it('takes the sentence back when the wait is over', async () => {
    const { vaultSession, clock } = await vaultSessionWith(['a', 'b', 'c', null]);
    await vaultSession.unlock();
    await clock.advance(1000);
    expect(vaultSession.state().failure).toEqual({ code: 'wrong_passphrase' });
  });

  it('forgets the wrong ones with the right one', async () => {
    const typed = ['a', 'b', 'c', `after the wait: ${STRONG}`, 'd', null];
    const { vaultSession, waits } = await vaultSessionWith(typed);
    expect(await vaultSession.unlock()).toEqual(ok('done'));
    await vaultSession.lock();
    await vaultSession.unlock();
    expect(waits).toEqual([0, 0, 0, 1000, 0, 0]);
  });

  it('ends by locking what is open', async () => {
    const { vaultSession, closed } = await unlockedWith();
    await vaultSession.end();
    expect(vaultSession.state().state).toBe('locked');
    expect(closed()).toEqual(['before', 'keys', 'wiped', 'after: locked']);
  });

  it('locks what an attempt under way opens, where the lock was asked for meanwhile', async () => {
    const { vaultSession, closed, unlocking } = await openingWith({ slowSession: true });
    await vaultSession.lock();
    expect(await unlocking).toEqual(ok('cancelled'));
    expect([vaultSession.state().state, closed()]).toEqual([
      'locked',
      ['wiped', 'before', 'keys', 'wiped', 'after: locked'],
    ]);
  });

  it('wipes the keys at once where a lock comes while the session is being opened', async () => {
    const { vaultSession, clock, closed } = await openingWith({ hangs: ['opening'] });
    const locking = vaultSession.lock();
    expect([closed(), vaultSession.state().state]).toEqual([['wiped'], 'locking']);
    await clock.advance(2_000);
    await locking;
    expect([vaultSession.opened(), vaultSession.state().state]).toEqual([null, 'locked']);
  });

  it.each(['restore', 'another way'] as const)(
    'opens nothing where a lock comes meanwhile: %s',
    async (how) => {
      const { vaultSession, unlocked, closed } = await vaultSessionWith([]);
      const opened = await vaultSession.openBy(async (attempt) => {
        if (how === 'restore') await vaultSession.lock('to_open_another');
        await vaultSession.lock();
        attempt.opening();
        expect(attempt.isOver()).toBe(true);
        return ok(unlocked);
      });
      expect(opened).toEqual(ok('cancelled'));
      expect([vaultSession.state().state, vaultSession.opened(), closed()]).toEqual([
        'locked',
        null,
        [],
      ]);
    },
  );

  it('is being opened from the first question until the session stands', async () => {
    const { vaultSession, unlocked } = await vaultSessionWith([]);
    const during: boolean[] = [vaultSession.isOpening()];
    await vaultSession.openBy(() => {
      during.push(vaultSession.isOpening());
      return Promise.resolve(ok(unlocked));
    });
    expect([...during, vaultSession.isOpening()]).toEqual([false, true, false]);
  });

  it('enters no vault any more once it has ended, and locks what an attempt still opened', async () => {
    const { vaultSession, closed, vaultLocked } = await vaultSessionWith([STRONG]);
    const unlocking = vaultSession.unlock();
    await vaultSession.end();
    await unlocking;
    expect(vaultSession.state().state).toBe('locked');
    expect(closed()).toEqual([]);
    expect(vaultLocked()).toBe(true);
  });

  it('waits for a session that is being opened when it ends, and closes it', async () => {
    const { vaultSession, closed, unlocking } = await openingWith({ slowSession: true });
    await vaultSession.end();
    await unlocking;
    expect(closed()).toEqual(['wiped', 'before', 'keys', 'wiped', 'after: locked']);
  });

  it('locks again what it can make no session for, says so, and ends all the same', async () => {
    const { vaultSession, vaultLocked, closed, wipes } = await vaultSessionWith([STRONG], {
      sessionsFail: 1,
    });
    await expect(vaultSession.unlock()).rejects.toThrow('no session');
    expect(vaultSession.state()).toMatchObject({
      state: 'locked',
      failure: { code: 'internal_error' },
    });
    expect([vaultSession.opened(), vaultLocked(), closed()]).toEqual([
      null,
      true,
      ['after: unlocking'],
    ]);
    expect(wipes()).toBe(1);
    await vaultSession.end();
  });

  it('opens the next time what had no session once', async () => {
    const { vaultSession } = await vaultSessionWith([STRONG, STRONG], { sessionsFail: 1 });
    await expect(vaultSession.unlock()).rejects.toThrow('no session');
    expect(await vaultSession.unlock()).toEqual(ok('done'));
  });

  it('is not stuck, and keeps no passphrase, where opening fails by a bug', async () => {
    const { vaultSession, passphrases } = await vaultSessionWith([STRONG, STRONG], {
      storeBugs: 1,
    });
    await expect(vaultSession.unlock()).rejects.toThrow('a bug of the store');
    expect(vaultSession.state()).toMatchObject({
      state: 'locked',
      failure: { code: 'internal_error' },
    });
    expect(passphrases.map(({ wiped }) => wiped)).toEqual([true]);
    expect(await vaultSession.unlock()).toEqual(ok('done'));
  });

  it('refuses to create over a vault that is there', async () => {
    const { vaultSession } = await vaultSessionWith([STRONG]);
    expect(await vaultSession.create()).toEqual(fail({ code: 'vault_exists' }));
  });
});

describe('a lock that leaves the vault at work', () => {
  const HOUR = 3_600_000;

  /** Unlocked once, and its window locked; `answers` are typed after that. */
  async function atWork(
    answers: readonly (string | null)[] = [],
    more: Parameters<typeof vaultSessionWith>[1] = {},
  ) {
    const around = await unlockedWith({ workMs: 12 * HOUR, ...more }, answers);
    await around.vaultSession.lock('may_work_on');
    return around;
  }

  it('S55 gives the window nothing, keeps the session, and says until when', async () => {
    const { vaultSession, clock, closed } = await atWork();
    expect(vaultSession.state()).toMatchObject({
      state: 'locked',
      worksUntilMs: clock.nowMs() + 12 * HOUR,
    });
    expect([vaultSession.services(), vaultSession.opened()]).toEqual([
      fail({ code: 'vault_locked' }),
      null,
    ]);
    expect([vaultSession.working().ok, vaultSession.isAtWork()]).toEqual([true, true]);
    expect(closed()).toEqual(['window locked', 'before']);
  });

  it('is not made where a lock must close the vault, or nobody chose it', async () => {
    const { vaultSession } = await vaultSessionWith([STRONG, STRONG, STRONG], {
      workMs: 12 * HOUR,
    });
    for (const why of [undefined, 'machine_sleeps', 'to_open_another'] as const) {
      await vaultSession.unlock();
      await vaultSession.lock(why);
      expect([why, vaultSession.working().ok]).toEqual([why, false]);
    }
    const closing = await vaultSessionWith([STRONG]);
    await closing.vaultSession.unlock();
    await closing.vaultSession.lock('may_work_on');
    expect(closing.vaultSession.working().ok).toBe(false);
  });

  it.each([
    ['the machine sleeps', (vaultSession: VaultSession) => vaultSession.lock('machine_sleeps')],
    ['it is locked again', (vaultSession: VaultSession) => vaultSession.lock()],
    ['the app ends', (vaultSession: VaultSession) => vaultSession.end()],
  ])('closes where %s', async (_what, closes) => {
    const { vaultSession, closed } = await atWork();
    await closes(vaultSession);
    expect(vaultSession.working().ok).toBe(false);
    expect(vaultSession.state()).toMatchObject({ state: 'locked', worksUntilMs: null });
    expect(closed()).toContain('wiped');
  });

  it('closes at its end, and after a sleep that the system did not announce', async () => {
    const ends = await atWork();
    await ends.clock.advance(12 * HOUR - 1);
    expect(ends.vaultSession.working().ok).toBe(true);
    await ends.clock.advance(10_000);
    expect(ends.vaultSession.working().ok).toBe(false);
    const slept = await atWork();
    slept.clock.setWall(slept.clock.nowMs() + 5 * 60_000);
    await slept.clock.advance(10_000);
    expect(slept.vaultSession.working().ok).toBe(false);
  });

  it('opens its window for the passphrase, under the delays of every attempt', async () => {
    const { vaultSession, waits, problems, closed } = await atWork([
      'wrong',
      'wrong',
      'wrong',
      `after the wait: ${STRONG}`,
    ]);
    expect(await vaultSession.unlock()).toEqual(ok('done'));
    expect(waits).toEqual([0, 0, 0, 0, 1_000]);
    expect(problems[2]).toMatch(/passphrase/i);
    expect([vaultSession.services().ok, vaultSession.state().worksUntilMs]).toEqual([true, null]);
    expect(closed()).toEqual(['window locked', 'before', 'window unlocked']);
  });

  it.each([
    ['a lock', (vaultSession: VaultSession) => void vaultSession.lock('may_work_on'), true],
    ['a sleep', (vaultSession: VaultSession) => void vaultSession.lock('machine_sleeps'), false],
  ])('stays locked where %s comes while the passphrase is checked', async (_what, comes, works) => {
    const { vaultSession } = await atWork([STRONG], { whileChecked: comes });
    expect(await vaultSession.unlock()).toEqual(ok('cancelled'));
    await vaultSession.lock('may_work_on');
    expect([vaultSession.state().state, vaultSession.services().ok]).toEqual(['locked', false]);
    expect(vaultSession.working().ok).toBe(works);
  });

  it('is closed for any other way in', async () => {
    const { vaultSession, unlocked, closed } = await atWork();
    await vaultSession.openBy(() => {
      expect([vaultSession.working().ok, closed().at(-1)]).toEqual([false, 'after: locked']);
      return Promise.resolve(ok(unlocked));
    });
    expect(vaultSession.state().state).toBe('unlocked');
  });
});
