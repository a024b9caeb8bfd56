// Many revocations at once: bounded, each environment by itself, and nobody waits for a hanging call.
import { beforeEach, describe, expect, it } from 'vitest';
import { fail, ok } from '../../../../electron/main/domain/result.ts';
import { settle } from '../../../support/fake-clock.ts';
import {
  addCredentials,
  addEnvironment,
  addTokens,
  type TokenAction,
} from '../../../support/many-tokens.ts';
import { createTestSession, TRADER, type TestSession } from '../../../support/test-session.ts';

const ALL = { kind: 'all' } as const;
const never = (): Promise<never> => new Promise(() => undefined);
const many = (count: number, part: Partial<TokenAction> = {}, name = 't'): TokenAction[] =>
  Array.from({ length: count }, (_, index) => ({ id: `${name}${index}`, ...part }));
const revokes = ({ gateway }: TestSession): string[] =>
  gateway.calls.filter((call) => call.startsWith('revoke'));

describe('revoking hundreds of tokens', () => {
  it('attempts every one within ten seconds while five in a hundred hang (case 86)', async () => {
    const session = await createTestSession();
    // More hang than may be under way at once.
    await addTokens(session, many(500));
    session.gateway.onRevoke(async (_secret, text) => {
      if (Number(text.replace('text-t', '')) % 20 === 7) return await never();
      await new Promise<void>((answer) => session.clock.after(150, answer));
      return ok(session.gateway.revoked());
    });
    await session.stops.start(ALL);
    await session.clock.advance(10_000);
    expect(new Set(revokes(session)).size).toBe(500);
    const { tokens } = session.vault.contents();
    expect(tokens.filter(({ revocation }) => revocation?.acceptedAtMs == null)).toHaveLength(25);
  });

  it('sends what a new connection bears before anything is answered', async () => {
    const session = await createTestSession();
    await addTokens(session, many(200));
    session.gateway.onRevoke(never);
    await session.stops.start(ALL);
    await settle();
    expect(revokes(session)).toHaveLength(16);
    session.gateway.showWidth(100);
    await settle();
    expect(revokes(session)).toHaveLength(100);
  });

  it('asks about few of them at a time whether they are dead', async () => {
    const session = await createTestSession();
    await addTokens(session, many(200));
    let underWay = 0;
    let most = 0;
    session.gateway.onProbe(async () => {
      underWay += 1;
      most = Math.max(most, underWay);
      await new Promise<void>((answer) => session.clock.after(100, answer));
      underWay -= 1;
      return ok(session.gateway.probed(401));
    });
    await session.stops.start(ALL);
    await session.clock.advance(6 * 60_000);
    expect(most).toBe(8);
    const states = session.vault.contents().tokens.map((_, index) => session.state(index));
    expect(states.every((state) => state === 'verified')).toBe(true);
  });

  it('begins again after a crash a few at a time, too', async () => {
    const session = await createTestSession();
    await addTokens(session, many(200));
    session.gateway.onRevoke(never);
    await session.stops.start(ALL);
    await settle();
    const after = await session.restart();
    after.gateway.onRevoke(never);
    expect(revokes(after).length).toBeGreaterThan(0);
    expect(new Set(revokes(session)).size).toBeLessThan(200);
  });
});

describe('revoking in two environments', () => {
  it('keeps neither waiting for the other', async () => {
    const session = await createTestSession();
    const other = await addEnvironment(session, 'other');
    await addTokens(session, [
      ...many(60, { leftSeconds: 9_000 }, 'hanging'),
      ...many(20, { credentialId: other, scopes: ['TRADER_READ'], leftSeconds: 60 }, 'quick'),
    ]);
    session.gateway.onRevoke((_secret, text) =>
      text.startsWith('text-hanging') ? never() : ok(session.gateway.revoked()),
    );
    await session.stops.start(ALL);
    await settle();
    expect(revokes(session).filter((call) => call.includes('quick'))).toHaveLength(20);
  });
});

/** Ten clients of one environment with so many tokens each, `<client>-<number>`, the first of which only read. */
async function tenClients(each: number, reading = 0): Promise<TestSession> {
  const session = await createTestSession();
  const ids = await addCredentials(session, 10, { name: 'client' });
  await addTokens(
    session,
    ids.flatMap((credentialId) =>
      // The troubled ones live longest: by danger alone they would go first.
      many(
        each,
        { credentialId, leftSeconds: TROUBLED.has(credentialId) ? 9_000 : 3_600 },
        `${credentialId}-`,
      ).map((token, index) =>
        index < reading ? { ...token, scopes: ['TRADER_READ'] as const } : token,
      ),
    ),
  );
  return session;
}

const LIMITED = ['client-0', 'client-1'];
const TROUBLED = new Set([...LIMITED, 'client-2']);

/**
 * Two clients always get 429, one always gets 503; all others are answered after a tenth of a second.
 * @returns by client when each of its tokens was asked about first.
 */
function answerTen(
  session: TestSession,
  retryAfterMs: number,
): ReadonlyMap<string, ReadonlyMap<string, number>> {
  const askedMs = new Map<string, Map<string, number>>();
  const beganMs = session.clock.monotonicMs();
  const { failure } = session.gateway;
  session.gateway.onRevoke(async (_secret, text) => {
    const owner = text.slice('text-'.length, 'text-client-0'.length);
    const times = askedMs.get(owner) ?? new Map<string, number>();
    if (!times.has(text)) times.set(text, session.clock.monotonicMs() - beganMs);
    askedMs.set(owner, times);
    await new Promise<void>((answer) => session.clock.after(100, answer));
    if (LIMITED.includes(owner)) {
      return fail(failure({ code: 'rate_limited', retryAfterMs }, { status: 429 }));
    }
    return TROUBLED.has(owner)
      ? fail(failure({ code: 'server_error' }, { status: 503 }))
      : ok(session.gateway.revoked());
  });
  return askedMs;
}

describe('ten clients of which two are always limited and one answers 503', () => {
  it.each([3_000, 60_000, 300_000])(
    'are all accepted but those three within ten seconds, Retry-After %i ms (cases 86, 103)',
    async (retryAfterMs) => {
      const session = await tenClients(20);
      answerTen(session, retryAfterMs);
      await session.stops.start(ALL);
      await session.clock.advance(10_000);
      const alive = session.vault
        .contents()
        .tokens.filter(({ revocation }) => revocation?.acceptedAtMs == null);
      expect(new Set(alive.map(({ credentialId }) => credentialId))).toEqual(TROUBLED);
    },
  );

  it.each([3_000, 60_000])(
    'have every token of the others tried within ten seconds, and are asked no sooner than they said, Retry-After %i ms',
    async (retryAfterMs) => {
      const session = await tenClients(20, 10);
      const askedMs = answerTen(session, retryAfterMs);
      await session.stops.start(ALL);
      await session.clock.advance(70_000);
      const timesOf = (client: string): readonly number[] => [
        ...(askedMs.get(client)?.values() ?? []),
      ];
      for (const client of LIMITED) {
        const [firstMs = 0] = timesOf(client);
        const later = timesOf(client).filter((ms) => ms > firstMs + 100);
        expect(Math.min(...later)).toBeGreaterThanOrEqual(firstMs + retryAfterMs);
      }
      for (const client of [...askedMs.keys()].filter((each) => !LIMITED.includes(each))) {
        expect(timesOf(client)).toHaveLength(20);
        expect(Math.max(...timesOf(client))).toBeLessThanOrEqual(10_000);
      }
    },
  );

  it('do not let a newer token of a limited one keep older ones from their second try', async () => {
    const session = await tenClients(4);
    let calls = 0;
    session.gateway.onRevoke((_secret, text) => {
      const { failure } = session.gateway;
      if (text.includes('client-0')) {
        return fail(failure({ code: 'rate_limited', retryAfterMs: 3_000 }, { status: 429 }));
      }
      calls += 1;
      return calls <= 36
        ? fail(failure({ code: 'connection_reset' }, { status: null }))
        : ok(session.gateway.revoked());
    });
    await session.stops.start(ALL);
    await session.clock.advance(10_000);
    const alive = session.vault
      .contents()
      .tokens.filter(({ revocation }) => revocation?.acceptedAtMs == null);
    expect(new Set(alive.map(({ credentialId }) => credentialId))).toEqual(new Set(['client-0']));
  });
});

describe('a client of a server that allows so many a second', () => {
  /** When each token was accepted, by a server that takes twenty a second and refuses what is more. */
  async function acceptedAt(
    trading: number,
    reading: number,
  ): Promise<ReadonlyMap<string, number>> {
    const session = await createTestSession();
    await addTokens(session, [
      ...many(reading, { scopes: ['TRADER_READ'], leftSeconds: 9_000 }, 'reads'),
      ...many(trading, {}, 'trades'),
    ]);
    const acceptedMs = new Map<string, number>();
    const second = { number: -1, taken: 0 };
    session.gateway.onRevoke(async (_secret, text) => {
      const { failure } = session.gateway;
      await new Promise<void>((answer) => session.clock.after(100, answer));
      const nowMs = session.clock.monotonicMs();
      const number = Math.floor(nowMs / 1_000);
      if (number !== second.number) Object.assign(second, { number, taken: 0 });
      second.taken += 1;
      if (second.taken > 20) {
        return fail(failure({ code: 'rate_limited', retryAfterMs: null }, { status: 429 }));
      }
      acceptedMs.set(text, nowMs);
      return ok(session.gateway.revoked());
    });
    await session.stops.start(ALL);
    await session.clock.advance(60_000);
    return acceptedMs;
  }

  it('has most of what may trade revoked before what only reads, though it was refused for being too many', async () => {
    const acceptedMs = await acceptedAt(100, 100);
    const half = [...acceptedMs].toSorted(([, a], [, b]) => a - b).slice(0, 100);
    expect(acceptedMs.size).toBe(200);
    expect(half.filter(([text]) => text.includes('trades')).length).toBeGreaterThan(75);
  });
});

describe('a client that waits for its time', () => {
  it('delays no token of another that is added meanwhile', async () => {
    const session = await createTestSession();
    const [other = TRADER] = await addCredentials(session, 1);
    await addTokens(session, many(20));
    const { failure } = session.gateway;
    session.gateway.onRevoke((_secret, text) =>
      text.includes('other')
        ? ok(session.gateway.revoked())
        : fail(failure({ code: 'rate_limited', retryAfterMs: 9_000 }, { status: 429 })),
    );
    await session.stops.start(ALL);
    await settle();
    expect(revokes(session).length).toBeLessThan(20);
    await addTokens(session, many(1, { credentialId: other }, 'other'));
    await session.stops.start(ALL);
    await settle();
    expect(revokes(session)).toContain('revoke text-other0');
  });
});

describe('a server that is busy', () => {
  let session: TestSession;
  beforeEach(async () => {
    session = await createTestSession();
    await addTokens(session, many(1));
    const busy = { code: 'server_error', retryAfterMs: 30_000 } as const;
    session.gateway.refuseRevocations(busy, { status: 503 });
    await session.stops.start(ALL);
  });

  it('is not asked again before it said, not even by a second press (case 102)', async () => {
    await session.clock.advance(1_000);
    await session.stops.start(ALL);
    await session.clock.advance(28_000);
    expect(revokes(session)).toHaveLength(1);
    await session.clock.advance(2_000);
    expect(revokes(session)).toHaveLength(2);
  });

  it('is asked at once when the person says try now', async () => {
    await session.clock.advance(1_000);
    await session.revocations.revoke(session.token().id);
    await settle();
    expect(revokes(session)).toHaveLength(2);
  });

  it('says when the next attempt is', async () => {
    await settle();
    const nextAtMs = session.revocations.nextAttemptAtMs(session.token().id);
    expect(nextAtMs).toBe(session.clock.nowMs() + 30_000);
  });
});

describe('an answer that the disk refused', () => {
  it('is not shown before it is saved, and not asked for again', async () => {
    const session = await createTestSession();
    await addTokens(session, many(1));
    session.gateway.onRevoke(() => {
      session.vault.failWith({ code: 'disk_full' });
      return ok(session.gateway.revoked());
    });
    await session.stops.start(ALL);
    await settle();
    expect(session.state()).toBe('revoking');
    await session.clock.advance(60_000);
    expect(session.state()).toBe('revoking');
    session.vault.failWith(null);
    await session.clock.advance(5_000);
    expect(revokes(session)).toHaveLength(1);
    expect(session.state()).toBe('propagating');
  });
});
