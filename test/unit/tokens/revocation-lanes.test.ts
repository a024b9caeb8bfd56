// Many revocations at once: bounded, each environment by itself, and nobody waits for a hanging call.
import { describe, expect, it } from 'vitest';
import { fail, ok } from '../../../electron/main/domain/result.ts';
import type { RevokeAnswer } from '../../../electron/main/gateway/gateway.ts';
import { settle } from '../../support/fake-clock.ts';
import { addEnvironment, addTokens, type TokenWish } from '../../support/many-tokens.ts';
import { createTestRoom, type TestRoom } from '../../support/test-room.ts';

const ALL = { kind: 'all' } as const;
const never = (): Promise<never> => new Promise(() => undefined);
const many = (count: number, part: Partial<TokenWish> = {}, name = 't'): TokenWish[] =>
  Array.from({ length: count }, (_, index) => ({ id: `${name}${index}`, ...part }));
const revokes = ({ gateway }: TestRoom): string[] =>
  gateway.calls.filter((call) => call.startsWith('revoke'));

function acceptedBy({ clock }: TestRoom): RevokeAnswer {
  const nowMs = clock.nowMs();
  const facts = { call: 'revoke', host: 'gateway.test', sentAtMs: nowMs } as const;
  return {
    verdict: 'accepted',
    anomalies: [],
    facts: { ...facts, sentMonotonicMs: 0, durationMs: 1, status: 200, clockSkewSeconds: null },
  };
}

describe('revoking hundreds of tokens', () => {
  it('attempts every one within ten seconds while five in a hundred hang (case 86)', async () => {
    const room = await createTestRoom();
    // More hang than may be under way at once.
    await addTokens(room, many(500));
    room.gateway.onRevoke(async (_secret, text) => {
      if (Number(text.replace('text-t', '')) % 20 === 7) return await never();
      await new Promise<void>((answer) => room.clock.after(150, answer));
      return ok(acceptedBy(room));
    });
    await room.stops.start(ALL);
    await room.clock.advance(10_000);
    expect(new Set(revokes(room)).size).toBe(500);
    const { tokens } = room.vault.contents();
    expect(tokens.filter(({ revocation }) => revocation?.acceptedAtMs == null)).toHaveLength(25);
  });

  it('says that there are many of them until few are left', async () => {
    const room = await createTestRoom();
    await addTokens(room, many(70));
    const answers: (() => void)[] = [];
    room.gateway.onRevoke(async () => {
      await new Promise<void>((answer) => answers.push(answer));
      return ok(acceptedBy(room));
    });
    await room.stops.start(ALL);
    const told = [room.revocations.hasMany()];
    for (let count = 0; count < 7; count += 1) {
      await settle();
      answers.shift()?.();
    }
    await settle();
    expect([...told, room.revocations.hasMany()]).toEqual([true, false]);
  });

  it('asks about few of them at a time whether they are dead', async () => {
    const room = await createTestRoom();
    await addTokens(room, many(200));
    let underWay = 0;
    let most = 0;
    room.gateway.onProbe(async () => {
      underWay += 1;
      most = Math.max(most, underWay);
      await new Promise<void>((answer) => room.clock.after(100, answer));
      underWay -= 1;
      return ok(room.gateway.probed(401));
    });
    await room.stops.start(ALL);
    await room.clock.advance(6 * 60_000);
    expect(most).toBe(8);
    const states = room.vault.contents().tokens.map((_, index) => room.state(index));
    expect(states.every((state) => state === 'verified')).toBe(true);
  });

  it('begins again after a crash a few at a time, too', async () => {
    const room = await createTestRoom();
    await addTokens(room, many(200));
    room.gateway.onRevoke(never);
    await room.stops.start(ALL);
    await settle();
    const after = await room.restart();
    after.gateway.onRevoke(never);
    expect(revokes(after).length).toBeGreaterThan(0);
    expect(new Set(revokes(room)).size).toBeLessThan(200);
  });
});

describe('revoking in two environments', () => {
  it('keeps neither waiting for the other', async () => {
    const room = await createTestRoom();
    const other = await addEnvironment(room, 'other');
    await addTokens(room, [
      ...many(60, { leftSeconds: 9_000 }, 'hanging'),
      ...many(20, { credentialId: other, scopes: ['TRADER_READ'], leftSeconds: 60 }, 'quick'),
    ]);
    room.gateway.onRevoke((_secret, text) =>
      text.startsWith('text-hanging') ? never() : ok(acceptedBy(room)),
    );
    await room.stops.start(ALL);
    await settle();
    expect(revokes(room).filter((call) => call.includes('quick'))).toHaveLength(20);
  });
});

describe('a server that is busy', () => {
  it('is not asked again before it said, not even by a second press (case 102)', async () => {
    const room = await createTestRoom();
    await addTokens(room, many(1));
    room.gateway.onRevoke(() =>
      fail(room.gateway.failure({ code: 'server_error', retryAfterMs: 30_000 }, { status: 503 })),
    );
    await room.stops.start(ALL);
    await room.clock.advance(1_000);
    await room.stops.start(ALL);
    await room.clock.advance(28_000);
    expect(revokes(room)).toHaveLength(1);
    await room.clock.advance(2_000);
    expect(revokes(room)).toHaveLength(2);
  });

  it('is asked at once when the person says try now', async () => {
    const room = await createTestRoom();
    await addTokens(room, many(1));
    room.gateway.onRevoke(() =>
      fail(room.gateway.failure({ code: 'server_error', retryAfterMs: 30_000 }, { status: 503 })),
    );
    await room.stops.start(ALL);
    await room.clock.advance(1_000);
    await room.revocations.revoke(room.token().id);
    await settle();
    expect(revokes(room)).toHaveLength(2);
  });

  it('says when the next attempt is', async () => {
    const room = await createTestRoom();
    await addTokens(room, many(1));
    room.gateway.onRevoke(() =>
      fail(room.gateway.failure({ code: 'server_error', retryAfterMs: 30_000 }, { status: 503 })),
    );
    await room.stops.start(ALL);
    await settle();
    const nextAtMs = room.revocations.nextAttemptAtMs(room.token().id);
    expect(nextAtMs).toBe(room.clock.nowMs() + 30_000);
  });
});

describe('an answer that the disk refused', () => {
  it('is not shown before it is saved, and not asked for again', async () => {
    const room = await createTestRoom();
    await addTokens(room, many(1));
    room.gateway.onRevoke(() => {
      room.vault.failWith({ code: 'disk_full' });
      return ok(acceptedBy(room));
    });
    await room.stops.start(ALL);
    await settle();
    expect(room.state()).toBe('revoking');
    await room.clock.advance(60_000);
    expect(room.state()).toBe('revoking');
    room.vault.failWith(null);
    await room.clock.advance(5_000);
    expect(revokes(room)).toHaveLength(1);
    expect(room.state()).toBe('propagating');
  });
});
