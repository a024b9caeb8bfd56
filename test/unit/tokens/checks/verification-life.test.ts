// The proof of death goes on for as long as it can end in one, whoever saw what began it.
import { describe, expect, it } from 'vitest';
import fc from '../../../support/seeded-fast-check.ts';
import type { TokenId } from '../../../../electron/main/domain/ids.ts';
import { fail, ok } from '../../../../electron/main/domain/result.ts';
import { firstIntent } from '../../../../electron/main/tokens/revocation/revocation-attempts.ts';
import { settle } from '../../../support/fake-clock.ts';
import { addTokens } from '../../../support/many-tokens.ts';
import { createTestRoom, PARTNER, type TestRoom } from '../../../support/test-room.ts';

const HOUR = 3_600_000;
const TOKEN = 'a' as TokenId;

const refuses = (room: TestRoom): void => room.gateway.onProbe(() => ok(room.gateway.probed(401)));
const saysNothing = (room: TestRoom): void =>
  room.gateway.onProbe(() => ok(room.gateway.probed(401, '{}', null)));
const takes = (room: TestRoom): void => room.gateway.onProbe(() => ok(room.gateway.probed(200)));
const failsRevocations = (room: TestRoom): void =>
  room.gateway.onRevoke(() =>
    fail(
      room.gateway.failure(
        { code: 'invalid_client', oauthError: 'invalid_client' },
        { call: 'revoke', status: 401 },
      ),
    ),
  );

async function withToken(part: Parameters<typeof addTokens>[1][number]): Promise<TestRoom> {
  const room = await createTestRoom();
  await addTokens(room, [{ leftSeconds: 80_000, ...part }]);
  return room;
}

async function checked(room: TestRoom): Promise<void> {
  await room.checks.check(TOKEN);
  await settle();
}

describe('a token whose revocation was refused for good', () => {
  it('stays a failed one after a refusal, and is asked about until it is dead', async () => {
    const room = await withToken({ id: TOKEN });
    failsRevocations(room);
    await room.stops.start({ kind: 'all' });
    await settle();
    refuses(room);
    await checked(room);
    expect(room.state()).toBe('revoke_failed');
    await room.clock.advance(HOUR);
    expect(room.state()).toBe('verified');
  });
});

describe('a token of which no call was seen to take it', () => {
  it('is asked about again once a check shows a refusal after its window', async () => {
    const room = await withToken({ id: TOKEN, scopes: ['TRADER_READ'] });
    saysNothing(room);
    await room.stops.start({ kind: 'all' });
    await settle();
    await room.clock.advance(HOUR);
    expect(room.state()).toBe('not_verifiable');
    refuses(room);
    await checked(room);
    expect(room.state()).toBe('confirming');
    await room.clock.advance(HOUR);
    expect(room.state()).toBe('verified');
  });

  it('is asked about again once a check shows that it works after its window', async () => {
    const room = await withToken({ id: TOKEN, scopes: ['TRADER_READ'] });
    saysNothing(room);
    await room.stops.start({ kind: 'all' });
    await settle();
    await room.clock.advance(HOUR);
    takes(room);
    await checked(room);
    refuses(room);
    await room.clock.advance(HOUR);
    expect(room.state()).toBe('verified');
  });
});

describe('a token of a Partner whose key is not revoked after all', () => {
  it('is confirmed by nobody, and says so', async () => {
    const room = await withToken({ id: TOKEN, credentialId: PARTNER, scopes: [] });
    refuses(room);
    await room.plans.keyRevoked(TOKEN);
    await room.clock.advance(3_000);
    expect(room.state()).toBe('confirming');
    await room.plans.setStep(TOKEN, 'revoke_key', false);
    expect(room.state()).toBe('needs_you');
  });

  it('is not confirmed dead by what was refused before the key was revoked', async () => {
    const room = await withToken({ id: TOKEN, credentialId: PARTNER, scopes: [] });
    refuses(room);
    await room.plans.keyRevoked(TOKEN);
    await room.clock.advance(3_000);
    await room.plans.setStep(TOKEN, 'revoke_key', false);
    await room.clock.advance(HOUR);
    await room.plans.setStep(TOKEN, 'revoke_key', true);
    await room.clock.advance(4 * 60_000);
    expect(room.state()).toBe('confirming');
    await room.clock.advance(2 * 60_000);
    expect(room.state()).toBe('verified');
  });
});

describe('a token that is being confirmed', () => {
  type Act = (room: TestRoom) => unknown;
  const acts: Readonly<Record<string, Act>> = {
    refuses,
    saysNothing,
    takes,
    failsRevocations,
    acceptsRevocations: ({ gateway }) =>
      gateway.onRevoke(() =>
        ok({ verdict: 'accepted', anomalies: [], facts: gateway.probed(200).facts }),
      ),
    check: (room) => room.checks.check(TOKEN),
    revoke: (room) => room.revocations.revoke(TOKEN),
    revokeKey: (room) => room.plans.keyRevoked(TOKEN),
    takeBack: (room) => room.plans.setStep(TOKEN, 'revoke_key', false),
    second: (room) => room.clock.advance(1_000),
    minutes: (room) => room.clock.advance(6 * 60_000),
  };
  const asks = (room: TestRoom): number =>
    room.gateway.calls.filter((call) => call.startsWith('probe')).length;

  it('is asked about, whatever happened to it', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('trade', 'read', 'partner'),
        fc.array(fc.constantFrom(...Object.keys(acts)), { minLength: 6, maxLength: 16 }),
        async (kind, names) => {
          const room = await withToken({
            id: TOKEN,
            scopes: kind === 'partner' ? [] : [kind === 'trade' ? 'TRADER_TRADE' : 'TRADER_READ'],
            ...(kind === 'partner' ? { credentialId: PARTNER } : {}),
          });
          refuses(room);
          for (const name of names) {
            await acts[name]?.(room);
            await settle();
          }
          const before = asks(room);
          if (room.state() !== 'confirming') return;
          // The last probe of a proof is a whole window away at most.
          await room.clock.advance(6 * 60_000);
          expect(asks(room)).toBeGreaterThan(before);
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe('a proof that goes on after a lock in which the wall clock was set forward', () => {
  it('takes as long as any other', async () => {
    const before = await withToken({ id: TOKEN });
    refuses(before);
    await before.revocations.revoke(TOKEN);
    await before.clock.advance(3_000);
    before.clock.setWall(before.clock.nowMs() + HOUR);
    const room = await before.restart(before.vault.copy());
    refuses(room);
    await room.clock.advance(4 * 60_000);
    expect(room.state()).toBe('confirming');
    await room.clock.advance(2 * 60_000);
    expect(room.state()).toBe('verified');
  });
});

describe('a proof of a Partner token', () => {
  it('does not wait for a host at which many Trader tokens hang', async () => {
    const room = await withToken({ id: TOKEN, credentialId: PARTNER, scopes: [] });
    const many = Array.from({ length: 200 }, (_, index) => ({ id: `t${index}` }));
    await addTokens(room, many);
    room.gateway.onProbe((text) =>
      text === `text-${TOKEN}` ? ok(room.gateway.probed(401)) : new Promise(() => undefined),
    );
    await room.stops.start({ kind: 'all' });
    await settle();
    await room.clock.advance(60_000);
    await room.plans.keyRevoked(TOKEN);
    await room.clock.advance(10 * 60_000);
    expect(room.state(many.length)).toBe('verified');
  });
});

describe('the check that completes a proof', () => {
  it('is told once as the death of the token, though a person asked for it', async () => {
    const room = await createTestRoom();
    await room.clock.advance(2 * HOUR);
    const nowMs = room.clock.nowMs();
    const revocation = {
      ...firstIntent(nowMs - HOUR),
      acceptedAtMs: nowMs - HOUR,
      refusals: 2,
      firstRefusedAtMs: nowMs - HOUR / 2,
    };
    await addTokens(room, [{ id: TOKEN, leftSeconds: 80_000, part: { revocation } }]);
    refuses(room);
    await checked(room);
    expect(room.state()).toBe('verified');
    await room.clock.advance(HOUR);
    expect(room.noted.filter(({ what }) => what === 'verified_dead')).toHaveLength(1);
  });
});
