// The proof of death where a refusal says nothing about its token: a control over the same way, and introspection.
import { describe, expect, it } from 'vitest';
import { ok } from '../../../../electron/main/domain/result.ts';
import type { TokenId } from '../../../../electron/main/domain/ids.ts';
import { settle } from '../../../support/fake-clock.ts';
import { addTokens } from '../../../support/many-tokens.ts';
import { createTestRoom, TRADER, type TestRoom } from '../../../support/test-room.ts';

const WINDOW_MS = 5 * 60_000;
const DYING = 'dying' as TokenId;
const WORKING = 'working' as TokenId;

const found = (room: TestRoom, id: TokenId) =>
  room.vault.contents().tokens.find((each) => each.id === id)!;
const asked = (room: TestRoom, text: string): number =>
  room.gateway.calls.filter((call) => call.startsWith('probe') && call.includes(text)).length;

/** A checked token that is revoked, and what the call shows from then on: of it, and of any other. */
async function revoked(
  now: { readonly other: 'taken' | 'refused' | 'named'; readonly dead?: boolean },
  ids: readonly TokenId[] = [DYING, WORKING],
): Promise<TestRoom> {
  const room = await createTestRoom();
  await addTokens(
    room,
    ids.map((id) => ({ id, part: {} })),
  );
  await room.checks.check(DYING);
  room.gateway.onProbe((text) => {
    const { probed } = room.gateway;
    if (text === 'text-dying' && now.dead === false) return ok(probed(200));
    if (text === 'text-dying' || now.other === 'refused') return ok(probed(401, '', null));
    return ok(now.other === 'taken' ? probed(200) : probed(401));
  });
  await room.revocations.revoke(DYING);
  await settle();
  return room;
}

const stateOfDying = (room: TestRoom) =>
  room.state(room.vault.contents().tokens.findIndex(({ id }) => id === DYING));

describe('a proof of death', () => {
  it('is made by a token of the credential that works over the same way', async () => {
    const room = await revoked({ other: 'taken' });
    await room.clock.advance(WINDOW_MS + 60_000);
    expect(stateOfDying(room)).toBe('verified');
    expect(found(room, DYING).revocation?.evidence).toBe('control');
  });

  it('is not made where a wall began since: the control is refused too', async () => {
    const room = await revoked({ other: 'refused' });
    await room.clock.advance(3 * WINDOW_MS);
    expect(stateOfDying(room)).not.toBe('verified');
    expect(found(room, DYING).revocation).toMatchObject({ refusals: 0, verifiedAtMs: null });
    expect(found(room, DYING).lastCheck?.control).toBe('other_not_taken');
  });

  it('is not made by checks of the person behind such a wall', async () => {
    const room = await revoked({ other: 'refused' });
    for (let check = 0; check < 4; check += 1) {
      await room.checks.check(DYING);
      await room.clock.advance(WINDOW_MS);
    }
    expect(stateOfDying(room)).not.toBe('verified');
  });

  it('asks no control for a token that is taken', async () => {
    const room = await revoked({ other: 'taken', dead: false });
    await room.clock.advance(60_000);
    expect(asked(room, 'text-working')).toBe(0);
  });

  it('goes on with the change alone once the control is refused by name, and notes that', async () => {
    const room = await revoked({ other: 'named' });
    await room.clock.advance(WINDOW_MS + 60_000);
    expect(asked(room, 'text-working')).toBe(1);
    expect(found(room, WORKING).refusedAtMs).not.toBeNull();
    expect(found(room, DYING).revocation?.evidence).toBe('changed');
  });

  it('never takes a token that is being revoked as its control', async () => {
    const room = await revoked({ other: 'taken' });
    await room.revocations.revoke(WORKING);
    await settle();
    room.gateway.calls.length = 0;
    await room.clock.advance(2_000);
    expect(found(room, DYING).lastCheck?.evidence).toBe('changed');
  });
});

describe('a token that cannot exist', () => {
  const bare = async (): Promise<TestRoom> => {
    const room = await createTestRoom();
    await addTokens(room, [
      { id: DYING, part: {} },
      { id: 'other', part: {} },
    ]);
    room.gateway.onProbe(() => ok(room.gateway.probed(401, '', null)));
    await room.stops.start({ kind: 'all' });
    await settle();
    return room;
  };
  const controls = (room: TestRoom): string[] =>
    room.gateway.calls.filter((call) => call.includes('control-that-was-never-issued-'));

  it('is asked with once for all tokens that are refused without a word or a before', async () => {
    const room = await bare();
    await room.clock.advance(60_000);
    expect(controls(room)).toHaveLength(1);
    expect(found(room, DYING).lastCheck).toMatchObject({
      outcome: 'unclear',
      control: 'invalid_refused',
    });
  });

  it('proves nothing, however long it is asked', async () => {
    const room = await bare();
    await room.clock.advance(3 * WINDOW_MS);
    expect(room.vault.contents().tokens.map((each) => each.revocation?.refusals)).toEqual([0, 0]);
  });

  it('holds nothing of any token or secret, and goes by the same call', async () => {
    const room = await bare();
    await room.clock.advance(60_000);
    expect(controls(room)[0]).toMatch(/^probe trader control-that-was-never-issued-[0-9a-f]{32}$/);
  });
});

describe('introspection', () => {
  /** Configured, with a call that says nothing of the token once it is revoked. */
  async function configured(after: 'active' | 'inactive' | 'unknown asker'): Promise<TestRoom> {
    const room = await createTestRoom();
    await room.vault.change({
      contents: (before) => ({
        ...before,
        environments: before.environments.map((each) => ({
          ...each,
          introspection: { path: '/introspect', authentication: 'client_secret_basic' as const },
        })),
      }),
    });
    await addTokens(room, [{ id: DYING, part: {} }]);
    room.gateway.onProbe(() => ok(room.gateway.probed(401, '', 'Basic realm="wall"')));
    let isRevoked = false;
    room.gateway.onIntrospection(() => {
      const { probed } = room.gateway;
      if (isRevoked && after === 'unknown asker') return ok(probed(401, ''));
      return ok(probed(200, JSON.stringify({ active: !isRevoked || after === 'active' })));
    });
    await room.revocations.revoke(DYING);
    await settle();
    isRevoked = true;
    return room;
  }

  it('that said active before and says not active since proves the death', async () => {
    const room = await configured('inactive');
    await room.clock.advance(WINDOW_MS - 10_000);
    expect(room.state()).toBe('confirming');
    await room.clock.advance(60_000);
    expect(room.state()).toBe('verified');
    expect(found(room, DYING).revocation?.evidence).toBe('introspection');
  });

  it('that still says active raises the alarm, whatever the wall answers', async () => {
    const room = await configured('active');
    await room.clock.advance(WINDOW_MS + 120_000);
    expect(room.state()).toBe('still_honoured');
  });

  it('that refuses who asks shows nothing', async () => {
    const room = await configured('unknown asker');
    await room.clock.advance(WINDOW_MS + 120_000);
    expect(room.state()).not.toBe('verified');
    expect(found(room, DYING).revocation?.refusals).toBe(0);
  });

  it('is asked as the credential itself, and not at all where nobody configured it', async () => {
    const room = await configured('inactive');
    expect(room.gateway.calls).toContain(`introspect as client-${TRADER} text-dying`);
    const without = await revoked({ other: 'refused' });
    await without.clock.advance(60_000);
    expect(without.gateway.calls.some((call) => call.startsWith('introspect'))).toBe(false);
  });
});

describe('a token that works although its revocation was accepted', () => {
  /** Seen to work after the window; then the server does what it says. */
  async function outlived(): Promise<TestRoom> {
    const room = await createTestRoom();
    await addTokens(room, [{ id: DYING, part: {} }]);
    await room.revocations.revoke(DYING);
    await room.clock.advance(WINDOW_MS + 120_000);
    expect(room.state()).toBe('still_honoured');
    room.gateway.calls.length = 0;
    room.gateway.onProbe(() => ok(room.gateway.probed(401)));
    return room;
  }
  const revokes = (room: TestRoom): string[] =>
    room.gateway.calls.filter((call) => call.startsWith('revoke'));

  it.each([
    ['its row', (room: TestRoom) => room.revocations.revoke(DYING)],
    ['"Revoke everything"', (room: TestRoom) => room.stops.start({ kind: 'all' })],
  ])('is revoked again by a press of %s', async (_name, press) => {
    const room = await outlived();
    expect(await press(room)).toMatchObject({ ok: true });
    await settle();
    expect(revokes(room)).toEqual(['revoke text-dying']);
    expect(room.state()).toBe('propagating');
  });

  it('has a propagation window of its own after that', async () => {
    const room = await outlived();
    await room.revocations.revoke(DYING);
    await room.clock.advance(WINDOW_MS - 1_000);
    expect(room.state()).toBe('confirming');
    await room.clock.advance(10_000);
    expect(room.state()).toBe('verified');
  });

  it('is asked about by one row of questions, and not by that of the first one too', async () => {
    const room = await outlived();
    await room.revocations.revoke(DYING);
    await room.clock.advance(WINDOW_MS - 1_000);
    expect(asked(room, 'text-dying')).toBe(4);
  });

  it('is not revoked again by anybody but the person', async () => {
    const room = await outlived();
    room.gateway.onProbe(() => ok(room.gateway.probed(200)));
    await room.clock.advance(3 * WINDOW_MS);
    expect(revokes(room)).toEqual([]);
  });

  it('is not revoked again while the first window lasts', async () => {
    const room = await createTestRoom();
    await addTokens(room, [{ id: DYING, part: {} }]);
    await room.revocations.revoke(DYING);
    await room.clock.advance(10_000);
    await room.revocations.revoke(DYING);
    await settle();
    expect(revokes(room)).toHaveLength(1);
  });
});
