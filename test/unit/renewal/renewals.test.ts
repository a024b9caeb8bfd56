// Renewal, make-before-break: when a token is replaced, in which order, and what stops it.
import { describe, expect, it } from 'vitest';
import type { TokenId } from '../../../electron/main/domain/ids.ts';
import { fail, ok } from '../../../electron/main/domain/result.ts';
import type { Renewal } from '../../../electron/main/domain/renewal.ts';
import type { Token } from '../../../electron/main/domain/token.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { addCredentials, addTokens } from '../../support/many-tokens.ts';
import type { MemoryVault } from '../../support/memory-vault.ts';
import {
  createTestSession,
  PARTNER,
  TRADER,
  type TestSession,
} from '../../support/test-session.ts';

const READ = ['TRADER_READ'] as const;
const TRADE = ['TRADER_TRADE'] as const;
const BOTH = ['TRADER_READ', 'TRADER_TRADE'] as const;
const MINUTE = 60_000;
const FOREVER = { untilMs: null, graceSeconds: 60 };

/** A session whose Trader credential has one token, of an hour unless said otherwise, and is renewed. */
async function renewing(
  options: { readonly scopes?: Token['requestedScopes']; readonly lifetimeSeconds?: number } = {},
): Promise<TestSession> {
  const { scopes = TRADE, lifetimeSeconds = 3_600 } = options;
  const session = await createTestSession();
  session.gateway.onToken(() => ok(session.gateway.issued({ lifetimeSeconds })));
  await session.requests.request(TRADER, scopes);
  await session.renewals.turnOn(TRADER, FOREVER);
  session.gateway.calls.length = 0;
  return session;
}

/** The vault as it stands after each save from now on. */
function savesOf(session: TestSession) {
  const saved: { readonly vault: MemoryVault; readonly atMs: number }[] = [];
  const { change } = session.vault;
  Object.assign(session.vault, {
    change: async (asked: Parameters<typeof change>[0]) => {
      const result = await change(asked);
      saved.push({ vault: session.vault.copy(), atMs: session.clock.nowMs() });
      return result;
    },
  });
  return saved;
}

const renewalOf = (session: TestSession): Renewal => {
  const [renewal] = session.vault.contents().renewals;
  if (renewal === undefined) throw new Error('no renewal');
  return renewal;
};
/** Without what is asked about a token once it was revoked. */
function kinds(session: TestSession): string[] {
  const revoked = new Set<string>();
  return session.gateway.calls.flatMap((call) => {
    const [kind = '', ...rest] = call.split(' ');
    const text = rest.at(-1) ?? '';
    if (kind === 'revoke') revoked.add(text);
    return kind === 'probe' && revoked.has(text) ? [] : [kind];
  });
}
const requests = (session: TestSession): number =>
  kinds(session).filter((kind) => kind === 'token').length;
const words = (session: TestSession): string[] => session.noted.map(({ what }) => what);
const stateById = (session: TestSession, id: TokenId): string =>
  session.state(session.vault.contents().tokens.findIndex((token) => token.id === id));

describe('a renewal', () => {
  it('asks for the new token before the old one ends, checks it, then revokes the old one', async () => {
    const session = await renewing();
    await session.clock.advance(53 * MINUTE);
    expect(kinds(session)).toEqual([]);
    await session.clock.advance(4 * MINUTE);
    expect(kinds(session).slice(0, 3)).toEqual(['token', 'probe', 'revoke']);
    expect(session.gateway.calls[1]).toBe('probe trader token-text-2');
    expect(session.gateway.calls[2]).toBe('revoke token-text-1');
  });

  it('is tried again after a bug in one of its steps', async () => {
    const session = await renewing();
    const others = process.listeners('unhandledRejection');
    process.removeAllListeners('unhandledRejection');
    const bugs: unknown[] = [];
    process.on('unhandledRejection', (bug) => bugs.push(bug));
    let asked = 0;
    session.gateway.onToken(() => {
      asked += 1;
      if (asked === 1) throw new Error('a bug');
      return ok(session.gateway.issued({ lifetimeSeconds: 3_600 }));
    });
    await session.clock.advance(59 * MINUTE);
    process.removeAllListeners('unhandledRejection');
    for (const each of others) process.on('unhandledRejection', each);
    expect([asked, bugs]).toEqual([2, [new Error('a bug')]]);
    expect(session.state()).toBe('active');
  });

  it('keeps the old token current until the new one was found to work', async () => {
    const session = await renewing();
    const old = session.token().id;
    let whileChecking = '';
    session.gateway.onProbe((text) => {
      if (text === 'token-text-2') whileChecking = stateById(session, old);
      return ok(session.gateway.probed(200));
    });
    await session.clock.advance(57 * MINUTE);
    expect(whileChecking).toBe('expiring');
  });

  it('lets the old token live on for the grace', async () => {
    const session = await renewing();
    const old = session.token().id;
    session.gateway.onProbe(() => ok(session.gateway.probed(200)));
    await session.renewals.turnOn(TRADER, { untilMs: null, graceSeconds: 120 });
    let handedOver = 0;
    for (let second = 0; second < 4_000 && handedOver === 0; second += 1) {
      await session.clock.advance(1_000);
      handedOver = renewalOf(session).handovers[0]?.handedOverAtMs ?? 0;
    }
    await session.clock.advance(handedOver + 119_000 - session.clock.nowMs());
    expect(stateById(session, old)).toBe('superseded');
    await session.clock.advance(2_000);
    expect(kinds(session)).toContain('revoke');
    expect(renewalOf(session).handovers).toEqual([]);
  });

  it.each([
    ['answers at last', 20_000, 0],
    ['never answers', null, 4],
  ] as const)('asks with a few at once where a host hangs and %s', async (_how, afterMs, hang) => {
    const session = await createTestSession();
    const ids = await addCredentials(session, 40);
    await addTokens(
      session,
      ids.map((id) => ({ id: `old-${id}`, credentialId: id, leftSeconds: 600 })),
    );
    for (const id of ids) await session.renewals.turnOn(id, FOREVER);
    let open = 0;
    let most = 0;
    session.gateway.onProbe(async (text) => {
      if (text.startsWith('text-old')) return ok(session.gateway.probed(401));
      open += 1;
      most = Math.max(most, open);
      await new Promise<void>((resume) => {
        if (afterMs !== null) session.clock.after(afterMs, resume);
      });
      open -= 1;
      return ok(session.gateway.probed(200));
    });
    await session.clock.advance(9 * MINUTE + 50_000);
    expect(requests(session)).toBe(40);
    expect(most).toBe(4);
    // Whoever had no turn is handed over unasked while the token before still lives.
    const handed = session.vault.contents().renewals.flatMap(({ handovers }) => handovers);
    const waiting = handed.filter(({ handedOverAtMs }) => handedOverAtMs === null);
    expect(waiting).toHaveLength(hang);
  });

  it('does not ask a read-only token, which no call can check', async () => {
    const session = await renewing({ scopes: READ });
    await session.clock.advance(58 * MINUTE);
    expect(kinds(session)).toEqual(['token', 'revoke']);
  });

  it('leaves a Partner token to expire: no call revokes it (case 107)', async () => {
    const session = await createTestSession();
    await session.requests.request(PARTNER, []);
    await session.renewals.turnOn(PARTNER, FOREVER);
    await session.clock.advance(59 * MINUTE);
    expect(kinds(session)).toEqual(['token', 'token', 'probe']);
    expect(renewalOf(session).handovers).toEqual([]);
  });

  it('goes on from token to token', async () => {
    const session = await renewing({ scopes: READ });
    await session.clock.advance(10 * 60 * MINUTE);
    // Each is renewed some minutes before its hour is over, at a moment that its id draws.
    expect([10, 11]).toContain(requests(session));
  });

  it('is noted in the history, by the app', async () => {
    const session = await renewing();
    await session.clock.advance(57 * MINUTE);
    const told = session.noted.filter(({ by }) => by === 'app').map(({ what }) => what);
    expect(told.slice(0, 5)).toEqual([
      'token_received',
      'token_checked',
      'token_renewed',
      'revoke_asked',
      'revoke_accepted',
    ]);
  });

  it('is off by default: the token ends, and nothing is asked (case 93)', async () => {
    const session = await createTestSession();
    await session.requests.request(TRADER, TRADE);
    await session.clock.advance(90 * MINUTE);
    expect(requests(session)).toBe(1);
    expect(session.state()).toBe('expired');
  });

  it('renews the tokens of different scopes side by side', async () => {
    const session = await renewing({ scopes: READ });
    await session.requests.request(TRADER, TRADE);
    await session.clock.advance(58 * MINUTE);
    expect(session.gateway.calls.filter((call) => call.startsWith('token')).toSorted()).toEqual([
      'token trader TRADER_READ',
      'token trader TRADER_TRADE',
      'token trader TRADER_TRADE',
    ]);
  });
});

describe('the stop date', () => {
  it('ends renewal, and the token that is left expires', async () => {
    const session = await renewing({ scopes: READ });
    const untilMs = session.clock.nowMs() + 8 * 60 * MINUTE;
    await session.renewals.turnOn(TRADER, { untilMs, graceSeconds: 60 });
    await session.clock.advance(12 * 60 * MINUTE);
    expect(requests(session)).toBe(8);
    expect(session.renewals.standing(TRADER)?.plan.obstacle).toBe('ended');
  });

  it('is not put off by a clock that was set back (case 112)', async () => {
    const session = await renewing({ scopes: READ });
    const untilMs = session.clock.nowMs() + 30 * MINUTE;
    await session.renewals.turnOn(TRADER, { untilMs, graceSeconds: 60 });
    session.clock.setWall(session.clock.nowMs() - 24 * 60 * MINUTE);
    await session.clock.advance(31 * MINUTE);
    expect(session.renewals.standing(TRADER)?.plan.obstacle).toBe('ended');
  });

  it('lets a handover that has begun come to its end', async () => {
    const session = await renewing({ scopes: READ });
    session.gateway.onToken(async () => {
      await session.renewals.turnOff(TRADER);
      return ok(session.gateway.issued());
    });
    await session.clock.advance(60 * MINUTE);
    expect(kinds(session)).toEqual(['token', 'revoke']);
    await session.clock.advance(120 * MINUTE);
    expect(requests(session)).toBe(1);
  });
});

describe('a renewal that fails', () => {
  it('keeps the working token and tries again', async () => {
    const session = await renewing();
    const old = session.token().id;
    session.gateway.refuseTokens(
      { code: 'connect_refused', possiblyDone: false },
      { status: null },
    );
    await session.clock.advance(57 * MINUTE);
    expect(stateById(session, old)).toBe('expiring');
    expect(requests(session)).toBeGreaterThanOrEqual(2);
    expect(renewalOf(session).lastFailure?.failure.code).toBe('connect_refused');
    session.gateway.onToken(() => ok(session.gateway.issued()));
    await session.clock.advance(5 * MINUTE);
    expect(renewalOf(session).lastFailure).toBeNull();
  });

  it.each([
    ['refusals (case 44)', { code: 'invalid_client' }, 401],
    [
      'odd answers that may each have minted',
      { code: 'invalid_response', possiblyDone: true },
      200,
    ],
  ] as const)('stops after three %s and says so', async (_what, failure, status) => {
    const session = await renewing();
    session.gateway.refuseTokens(failure, { status });
    await session.clock.advance(180 * MINUTE);
    expect(requests(session)).toBe(3);
    expect(session.renewals.standing(TRADER)?.plan.obstacle).toBe('stopped');
    expect(words(session).filter((word) => word === 'renewal_stopped')).toHaveLength(1);
    expect(words(session).filter((word) => word === 'renewal_failed')).toHaveLength(1);
  });

  it('goes on where a captive portal stood in the way, however often', async () => {
    const session = await renewing();
    const old = session.token().id;
    session.gateway.refuseTokens({ code: 'tls_unknown_authority', possiblyDone: false });
    await session.clock.advance(59 * MINUTE + 55_000);
    expect(requests(session)).toBeGreaterThanOrEqual(4);
    expect(renewalOf(session)).toMatchObject({ refusals: 0, stoppedAtMs: null });
    session.gateway.onToken(() => ok(session.gateway.issued()));
    session.renewals.wake();
    await session.clock.advance(2 * MINUTE);
    expect(session.token().id).not.toBe(old);
  });

  it('starts again once the person got a token', async () => {
    const session = await renewing();
    session.gateway.refuseTokens({ code: 'invalid_scope' }, { status: 400 });
    await session.clock.advance(120 * MINUTE);
    session.gateway.onToken(() => ok(session.gateway.issued()));
    await session.requests.request(TRADER, TRADE);
    expect(session.renewals.standing(TRADER)?.plan.obstacle).toBeNull();
  });

  it.each([
    ['Trader', TRADER, TRADE],
    ['Partner', PARTNER, []],
  ] as const)('of a %s tries at once where it is switched on again', async (_type, id, scopes) => {
    const session = await createTestSession();
    await session.requests.request(id, scopes);
    await session.renewals.turnOn(id, FOREVER);
    session.gateway.refuseTokens({ code: 'server_error' }, { status: 500 });
    for (let second = 0; second < 3_600 && requests(session) < 4; second += 1) {
      await session.clock.advance(1_000);
    }
    session.gateway.onToken(() => ok(session.gateway.issued()));
    await session.renewals.turnOn(id, FOREVER);
    await session.clock.advance(1_000);
    expect(requests(session)).toBe(5);
  });

  it('waits as long as the server asks (case 80)', async () => {
    const session = await renewing();
    const leftMs: number[] = [];
    session.gateway.onToken(() => {
      leftMs.push(session.clock.nowMs());
      return fail(
        session.gateway.failure(
          { code: 'rate_limited', possiblyDone: false, retryAfterMs: 4 * MINUTE },
          { status: 429 },
        ),
      );
    });
    await session.clock.advance(84 * MINUTE);
    expect(leftMs.length).toBeGreaterThan(1);
    for (const [index, atMs] of leftMs.slice(1).entries()) {
      expect(atMs - leftMs[index]!).toBeGreaterThanOrEqual(4 * MINUTE);
    }
  });

  it('waits twice as long each time where a busy server names no time (case 82)', async () => {
    const session = await renewing();
    const atMs: number[] = [];
    session.gateway.onToken(() => {
      atMs.push(session.clock.monotonicMs());
      return fail(
        session.gateway.failure({ code: 'rate_limited', possiblyDone: false }, { status: 429 }),
      );
    });
    await session.clock.advance(60 * MINUTE);
    const pausesMs = atMs.slice(1).map((each, index) => each - atMs[index]!);
    expect(pausesMs.length).toBeGreaterThan(1);
    for (const [index, pauseMs] of pausesMs.entries()) {
      expect(pauseMs).toBeGreaterThanOrEqual(Math.max(5_000, 2 * (pausesMs[index - 1] ?? 0)));
    }
  });

  it('for want of a network is tried again soon after that is back', async () => {
    const session = await renewing({ scopes: READ });
    session.gateway.refuseTokens({ code: 'name_not_found', possiblyDone: false }, { status: null });
    await session.clock.advance(4 * 60 * MINUTE);
    const before = requests(session);
    while (requests(session) === before) await session.clock.advance(1_000);
    session.gateway.onToken(() => ok(session.gateway.issued()));
    session.wake();
    // Its host is left alone for half a minute after the last failure (case 88).
    await session.clock.advance(2 * MINUTE);
    expect(requests(session) - before).toBe(2);
    expect(session.renewals.standing(TRADER)?.renewal.lastFailure).toBeNull();
  });

  it('asks for nothing and says so while the vault refuses to save, and no longer once it worked', async () => {
    const session = await renewing({ scopes: READ });
    const failure = (): string | undefined =>
      session.renewals.standing(TRADER)?.renewal.lastFailure?.failure.code;
    session.vault.failWith({ code: 'disk_full' });
    await session.clock.advance(58 * MINUTE);
    expect([requests(session), failure()]).toEqual([0, 'disk_full']);
    session.vault.failWith(null);
    await session.clock.advance(5 * MINUTE);
    expect(requests(session)).toBe(1);
    expect(failure()).toBeUndefined();
  });

  it('to save what came hands it over once it is saved', async () => {
    const session = await renewing();
    const { change } = session.vault;
    let refuses = 1;
    const once: typeof change = (each) => {
      if (each.seal === undefined || refuses === 0) return change(each);
      refuses -= 1;
      return Promise.resolve(fail({ code: 'disk_full' }));
    };
    Object.assign(session.vault, { change: once });
    await session.clock.advance(60 * MINUTE);
    expect(kinds(session).slice(0, 3)).toEqual(['token', 'probe', 'revoke']);
    expect(session.gateway.calls[2]).toBe('revoke token-text-1');
    expect(session.renewals.standing(TRADER)?.renewal.lastFailure).toBeNull();
  });

  it('to save what a check said does not ask every few seconds all night', async () => {
    const session = await renewing();
    session.gateway.onProbe(() => {
      session.vault.failWith({ code: 'disk_full' });
      return ok(session.gateway.probed(200));
    });
    await session.clock.advance(8 * 60 * MINUTE);
    expect(kinds(session).filter((kind) => kind === 'probe').length).toBeLessThan(8 * 60);
  });

  it('without a request, while its host is left alone, saves that once', async () => {
    const session = await renewing({ scopes: READ });
    const ids = await addCredentials(session, 20);
    await addTokens(
      session,
      ids.map((id) => ({ id: `of-${id}`, credentialId: id, scopes: READ })),
    );
    for (const id of ids) await session.renewals.turnOn(id, FOREVER);
    session.gateway.refuseTokens(
      { code: 'connect_refused', possiblyDone: false },
      { status: null },
    );
    await session.clock.advance(2 * 60 * MINUTE);
    const failures = session.vault.contents().renewals.map(({ lastFailure }) => lastFailure);
    const [saves, asked] = [session.vault.saves(), requests(session)];
    await session.clock.advance(2 * 60 * MINUTE);
    // A request is written down before it leaves, what came of it after it, and what of it is over.
    expect(session.vault.saves() - saves).toBeLessThanOrEqual(4 * (requests(session) - asked));
    const told = ids.map((id) => session.renewals.standing(id)?.renewal.lastFailure?.atMs ?? 0);
    expect(session.clock.nowMs() - Math.min(...told)).toBeLessThanOrEqual(6 * MINUTE);
    expect(failures).not.toContain(null);
  });

  it('does not ask again and again for a token that is over as it comes (case 18)', async () => {
    const session = await renewing();
    session.gateway.onToken(() => ok(session.gateway.issued({ lifetimeSeconds: 0 })));
    await session.clock.advance(120 * MINUTE);
    expect(requests(session)).toBe(3);
  });

  it('asks at most once in 30 s for tokens that live shorter (case 21)', async () => {
    const session = await renewing({ scopes: READ, lifetimeSeconds: 10 });
    await session.clock.advance(10 * MINUTE);
    expect(requests(session)).toBeLessThanOrEqual(21);
    expect(requests(session)).toBeGreaterThan(15);
  });

  it('sets no timer where nobody knows when the token ends (case 15)', async () => {
    const session = await createTestSession();
    session.gateway.onToken(() => ok(session.gateway.issued({ lifetimeSeconds: null })));
    await session.requests.request(TRADER, TRADE);
    await session.renewals.turnOn(TRADER, FOREVER);
    await session.clock.advance(48 * 60 * MINUTE);
    expect(requests(session)).toBe(1);
  });
});

describe('the new token', () => {
  it('becomes the current one unchecked just before the old one ends, where no check answers', async () => {
    const session = await renewing();
    session.gateway.onProbe(() => ok(session.gateway.probed(500)));
    await session.clock.advance(59 * MINUTE + 20_000);
    expect(stateById(session, session.token(0).id)).toBe('active');
    expect(stateById(session, session.token(1).id)).toBe('expiring');
    await session.clock.advance(30_000);
    expect(stateById(session, session.token(1).id)).toBe('superseded');
  });

  it.each([
    ['the old one lives', 0],
    ['a clock two hours ahead says that the old one is over', 120],
  ])('takes no place on a 403 without a word where %s', async (_how, minutesAhead) => {
    const session = await renewing();
    session.gateway.onProbe((text) =>
      ok(session.gateway.probed(text === 'token-text-1' ? 200 : 403, '{}', null)),
    );
    await session.clock.advance(10 * MINUTE);
    session.clock.setWall(session.clock.nowMs() + minutesAhead * MINUTE);
    session.wake();
    await session.clock.advance(49 * MINUTE);
    expect(session.gateway.calls).toContain('probe trader token-text-2');
    expect(kinds(session)).not.toContain('revoke');
    expect(session.token(1).supersededAtMs).toBeNull();
    // Its last moment has come by every clock.
    await session.clock.advance(MINUTE);
    expect(session.token(1).supersededAtMs).not.toBeNull();
  });

  it('takes its place by a clock two hours ahead too, once a call shows that it works', async () => {
    const session = await renewing();
    await session.clock.advance(10 * MINUTE);
    session.clock.setWall(session.clock.nowMs() + 120 * MINUTE);
    session.wake();
    await session.clock.advance(5 * MINUTE);
    expect(kinds(session).slice(0, 3)).toEqual(['token', 'probe', 'revoke']);
  });

  it('takes no place behind a wall that refuses both: the old one is not revoked', async () => {
    const session = await renewing();
    await session.checks.check(session.token().id);
    session.gateway.onProbe(() => ok(session.gateway.probed(401, '', null)));
    await session.checks.check(session.token().id);
    expect(session.state()).toBe('refused');
    await session.clock.advance(40 * MINUTE);
    expect(requests(session)).toBe(1);
    expect(kinds(session)).not.toContain('revoke');
    session.gateway.onProbe(() => ok(session.gateway.probed(200)));
    await session.clock.advance(2 * MINUTE);
    expect(kinds(session)).toContain('revoke');
  });

  it.each([401, 200])(
    'that the person revokes while it is checked takes no place and ends no renewal: %i',
    async (status) => {
      const session = await renewing();
      session.gateway.onProbe(async (text) => {
        if (text !== 'token-text-2') return ok(session.gateway.probed(200));
        await session.revocations.revoke(session.token().id);
        return ok(session.gateway.probed(status));
      });
      await session.clock.advance(59 * MINUTE);
      expect(requests(session)).toBe(2);
      expect(renewalOf(session).stoppedAtMs).toBeNull();
      expect(words(session).filter((word) => word === 'token_renewed')).toHaveLength(1);
    },
  );

  it('is not asked for once renewal was switched off while it waited for its turn', async () => {
    const session = await renewing({ scopes: READ });
    const ids = await addCredentials(session, 30);
    await addTokens(
      session,
      ids.map((id) => ({ id: `of-${id}`, credentialId: id, scopes: READ, leftSeconds: 1_800 })),
    );
    for (const id of ids) await session.renewals.turnOn(id, FOREVER);
    session.gateway.onToken(async () => {
      await new Promise<void>((answer) => session.clock.after(40_000, answer));
      return ok(session.gateway.issued());
    });
    session.clock.setWall(session.clock.nowMs() + 28 * MINUTE);
    session.wake();
    await session.clock.advance(31_000);
    expect(requests(session)).toBe(4);
    for (const id of ids) await session.renewals.turnOff(id);
    await session.clock.advance(60_000);
    expect(requests(session)).toBe(4);
  });
});

describe('a new token that is granted less than the one before it', () => {
  /** Both scopes once, one of them from then on. */
  async function narrowing(): Promise<TestSession> {
    const session = await createTestSession();
    let count = 0;
    session.gateway.onToken(() => {
      count += 1;
      return ok(session.gateway.issued({ grantedScopes: count === 1 ? BOTH : READ }));
    });
    await session.requests.request(TRADER, BOTH);
    await session.renewals.turnOn(TRADER, FOREVER);
    return session;
  }
  const isNarrow = ({ grantedScopes }: Token): boolean => grantedScopes?.length === 1;
  const revokedTexts = (session: TestSession): string[] =>
    session.gateway.calls.filter((call) => call.startsWith('revoke'));

  it('takes no place and is revoked: the old one stays the current one', async () => {
    const session = await narrowing();
    const old = session.token().id;
    await session.clock.advance(59 * MINUTE);
    expect(requests(session)).toBeGreaterThan(1);
    expect(revokedTexts(session)).toContain('revoke token-text-2');
    expect(revokedTexts(session)).not.toContain('revoke token-text-1');
    expect(stateById(session, old)).toBe('expiring');
    expect(renewalOf(session).handovers).toEqual([]);
  });

  it('is told as the reason, and ends renewal after three (case 27)', async () => {
    const session = await narrowing();
    await session.clock.advance(180 * MINUTE);
    expect(requests(session)).toBe(4);
    expect(session.renewals.standing(TRADER)).toMatchObject({
      plan: { obstacle: 'stopped' },
      renewal: {
        lastFailure: {
          failure: { code: 'insufficient_scope', facts: { scopes: ['TRADER_TRADE'] } },
        },
      },
    });
    const told = session.noted.filter(({ what }) => what === 'renewal_failed');
    expect(told.map(({ failure }) => failure)).toEqual(['insufficient_scope']);
  });

  it('takes no place after a kill at any moment, and is revoked', async () => {
    const session = await narrowing();
    const saved = savesOf(session);
    while (revokedTexts(session).length === 0) await session.clock.advance(MINUTE);
    for (const { vault, atMs } of saved) {
      const after = await session.restart(vault, createFakeClock(atMs));
      after.gateway.refuseTokens({ code: 'server_error' });
      await after.clock.advance(MINUTE);
      expect(after.gateway.calls).not.toContain('revoke token-text-1');
      const came = after.vault.contents().tokens.filter(isNarrow);
      expect(came.filter(({ revocation }) => revocation?.acceptedAtMs == null)).toEqual([]);
    }
    expect(session.vault.contents().tokens.filter(isNarrow)).not.toEqual([]);
    expect(saved.length).toBeGreaterThan(3);
  });
});

describe('a 401', () => {
  it('brings one new token and one replay (case 89)', async () => {
    const session = await renewing();
    session.gateway.onProbe((text) =>
      ok(session.gateway.probed(text === 'token-text-1' ? 401 : 200)),
    );
    await session.checks.check(session.token().id);
    await session.clock.advance(5_000);
    expect(kinds(session).slice(0, 3)).toEqual(['probe', 'token', 'probe']);
    expect(requests(session)).toBe(1);
    expect(session.state()).toBe('active');
  });

  it('again ends it: two checks, one request (case 90)', async () => {
    const session = await renewing();
    session.gateway.onProbe(() => ok(session.gateway.probed(401)));
    await session.checks.check(session.token().id);
    await session.clock.advance(60 * MINUTE);
    expect(kinds(session)).toEqual(['probe', 'token', 'probe']);
    expect(session.renewals.standing(TRADER)?.plan.obstacle).toBe('stopped');
  });

  it('seen twenty times brings one new token; late for an old one it brings none (case 91)', async () => {
    const session = await renewing();
    const old = session.token().id;
    session.gateway.onProbe((text) =>
      ok(session.gateway.probed(text === 'token-text-1' ? 401 : 200)),
    );
    await Promise.all(Array.from({ length: 20 }, () => session.checks.check(old)));
    await session.clock.advance(5_000);
    expect(requests(session)).toBe(1);
    await session.checks.check(old);
    await session.clock.advance(10 * MINUTE);
    expect(requests(session)).toBe(1);
  });

  it('after the person revoked the token brings no new one (case 92)', async () => {
    const session = await renewing();
    session.gateway.onProbe(() => ok(session.gateway.probed(401)));
    await session.revocations.revoke(session.token().id);
    await session.clock.advance(60 * MINUTE);
    expect(requests(session)).toBe(0);
  });

  it('for a missing scope is no reason for a new token: 403 (case 94)', async () => {
    const session = await renewing();
    session.gateway.onProbe(() => ok(session.gateway.probed(403)));
    await session.checks.check(session.token().id);
    await session.clock.advance(5 * MINUTE);
    expect(requests(session)).toBe(0);
  });

  it('of the token endpoint makes no loop (case 95)', async () => {
    const session = await renewing();
    session.gateway.onProbe(() => ok(session.gateway.probed(401)));
    session.gateway.refuseTokens({ code: 'invalid_client' }, { status: 401 });
    await session.checks.check(session.token().id);
    await session.clock.advance(120 * MINUTE);
    expect(requests(session)).toBe(3);
  });
});

describe('while a token is on its way (case 87)', () => {
  it('a revocation of the old one ends the new one on arrival', async () => {
    const session = await renewing();
    const old = session.token().id;
    session.gateway.onToken(async () => {
      await session.revocations.revoke(old);
      return ok(session.gateway.issued());
    });
    await session.clock.advance(57 * MINUTE);
    expect(session.gateway.calls).toContain('revoke token-text-2');
    expect(renewalOf(session).handovers).toEqual([]);
  });

  it('a stop run freezes what comes, and asks for nothing more', async () => {
    const session = await renewing();
    await session.stops.start({ kind: 'all' });
    await session.clock.advance(120 * MINUTE);
    expect(requests(session)).toBe(0);
    expect(session.renewals.standing(TRADER)?.plan.obstacle).toBe('frozen');
  });

  it('a lock ends it as possibly issued, and unlock goes on without it', async () => {
    const session = await renewing();
    session.gateway.onToken(() => new Promise(() => undefined));
    await session.clock.advance(57 * MINUTE);
    const after = await session.restart();
    await after.clock.advance(2 * MINUTE);
    expect(after.vault.contents().tokens.map(({ issue }) => issue)).toContain('possibly_issued');
    expect(requests(after)).toBe(1);
    expect(after.state()).toBe('active');
  });
});

describe('a kill at any moment (I4)', () => {
  it('leaves one current token and no handover, and asks again only where no answer was saved', async () => {
    const session = await renewing();
    const saved = savesOf(session);
    await session.clock.advance(57 * MINUTE);
    expect(saved.length).toBeGreaterThan(5);
    for (const { vault, atMs } of saved) {
      const arrived = vault.contents().tokens.filter(({ issue }) => issue === 'issued').length;
      const after = await session.restart(vault, createFakeClock(atMs));
      await after.clock.advance(3 * MINUTE);
      const states = after.vault.contents().tokens.map((_, index) => after.state(index));
      expect(states.filter((state) => state === 'active')).toHaveLength(1);
      expect(renewalOf(after).handovers).toEqual([]);
      expect(requests(after)).toBe(arrived > 1 ? 0 : 1);
      expect(after.vault.contents().tokens.every(({ issue }) => issue !== 'requested')).toBe(true);
    }
  });
});

describe('a renewal while a leak plan is open', () => {
  it('gets nothing with the leaked key, and goes on once the plan is closed', async () => {
    const session = await renewing();
    session.gateway.onProbe((text) =>
      ok(session.gateway.probed(text === 'token-text-1' ? 401 : 200)),
    );
    await session.leaks.start(TRADER);
    const run = await session.leaks.revokeAll(TRADER);
    await session.clock.advance(6 * MINUTE);
    if (run.ok) await session.stops.close(run.value);
    await session.requests.request(TRADER, TRADE);
    session.gateway.calls.length = 0;
    await session.clock.advance(58 * MINUTE);
    expect(session.vault.contents().revocationRuns[0]?.closedAtMs).not.toBeNull();
    expect(requests(session)).toBe(0);
    expect(session.renewals.standing(TRADER)?.plan.obstacle).toBe('frozen');
    await session.leaks.close(TRADER);
    await session.clock.advance(2 * MINUTE);
    expect(requests(session)).toBe(1);
  });
});
