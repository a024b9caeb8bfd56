// The proof of death where a refusal says nothing about its token: a control over the same way, and introspection.
import { describe, expect, it } from 'vitest';
import { ok } from '../../../../electron/main/domain/result.ts';
import type { TokenId } from '../../../../electron/main/domain/ids.ts';
import type { Token } from '../../../../electron/main/domain/token.ts';
import { settle } from '../../../support/fake-clock.ts';
import { addTokens, changeRows } from '../../../support/many-tokens.ts';
import {
  createTestSession,
  PARTNER,
  TRADER,
  type TestSession,
} from '../../../support/test-session.ts';

const WINDOW_MS = 5 * 60_000;
const DYING = 'dying' as TokenId;
const WORKING = 'working' as TokenId;

type Scopes = Token['requestedScopes'];
/** What the dying token may, and what the working one beside it may. */
const otherRights: readonly (readonly [Scopes, Scopes])[] = [
  [['TRADER_READ'], ['TRADER_TRADE']],
  [['TRADER_READ'], ['TRADER_READ', 'TRADER_TRADE']],
  [['TRADER_READ', 'TRADER_TRADE'], ['TRADER_TRADE']],
  [['TRADER_TRADE'], ['TRADER_READ', 'TRADER_TRADE']],
];

const found = (session: TestSession, id: TokenId) =>
  session.vault.contents().tokens.find((each) => each.id === id)!;
const asked = (session: TestSession, text: string): number =>
  session.gateway.calls.filter((call) => call.startsWith('probe') && call.includes(text)).length;

/** A checked token that is revoked, and what the call shows from then on: of it, and of any other. */
async function revoked(
  now: { readonly other: 'taken' | 'refused' | 'named'; readonly dead?: boolean },
  ids: readonly TokenId[] = [DYING, WORKING],
): Promise<TestSession> {
  const session = await createTestSession();
  await addTokens(
    session,
    ids.map((id) => ({ id, part: {} })),
  );
  await session.checks.check(DYING);
  session.gateway.onProbe((text) => {
    const { probed } = session.gateway;
    if (text === 'text-dying' && now.dead === false) return ok(probed(200));
    if (text === 'text-dying' || now.other === 'refused') return ok(probed(401, '', null));
    return ok(now.other === 'taken' ? probed(200) : probed(401));
  });
  await session.revocations.revoke(DYING);
  await settle();
  return session;
}

const stateOfDying = (session: TestSession) =>
  session.state(session.vault.contents().tokens.findIndex(({ id }) => id === DYING));

describe('a proof of death', () => {
  it('is made by a token of the credential that works over the same way', async () => {
    const session = await revoked({ other: 'taken' });
    await session.clock.advance(WINDOW_MS + 60_000);
    expect(stateOfDying(session)).toBe('verified');
    expect(found(session, DYING).revocation?.evidence).toBe('control');
  });

  it('is not made where a wall began since: the control is refused too', async () => {
    const session = await revoked({ other: 'refused' });
    await session.clock.advance(3 * WINDOW_MS);
    expect(stateOfDying(session)).not.toBe('verified');
    expect(found(session, DYING).revocation).toMatchObject({ refusals: 0, verifiedAtMs: null });
    expect(found(session, DYING).lastCheck?.control).toBe('other_not_taken');
  });

  it('is not made by checks of the person behind such a wall', async () => {
    const session = await revoked({ other: 'refused' });
    for (let check = 0; check < 4; check += 1) {
      await session.checks.check(DYING);
      await session.clock.advance(WINDOW_MS);
    }
    expect(stateOfDying(session)).not.toBe('verified');
  });

  it('asks no control for a token that is taken', async () => {
    const session = await revoked({ other: 'taken', dead: false });
    await session.clock.advance(60_000);
    expect(asked(session, 'text-working')).toBe(0);
  });

  it('asks a control that is refused by name no more, and notes that', async () => {
    const session = await revoked({ other: 'named' });
    await session.clock.advance(WINDOW_MS + 60_000);
    expect(asked(session, 'text-working')).toBe(1);
    expect(found(session, WORKING).refusedAtMs).not.toBeNull();
    expect(stateOfDying(session)).toBe('not_verifiable');
  });

  it('is not made by a change alone: a wall may have begun with the press', async () => {
    const session = await revoked({ other: 'refused' }, [DYING]);
    await session.clock.advance(3 * WINDOW_MS);
    expect(found(session, DYING).lastCheck).toMatchObject({
      outcome: 'refused',
      evidence: 'changed',
    });
    expect(found(session, DYING).revocation).toMatchObject({ refusals: 0, verifiedAtMs: null });
    expect(stateOfDying(session)).toBe('not_verifiable');
  });

  it.each([
    ['later than twenty seconds', 21_000, {}],
    ['over another way', 0, { proxy: 'proxy.test:8080' }],
  ])('is not made by a control that is taken %s', async (_how, afterMs, facts) => {
    const session = await revoked({ other: 'taken' });
    const { probed } = session.gateway;
    session.gateway.onProbe(async (text) => {
      if (text === 'text-dying') return ok(probed(401, '', null));
      await new Promise<void>((resume) => session.clock.after(afterMs, resume));
      const taken = probed(200);
      return ok({ ...taken, facts: { ...taken.facts, ...facts } });
    });
    await session.clock.advance(3 * WINDOW_MS);
    expect(found(session, DYING).lastCheck?.control).toBe('other_not_taken');
    expect(stateOfDying(session)).not.toBe('verified');
  });

  it.each(otherRights)('of a token for %j is not made by one for %j', async (mine, theirs) => {
    const session = await createTestSession();
    await addTokens(session, [
      { id: DYING, scopes: mine },
      { id: WORKING, scopes: theirs },
    ]);
    const { probed } = session.gateway;
    const lacksScope = 'Bearer error="insufficient_scope"';
    const isTaken = mine.includes('TRADER_TRADE');
    session.gateway.onProbe(() => ok(isTaken ? probed(200) : probed(403, '{}', lacksScope)));
    await session.checks.check(DYING);
    expect(found(session, DYING).baselines).toHaveLength(1);
    session.gateway.onProbe((text) =>
      ok(text === 'text-dying' ? probed(401, '', null) : probed(200)),
    );
    await session.revocations.revoke(DYING);
    await session.clock.advance(3 * WINDOW_MS);
    expect(found(session, DYING).lastCheck).toMatchObject({
      outcome: 'refused',
      evidence: 'changed',
    });
    expect(found(session, DYING).revocation).toMatchObject({ refusals: 0, verifiedAtMs: null });
    expect([stateOfDying(session), asked(session, 'text-working')]).toEqual(['not_verifiable', 0]);
  });

  it('of a Partner is not made by a token from before its key was revoked', async () => {
    const session = await createTestSession();
    const part = { credentialId: PARTNER, scopes: [] };
    await addTokens(session, [
      { id: DYING, ...part },
      { id: WORKING, ...part },
    ]);
    await session.checks.check(DYING);
    session.gateway.onProbe((text) => {
      const { probed } = session.gateway;
      return ok(text === 'text-dying' ? probed(401, '', null) : probed(200));
    });
    await session.plans.keyRevoked(DYING);
    await session.clock.advance(3 * WINDOW_MS);
    expect(found(session, DYING).lastCheck?.evidence).toBe('changed');
    expect(stateOfDying(session)).not.toBe('verified');
  });

  it('never takes a token that is being revoked as its control', async () => {
    const session = await revoked({ other: 'taken' });
    await session.revocations.revoke(WORKING);
    await settle();
    session.gateway.calls.length = 0;
    await session.clock.advance(2_000);
    expect(found(session, DYING).lastCheck?.evidence).toBe('changed');
  });
});

describe('introspection', () => {
  /** Configured, with a call that says nothing of the token once it is revoked. */
  async function configured(
    after: 'active' | 'inactive' | 'unknown asker',
    other: 'active' | 'inactive' | 'none' = 'active',
    scopes: Scopes = ['TRADER_TRADE'],
  ): Promise<TestSession> {
    const session = await createTestSession();
    const introspection = { path: '/introspect', authentication: 'client_secret_basic' } as const;
    await changeRows(session, 'environments', { introspection });
    const ids = other === 'none' ? [DYING] : [DYING, WORKING];
    await addTokens(
      session,
      ids.map((id) => (id === DYING ? { id, scopes } : { id })),
    );
    session.gateway.onProbe(() => ok(session.gateway.probed(401, '', 'Basic realm="wall"')));
    let isRevoked = false;
    session.gateway.onIntrospection((text) => {
      const { probed } = session.gateway;
      if (isRevoked && after === 'unknown asker') return ok(probed(401, ''));
      const says = text === 'text-working' ? other : after;
      return ok(probed(200, JSON.stringify({ active: !isRevoked || says === 'active' })));
    });
    await session.revocations.revoke(DYING);
    await settle();
    isRevoked = true;
    return session;
  }

  it('that said active before and says not active since, but of another token, proves the death', async () => {
    const session = await configured('inactive');
    await session.clock.advance(WINDOW_MS - 10_000);
    expect(session.state()).toBe('confirming');
    await session.clock.advance(60_000);
    expect(session.state()).toBe('verified');
    expect(found(session, DYING).revocation?.evidence).toBe('introspection');
  });

  it.each([
    ['every token', 'inactive', ['TRADER_TRADE']],
    ['the only token', 'none', ['TRADER_TRADE']],
    ['a reading token, and active of one for trading alone', 'active', ['TRADER_READ']],
    ['one for both, and active of one for trading', 'active', ['TRADER_READ', 'TRADER_TRADE']],
  ] as const)('that says not active of %s proves nothing', async (_name, other, scopes) => {
    const session = await configured('inactive', other, scopes);
    await session.clock.advance(3 * WINDOW_MS);
    expect(session.state()).toBe('not_verifiable');
    expect(found(session, DYING).revocation).toMatchObject({ refusals: 0, verifiedAtMs: null });
  });

  it.each([
    ['pressed often', 4],
    ['left alone', 0],
  ] as const)(
    'that says active beats refusals held against a control, with the check %s',
    async (_name, presses) => {
      const session = await configured('active');
      session.gateway.onProbe((text) =>
        ok(session.gateway.probed(text === 'text-dying' ? 401 : 200, '{}', null)),
      );
      for (let press = 0; press < presses; press += 1) {
        await session.checks.check(DYING);
        await session.clock.advance(10_000);
      }
      await session.clock.advance(3 * WINDOW_MS);
      expect(session.state()).toBe('still_honoured');
    },
  );

  it('that still says active raises the alarm, whatever the wall answers', async () => {
    const session = await configured('active');
    await session.clock.advance(WINDOW_MS + 120_000);
    expect(session.state()).toBe('still_honoured');
  });

  it('that refuses who asks shows nothing', async () => {
    const session = await configured('unknown asker');
    await session.clock.advance(WINDOW_MS + 120_000);
    expect(session.state()).not.toBe('verified');
    expect(found(session, DYING).revocation?.refusals).toBe(0);
  });

  it('is asked as the credential itself, and not at all where nobody configured it', async () => {
    const session = await configured('inactive');
    expect(session.gateway.calls).toContain(`introspect as client-${TRADER} text-dying`);
    const without = await revoked({ other: 'refused' });
    await without.clock.advance(60_000);
    expect(without.gateway.calls.some((call) => call.startsWith('introspect'))).toBe(false);
  });
});

describe('a token that works although its revocation was accepted', () => {
  /** Seen to work after the window; then the server does what it says. */
  async function outlived(): Promise<TestSession> {
    const session = await createTestSession();
    await addTokens(session, [{ id: DYING, part: {} }]);
    await session.revocations.revoke(DYING);
    await session.clock.advance(WINDOW_MS + 120_000);
    expect(session.state()).toBe('still_honoured');
    session.gateway.calls.length = 0;
    session.gateway.onProbe(() => ok(session.gateway.probed(401)));
    return session;
  }
  const revokes = (session: TestSession): string[] =>
    session.gateway.calls.filter((call) => call.startsWith('revoke'));

  it.each([
    ['its row', (session: TestSession) => session.revocations.revoke(DYING)],
    ['"Revoke everything"', (session: TestSession) => session.stops.start({ kind: 'all' })],
  ])('is revoked again by a press of %s', async (_name, press) => {
    const session = await outlived();
    expect(await press(session)).toMatchObject({ ok: true });
    await settle();
    expect(revokes(session)).toEqual(['revoke text-dying']);
    expect(session.state()).toBe('propagating');
  });

  it('has a propagation window of its own after that', async () => {
    const session = await outlived();
    await session.revocations.revoke(DYING);
    await session.clock.advance(WINDOW_MS - 1_000);
    expect(session.state()).toBe('confirming');
    await session.clock.advance(10_000);
    expect(session.state()).toBe('verified');
  });

  it('is asked about by one row of questions, and not by that of the first one too', async () => {
    const session = await outlived();
    await session.revocations.revoke(DYING);
    await session.clock.advance(WINDOW_MS - 1_000);
    expect(asked(session, 'text-dying')).toBe(4);
  });

  it('is not revoked again by anybody but the person', async () => {
    const session = await outlived();
    session.gateway.onProbe(() => ok(session.gateway.probed(200)));
    await session.clock.advance(3 * WINDOW_MS);
    expect(revokes(session)).toEqual([]);
  });

  it('is not revoked again while the first window lasts', async () => {
    const session = await createTestSession();
    await addTokens(session, [{ id: DYING, part: {} }]);
    await session.revocations.revoke(DYING);
    await session.clock.advance(10_000);
    await session.revocations.revoke(DYING);
    await settle();
    expect(revokes(session)).toHaveLength(1);
  });
});
