// Renewal, make-before-break: when a token is replaced, in which order, and what stops it.
import { describe, expect, it } from 'vitest';
import type { TokenId } from '../../../electron/main/domain/ids.ts';
import { fail, ok } from '../../../electron/main/domain/result.ts';
import type { Renewal } from '../../../electron/main/domain/renewal.ts';
import type { Token } from '../../../electron/main/domain/token.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { addCredentials, addTokens } from '../../support/many-tokens.ts';
import type { MemoryVault } from '../../support/memory-vault.ts';
import { createTestRoom, PARTNER, TRADER, type TestRoom } from '../../support/test-room.ts';

const READ = ['TRADER_READ'] as const;
const TRADE = ['TRADER_TRADE'] as const;
const MINUTE = 60_000;
const FOREVER = { untilMs: null, graceSeconds: 60 };

/** A room whose Trader credential has one token, of an hour unless said otherwise, and is renewed. */
async function renewing(
  options: { readonly scopes?: Token['requestedScopes']; readonly lifetimeSeconds?: number } = {},
): Promise<TestRoom> {
  const { scopes = TRADE, lifetimeSeconds = 3_600 } = options;
  const room = await createTestRoom();
  room.gateway.onToken(() => ok(room.gateway.issued({ lifetimeSeconds })));
  await room.requests.request(TRADER, scopes);
  await room.renewals.turnOn(TRADER, FOREVER);
  room.gateway.calls.length = 0;
  return room;
}

const renewalOf = (room: TestRoom): Renewal => {
  const [renewal] = room.vault.contents().renewals;
  if (renewal === undefined) throw new Error('no renewal');
  return renewal;
};
/** Without what is asked about a token once it was revoked. */
function kinds(room: TestRoom): string[] {
  const revoked = new Set<string>();
  return room.gateway.calls.flatMap((call) => {
    const [kind = '', ...rest] = call.split(' ');
    const text = rest.at(-1) ?? '';
    if (kind === 'revoke') revoked.add(text);
    return kind === 'probe' && revoked.has(text) ? [] : [kind];
  });
}
const requests = (room: TestRoom): number => kinds(room).filter((kind) => kind === 'token').length;
const words = (room: TestRoom): string[] => room.noted.map(({ what }) => what);
const stateById = (room: TestRoom, id: TokenId): string =>
  room.state(room.vault.contents().tokens.findIndex((token) => token.id === id));

describe('a renewal', () => {
  it('asks for the new token before the old one ends, checks it, then revokes the old one', async () => {
    const room = await renewing();
    await room.clock.advance(53 * MINUTE);
    expect(kinds(room)).toEqual([]);
    await room.clock.advance(4 * MINUTE);
    expect(kinds(room).slice(0, 3)).toEqual(['token', 'probe', 'revoke']);
    expect(room.gateway.calls[1]).toBe('probe trader token-text-2');
    expect(room.gateway.calls[2]).toBe('revoke token-text-1');
  });

  it('keeps the old token current until the new one was found to work', async () => {
    const room = await renewing();
    const old = room.token().id;
    let whileChecking = '';
    room.gateway.onProbe((text) => {
      if (text === 'token-text-2') whileChecking = stateById(room, old);
      return ok(room.gateway.probed(200));
    });
    await room.clock.advance(57 * MINUTE);
    expect(whileChecking).toBe('expiring');
  });

  it('lets the old token live on for the grace', async () => {
    const room = await renewing();
    const old = room.token().id;
    room.gateway.onProbe(() => ok(room.gateway.probed(200)));
    await room.renewals.turnOn(TRADER, { untilMs: null, graceSeconds: 120 });
    let handedOver = 0;
    for (let second = 0; second < 4_000 && handedOver === 0; second += 1) {
      await room.clock.advance(1_000);
      handedOver = renewalOf(room).handovers[0]?.handedOverAtMs ?? 0;
    }
    await room.clock.advance(handedOver + 119_000 - room.clock.nowMs());
    expect(stateById(room, old)).toBe('superseded');
    await room.clock.advance(2_000);
    expect(kinds(room)).toContain('revoke');
    expect(renewalOf(room).handovers).toEqual([]);
  });

  it.each([
    ['answers at last', 20_000, 0],
    ['never answers', null, 4],
  ] as const)('asks with a few at once where a host hangs and %s', async (_how, afterMs, hang) => {
    const room = await createTestRoom();
    const ids = await addCredentials(room, 40);
    await addTokens(
      room,
      ids.map((id) => ({ id: `old-${id}`, credentialId: id, leftSeconds: 600 })),
    );
    for (const id of ids) await room.renewals.turnOn(id, FOREVER);
    let open = 0;
    let most = 0;
    room.gateway.onProbe(async (text) => {
      if (text.startsWith('text-old')) return ok(room.gateway.probed(401));
      open += 1;
      most = Math.max(most, open);
      await new Promise<void>((resume) => {
        if (afterMs !== null) room.clock.after(afterMs, resume);
      });
      open -= 1;
      return ok(room.gateway.probed(200));
    });
    await room.clock.advance(9 * MINUTE + 50_000);
    expect(requests(room)).toBe(40);
    expect(most).toBe(4);
    // Whoever had no turn is handed over unasked while the token before still lives.
    const handed = room.vault.contents().renewals.flatMap(({ handovers }) => handovers);
    const waiting = handed.filter(({ handedOverAtMs }) => handedOverAtMs === null);
    expect(waiting).toHaveLength(hang);
  });

  it('does not ask a read-only token, which no call can check', async () => {
    const room = await renewing({ scopes: READ });
    await room.clock.advance(58 * MINUTE);
    expect(kinds(room)).toEqual(['token', 'revoke']);
  });

  it('leaves a Partner token to expire: no call revokes it (case 107)', async () => {
    const room = await createTestRoom();
    await room.requests.request(PARTNER, []);
    await room.renewals.turnOn(PARTNER, FOREVER);
    await room.clock.advance(59 * MINUTE);
    expect(kinds(room)).toEqual(['token', 'token', 'probe']);
    expect(renewalOf(room).handovers).toEqual([]);
  });

  it('goes on from token to token', async () => {
    const room = await renewing({ scopes: READ });
    await room.clock.advance(10 * 60 * MINUTE);
    expect(requests(room)).toBe(10);
  });

  it('is noted in the history, by the app', async () => {
    const room = await renewing();
    await room.clock.advance(57 * MINUTE);
    const told = room.noted.filter(({ by }) => by === 'app').map(({ what }) => what);
    expect(told.slice(0, 5)).toEqual([
      'token_received',
      'token_checked',
      'token_renewed',
      'revoke_asked',
      'revoke_accepted',
    ]);
  });

  it('is off by default: the token ends, and nothing is asked (case 93)', async () => {
    const room = await createTestRoom();
    await room.requests.request(TRADER, TRADE);
    await room.clock.advance(90 * MINUTE);
    expect(requests(room)).toBe(1);
    expect(room.state()).toBe('expired');
  });

  it('renews the tokens of different scopes side by side', async () => {
    const room = await renewing({ scopes: READ });
    await room.requests.request(TRADER, TRADE);
    await room.clock.advance(58 * MINUTE);
    expect(room.gateway.calls.filter((call) => call.startsWith('token')).toSorted()).toEqual([
      'token trader TRADER_READ',
      'token trader TRADER_TRADE',
      'token trader TRADER_TRADE',
    ]);
  });
});

describe('the stop date', () => {
  it('ends renewal, and the token that is left expires', async () => {
    const room = await renewing({ scopes: READ });
    const untilMs = room.clock.nowMs() + 8 * 60 * MINUTE;
    await room.renewals.turnOn(TRADER, { untilMs, graceSeconds: 60 });
    await room.clock.advance(12 * 60 * MINUTE);
    expect(requests(room)).toBe(8);
    expect(room.renewals.standing(TRADER)?.plan.obstacle).toBe('ended');
  });

  it('is not put off by a clock that was set back (case 112)', async () => {
    const room = await renewing({ scopes: READ });
    const untilMs = room.clock.nowMs() + 30 * MINUTE;
    await room.renewals.turnOn(TRADER, { untilMs, graceSeconds: 60 });
    room.clock.setWall(room.clock.nowMs() - 24 * 60 * MINUTE);
    await room.clock.advance(31 * MINUTE);
    expect(room.renewals.standing(TRADER)?.plan.obstacle).toBe('ended');
  });

  it('lets a handover that has begun come to its end', async () => {
    const room = await renewing({ scopes: READ });
    room.gateway.onToken(async () => {
      await room.renewals.turnOff(TRADER);
      return ok(room.gateway.issued());
    });
    await room.clock.advance(60 * MINUTE);
    expect(kinds(room)).toEqual(['token', 'revoke']);
    await room.clock.advance(120 * MINUTE);
    expect(requests(room)).toBe(1);
  });
});

describe('a renewal that fails', () => {
  it('keeps the working token and tries again', async () => {
    const room = await renewing();
    const old = room.token().id;
    room.gateway.onToken(() =>
      fail(
        room.gateway.failure({ code: 'connect_refused', possiblyDone: false }, { status: null }),
      ),
    );
    await room.clock.advance(57 * MINUTE);
    expect(stateById(room, old)).toBe('expiring');
    expect(requests(room)).toBeGreaterThanOrEqual(2);
    expect(renewalOf(room).lastFailure?.failure.code).toBe('connect_refused');
    room.gateway.onToken(() => ok(room.gateway.issued()));
    await room.clock.advance(5 * MINUTE);
    expect(renewalOf(room).lastFailure).toBeNull();
  });

  it('stops after three refusals and says so (case 44)', async () => {
    const room = await renewing();
    room.gateway.onToken(() =>
      fail(room.gateway.failure({ code: 'invalid_client' }, { status: 401 })),
    );
    await room.clock.advance(180 * MINUTE);
    expect(requests(room)).toBe(3);
    expect(room.renewals.standing(TRADER)?.plan.obstacle).toBe('stopped');
    expect(words(room).filter((word) => word === 'renewal_stopped')).toHaveLength(1);
    expect(words(room).filter((word) => word === 'renewal_failed')).toHaveLength(1);
  });

  it('goes on where a captive portal stood in the way, however often', async () => {
    const room = await renewing();
    const old = room.token().id;
    room.gateway.onToken(() =>
      fail(room.gateway.failure({ code: 'tls_unknown_authority', possiblyDone: false })),
    );
    await room.clock.advance(59 * MINUTE + 55_000);
    expect(requests(room)).toBeGreaterThanOrEqual(4);
    expect(renewalOf(room)).toMatchObject({ refusals: 0, stoppedAtMs: null });
    room.gateway.onToken(() => ok(room.gateway.issued()));
    room.renewals.wake();
    await room.clock.advance(2 * MINUTE);
    expect(room.token().id).not.toBe(old);
  });

  it('stops after three odd answers that may each have minted', async () => {
    const room = await renewing();
    room.gateway.onToken(() =>
      fail(room.gateway.failure({ code: 'not_json', possiblyDone: true }, { status: 200 })),
    );
    await room.clock.advance(180 * MINUTE);
    expect(requests(room)).toBe(3);
    expect(room.renewals.standing(TRADER)?.plan.obstacle).toBe('stopped');
  });

  it('starts again once the person got a token', async () => {
    const room = await renewing();
    room.gateway.onToken(() =>
      fail(room.gateway.failure({ code: 'invalid_scope' }, { status: 400 })),
    );
    await room.clock.advance(120 * MINUTE);
    room.gateway.onToken(() => ok(room.gateway.issued()));
    await room.requests.request(TRADER, TRADE);
    expect(room.renewals.standing(TRADER)?.plan.obstacle).toBeNull();
  });

  it.each([
    ['Trader', TRADER, TRADE],
    ['Partner', PARTNER, []],
  ] as const)('of a %s tries at once where it is switched on again', async (_type, id, scopes) => {
    const room = await createTestRoom();
    await room.requests.request(id, scopes);
    await room.renewals.turnOn(id, FOREVER);
    room.gateway.onToken(() =>
      fail(room.gateway.failure({ code: 'server_error' }, { status: 500 })),
    );
    for (let second = 0; second < 3_600 && requests(room) < 4; second += 1) {
      await room.clock.advance(1_000);
    }
    room.gateway.onToken(() => ok(room.gateway.issued()));
    await room.renewals.turnOn(id, FOREVER);
    await room.clock.advance(1_000);
    expect(requests(room)).toBe(5);
  });

  it('waits as long as the server asks (case 80)', async () => {
    const room = await renewing();
    room.gateway.onToken(() =>
      fail(
        room.gateway.failure(
          { code: 'rate_limited', possiblyDone: false, retryAfterMs: 4 * MINUTE },
          { status: 429 },
        ),
      ),
    );
    await room.clock.advance(54 * MINUTE);
    const leftMs: number[] = [];
    room.gateway.onToken(() => {
      leftMs.push(room.clock.nowMs());
      return fail(
        room.gateway.failure(
          { code: 'rate_limited', possiblyDone: false, retryAfterMs: 4 * MINUTE },
          { status: 429 },
        ),
      );
    });
    await room.clock.advance(30 * MINUTE);
    for (const [index, atMs] of leftMs.slice(1).entries()) {
      expect(atMs - leftMs[index]!).toBeGreaterThanOrEqual(4 * MINUTE);
    }
  });

  it('waits twice as long each time where a busy server names no time (case 82)', async () => {
    const room = await renewing();
    const atMs: number[] = [];
    room.gateway.onToken(() => {
      atMs.push(room.clock.monotonicMs());
      return fail(
        room.gateway.failure({ code: 'rate_limited', possiblyDone: false }, { status: 429 }),
      );
    });
    await room.clock.advance(60 * MINUTE);
    const pausesMs = atMs.slice(1).map((each, index) => each - atMs[index]!);
    expect(pausesMs.length).toBeGreaterThan(1);
    for (const [index, pauseMs] of pausesMs.entries()) {
      expect(pauseMs).toBeGreaterThanOrEqual(Math.max(5_000, 2 * (pausesMs[index - 1] ?? 0)));
    }
  });

  it('tries nothing while the vault refuses to save', async () => {
    const room = await renewing();
    room.vault.failWith({ code: 'read_only' });
    await room.clock.advance(70 * MINUTE);
    expect(requests(room)).toBe(0);
  });

  it('for want of a network is tried again soon after that is back', async () => {
    const room = await renewing({ scopes: READ });
    room.gateway.onToken(() =>
      fail(room.gateway.failure({ code: 'name_not_found', possiblyDone: false }, { status: null })),
    );
    await room.clock.advance(4 * 60 * MINUTE);
    const before = requests(room);
    while (requests(room) === before) await room.clock.advance(1_000);
    room.gateway.onToken(() => ok(room.gateway.issued()));
    room.wake();
    // Its host is left alone for half a minute after the last failure (case 88).
    await room.clock.advance(2 * MINUTE);
    expect(requests(room) - before).toBe(2);
    expect(room.renewals.standing(TRADER)?.renewal.lastFailure).toBeNull();
  });

  it('says so while the vault refuses to save, and no longer once it worked', async () => {
    const room = await renewing({ scopes: READ });
    const failure = (): string | undefined =>
      room.renewals.standing(TRADER)?.renewal.lastFailure?.failure.code;
    room.vault.failWith({ code: 'disk_full' });
    await room.clock.advance(58 * MINUTE);
    expect(failure()).toBe('disk_full');
    room.vault.failWith(null);
    await room.clock.advance(5 * MINUTE);
    expect(requests(room)).toBe(1);
    expect(failure()).toBeUndefined();
  });

  it('to save what came hands it over once it is saved', async () => {
    const room = await renewing();
    const { change } = room.vault;
    let refuses = 1;
    const once: typeof change = (each) => {
      if (each.seal === undefined || refuses === 0) return change(each);
      refuses -= 1;
      return Promise.resolve(fail({ code: 'disk_full' }));
    };
    Object.assign(room.vault, { change: once });
    await room.clock.advance(60 * MINUTE);
    expect(kinds(room).slice(0, 3)).toEqual(['token', 'probe', 'revoke']);
    expect(room.gateway.calls[2]).toBe('revoke token-text-1');
    expect(room.renewals.standing(TRADER)?.renewal.lastFailure).toBeNull();
  });

  it('to save what a check said does not ask every few seconds all night', async () => {
    const room = await renewing();
    room.gateway.onProbe(() => {
      room.vault.failWith({ code: 'disk_full' });
      return ok(room.gateway.probed(200));
    });
    await room.clock.advance(8 * 60 * MINUTE);
    expect(kinds(room).filter((kind) => kind === 'probe').length).toBeLessThan(8 * 60);
  });

  it('without a request, while its host is left alone, saves that once', async () => {
    const room = await renewing({ scopes: READ });
    const ids = await addCredentials(room, 20);
    await addTokens(
      room,
      ids.map((id) => ({ id: `of-${id}`, credentialId: id, scopes: READ })),
    );
    for (const id of ids) await room.renewals.turnOn(id, FOREVER);
    room.gateway.onToken(() =>
      fail(
        room.gateway.failure({ code: 'connect_refused', possiblyDone: false }, { status: null }),
      ),
    );
    await room.clock.advance(2 * 60 * MINUTE);
    const failures = room.vault.contents().renewals.map(({ lastFailure }) => lastFailure);
    const [saves, asked] = [room.vault.saves(), requests(room)];
    await room.clock.advance(2 * 60 * MINUTE);
    // A request is written down before it leaves, what came of it after it, and what of it is over.
    expect(room.vault.saves() - saves).toBeLessThanOrEqual(4 * (requests(room) - asked));
    const told = ids.map((id) => room.renewals.standing(id)?.renewal.lastFailure?.atMs ?? 0);
    expect(room.clock.nowMs() - Math.min(...told)).toBeLessThanOrEqual(6 * MINUTE);
    expect(failures).not.toContain(null);
  });

  it('does not ask again and again for a token that is over as it comes (case 18)', async () => {
    const room = await renewing();
    room.gateway.onToken(() => ok(room.gateway.issued({ lifetimeSeconds: 0 })));
    await room.clock.advance(120 * MINUTE);
    expect(requests(room)).toBe(3);
  });

  it('asks at most once in 30 s for tokens that live shorter (case 21)', async () => {
    const room = await renewing({ scopes: READ, lifetimeSeconds: 10 });
    await room.clock.advance(10 * MINUTE);
    expect(requests(room)).toBeLessThanOrEqual(21);
    expect(requests(room)).toBeGreaterThan(15);
  });

  it('sets no timer where nobody knows when the token ends (case 15)', async () => {
    const room = await createTestRoom();
    room.gateway.onToken(() => ok(room.gateway.issued({ lifetimeSeconds: null })));
    await room.requests.request(TRADER, TRADE);
    await room.renewals.turnOn(TRADER, FOREVER);
    await room.clock.advance(48 * 60 * MINUTE);
    expect(requests(room)).toBe(1);
  });
});

describe('the new token', () => {
  it('becomes the current one unchecked just before the old one ends, where no check answers', async () => {
    const room = await renewing();
    room.gateway.onProbe(() => ok(room.gateway.probed(500)));
    await room.clock.advance(59 * MINUTE + 20_000);
    expect(stateById(room, room.token(0).id)).toBe('active');
    expect(stateById(room, room.token(1).id)).toBe('expiring');
    await room.clock.advance(30_000);
    expect(stateById(room, room.token(1).id)).toBe('superseded');
  });

  it.each([401, 200])(
    'that the person revokes while it is checked takes no place and ends no renewal: %i',
    async (status) => {
      const room = await renewing();
      room.gateway.onProbe(async (text) => {
        if (text !== 'token-text-2') return ok(room.gateway.probed(200));
        await room.revocations.revoke(room.token().id);
        return ok(room.gateway.probed(status));
      });
      await room.clock.advance(59 * MINUTE);
      expect(requests(room)).toBe(2);
      expect(renewalOf(room).stoppedAtMs).toBeNull();
      expect(words(room).filter((word) => word === 'token_renewed')).toHaveLength(1);
    },
  );

  it('is not asked for once renewal was switched off while it waited for its turn', async () => {
    const room = await renewing({ scopes: READ });
    const ids = await addCredentials(room, 30);
    await addTokens(
      room,
      ids.map((id) => ({ id: `of-${id}`, credentialId: id, scopes: READ, leftSeconds: 1_800 })),
    );
    for (const id of ids) await room.renewals.turnOn(id, FOREVER);
    room.gateway.onToken(async () => {
      await new Promise<void>((answer) => room.clock.after(40_000, answer));
      return ok(room.gateway.issued());
    });
    room.clock.setWall(room.clock.nowMs() + 28 * MINUTE);
    room.wake();
    await room.clock.advance(31_000);
    expect(requests(room)).toBe(4);
    for (const id of ids) await room.renewals.turnOff(id);
    await room.clock.advance(60_000);
    expect(requests(room)).toBe(4);
  });
});

describe('a 401', () => {
  it('brings one new token and one replay (case 89)', async () => {
    const room = await renewing();
    room.gateway.onProbe((text) => ok(room.gateway.probed(text === 'token-text-1' ? 401 : 200)));
    await room.checks.check(room.token().id);
    await room.clock.advance(5_000);
    expect(kinds(room).slice(0, 3)).toEqual(['probe', 'token', 'probe']);
    expect(requests(room)).toBe(1);
    expect(room.state()).toBe('active');
  });

  it('again ends it: two checks, one request (case 90)', async () => {
    const room = await renewing();
    room.gateway.onProbe(() => ok(room.gateway.probed(401)));
    await room.checks.check(room.token().id);
    await room.clock.advance(60 * MINUTE);
    expect(kinds(room)).toEqual(['probe', 'token', 'probe']);
    expect(room.renewals.standing(TRADER)?.plan.obstacle).toBe('stopped');
  });

  it('seen twenty times brings one new token; late for an old one it brings none (case 91)', async () => {
    const room = await renewing();
    const old = room.token().id;
    room.gateway.onProbe((text) => ok(room.gateway.probed(text === 'token-text-1' ? 401 : 200)));
    await Promise.all(Array.from({ length: 20 }, () => room.checks.check(old)));
    await room.clock.advance(5_000);
    expect(requests(room)).toBe(1);
    await room.checks.check(old);
    await room.clock.advance(10 * MINUTE);
    expect(requests(room)).toBe(1);
  });

  it('after the person revoked the token brings no new one (case 92)', async () => {
    const room = await renewing();
    room.gateway.onProbe(() => ok(room.gateway.probed(401)));
    await room.revocations.revoke(room.token().id);
    await room.clock.advance(60 * MINUTE);
    expect(requests(room)).toBe(0);
  });

  it('for a missing scope is no reason for a new token: 403 (case 94)', async () => {
    const room = await renewing();
    room.gateway.onProbe(() => ok(room.gateway.probed(403)));
    await room.checks.check(room.token().id);
    await room.clock.advance(5 * MINUTE);
    expect(requests(room)).toBe(0);
  });

  it('of the token endpoint makes no loop (case 95)', async () => {
    const room = await renewing();
    room.gateway.onProbe(() => ok(room.gateway.probed(401)));
    room.gateway.onToken(() =>
      fail(room.gateway.failure({ code: 'invalid_client' }, { status: 401 })),
    );
    await room.checks.check(room.token().id);
    await room.clock.advance(120 * MINUTE);
    expect(requests(room)).toBe(3);
  });
});

describe('while a token is on its way (case 87)', () => {
  it('a revocation of the old one ends the new one on arrival', async () => {
    const room = await renewing();
    const old = room.token().id;
    room.gateway.onToken(async () => {
      await room.revocations.revoke(old);
      return ok(room.gateway.issued());
    });
    await room.clock.advance(57 * MINUTE);
    expect(room.gateway.calls).toContain('revoke token-text-2');
    expect(renewalOf(room).handovers).toEqual([]);
  });

  it('a stop run freezes what comes, and asks for nothing more', async () => {
    const room = await renewing();
    await room.stops.start({ kind: 'all' });
    await room.clock.advance(120 * MINUTE);
    expect(requests(room)).toBe(0);
    expect(room.renewals.standing(TRADER)?.plan.obstacle).toBe('frozen');
  });

  it('a lock ends it as possibly issued, and unlock goes on without it', async () => {
    const room = await renewing();
    room.gateway.onToken(() => new Promise(() => undefined));
    await room.clock.advance(57 * MINUTE);
    const after = await room.restart();
    await after.clock.advance(2 * MINUTE);
    expect(after.vault.contents().tokens.map(({ issue }) => issue)).toContain('possibly_issued');
    expect(requests(after)).toBe(1);
    expect(after.state()).toBe('active');
  });
});

describe('a kill at any moment (I4)', () => {
  it('leaves one current token and no handover, and asks again only where no answer was saved', async () => {
    const room = await renewing();
    const saved: { readonly vault: MemoryVault; readonly atMs: number }[] = [];
    const { change } = room.vault;
    Object.assign(room.vault, {
      change: async (asked: Parameters<typeof change>[0]) => {
        const result = await change(asked);
        saved.push({ vault: room.vault.copy(), atMs: room.clock.nowMs() });
        return result;
      },
    });
    await room.clock.advance(57 * MINUTE);
    expect(saved.length).toBeGreaterThan(5);
    for (const { vault, atMs } of saved) {
      const arrived = vault.contents().tokens.filter(({ issue }) => issue === 'issued').length;
      const after = await room.restart(vault, createFakeClock(atMs));
      await after.clock.advance(3 * MINUTE);
      const states = after.vault.contents().tokens.map((_, index) => after.state(index));
      expect(states.filter((state) => state === 'active')).toHaveLength(1);
      expect(renewalOf(after).handovers).toEqual([]);
      expect(requests(after)).toBe(arrived > 1 ? 0 : 1);
      expect(after.vault.contents().tokens.every(({ issue }) => issue !== 'requested')).toBe(true);
    }
  });
});
