// Renewal and time: many at once, sleep, clocks that are set, daylight saving, and one timer for all
// (docs/oauth-cases.md cases 85, 112, 113, 115, 120). Sleep on Linux: the wall clock jumps, timers stood still.
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ok } from '../../../electron/main/domain/result.ts';
import { addCredentials, addTokens } from '../../support/many-tokens.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { createTestSession, type TestSession } from '../../support/test-session.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const READ = ['TRADER_READ'] as const;

interface Herd {
  readonly session: TestSession;
  /** Monotonic moments at which a request left. */
  readonly leftMs: number[];
  readonly most: () => number;
}

/** So many credentials, each with one token of this many seconds, all ending in the same second. */
async function herd(count: number, leftSeconds: number, clock = createFakeClock()): Promise<Herd> {
  const session = await createTestSession(clock);
  const ids = await addCredentials(session, count);
  const leftMs: number[] = [];
  let underWay = 0;
  let most = 0;
  session.gateway.onToken(async () => {
    leftMs.push(session.clock.monotonicMs());
    underWay += 1;
    most = Math.max(most, underWay);
    await new Promise<void>((answer) => session.clock.after(250, answer));
    underWay -= 1;
    return ok(session.gateway.issued({ lifetimeSeconds: 86_400 }));
  });
  await addTokens(
    session,
    ids.map((id) => ({ id: `token-of-${id}`, credentialId: id, scopes: READ, leftSeconds })),
  );
  for (const id of ids) await session.renewals.turnOn(id, { untilMs: null, graceSeconds: 60 });
  return { session, leftMs, most: () => most };
}

function expectNoHerd({ leftMs, most }: Herd, count: number): void {
  expect(leftMs).toHaveLength(count);
  expect(most()).toBeLessThanOrEqual(4);
  const inOneSecond = leftMs.map(
    (from) => leftMs.filter((at) => at >= from && at < from + 1_000).length,
  );
  expect(Math.max(...inOneSecond)).toBeLessThanOrEqual(10);
  expect(Math.max(...leftMs) - Math.min(...leftMs)).toBeGreaterThanOrEqual(19_900);
}

describe('two hundred tokens that end in the same second (case 85)', () => {
  it('are renewed four at once, ten a second at most, each once, over twenty seconds', async () => {
    const all = await herd(200, 3_600);
    await all.session.clock.advance(58 * MINUTE);
    expectNoHerd(all, 200);
  });

  it('are so after a sleep in which all of them fell due', async () => {
    const all = await herd(200, 3_600);
    const { clock } = all.session;
    clock.setWall(clock.nowMs() + 56 * MINUTE);
    all.session.wake();
    await clock.advance(5 * MINUTE);
    expectNoHerd(all, 200);
  });

  it('are spread over twenty seconds also where so few would be done sooner', async () => {
    const some = await herd(60, 3_600);
    const { clock } = some.session;
    await clock.advance(10 * MINUTE);
    clock.setWall(clock.nowMs() + 46 * MINUTE);
    some.session.wake();
    await clock.advance(5 * MINUTE);
    expect(some.leftMs).toHaveLength(60);
    expect(Math.max(...some.leftMs) - Math.min(...some.leftMs)).toBeGreaterThanOrEqual(20_000);
  });

  it('are renewed before they end, where a sleep left them only seconds', async () => {
    const few = await herd(20, 3_600);
    const { clock } = few.session;
    const atMs = clock.monotonicMs();
    clock.setWall(clock.nowMs() + HOUR - 12_000);
    few.session.wake();
    await clock.advance(40_000);
    expect(few.leftMs).toHaveLength(20);
    expect(Math.max(...few.leftMs) - atMs).toBeLessThan(12_000);
  });

  it('do not go off together even when they are few', async () => {
    const few = await herd(8, 3_600);
    const { clock } = few.session;
    clock.setWall(clock.nowMs() + 2 * HOUR);
    few.session.wake();
    await clock.advance(5 * MINUTE);
    expect(few.leftMs).toHaveLength(8);
    expect(Math.max(...few.leftMs) - Math.min(...few.leftMs)).toBeGreaterThan(5_000);
  });
});

describe('a machine that sleeps', () => {
  it('three hours renews once it wakes, within the spread (case 113)', async () => {
    const one = await herd(1, 2 * 3_600);
    const { clock } = one.session;
    const atMs = clock.monotonicMs();
    clock.setWall(clock.nowMs() + 3 * HOUR);
    one.session.wake();
    await clock.advance(35_000);
    expect(one.leftMs).toHaveLength(1);
    expect(one.leftMs[0]! - atMs).toBeLessThanOrEqual(31_000);
  });

  it('is noticed within a minute even where nobody tells', async () => {
    const one = await herd(1, 2 * 3_600);
    const { clock } = one.session;
    clock.setWall(clock.nowMs() + 3 * HOUR);
    await clock.advance(95_000);
    expect(one.leftMs).toHaveLength(1);
  });

  it('and wakes three times keeps as many timers as before (case 120)', async () => {
    const some = await herd(20, 24 * 3_600 - 1);
    const { clock } = some.session;
    // By then the history was read, once.
    await clock.advance(5_000);
    const before = clock.timers();
    for (let cycle = 0; cycle < 3; cycle += 1) {
      clock.setWall(clock.nowMs() + HOUR);
      some.session.wake();
      await clock.advance(MINUTE);
    }
    expect(clock.timers()).toBe(before);
  });
});

describe('a wall clock that is set (case 112)', () => {
  it('an hour back puts nothing off', async () => {
    const one = await herd(1, 3_600);
    one.session.clock.setWall(one.session.clock.nowMs() - HOUR);
    await one.session.clock.advance(57 * MINUTE);
    expect(one.leftMs).toHaveLength(1);
  });

  it.each([HOUR, 20 * HOUR])('%i ms forward and back asks once', async (jumpMs) => {
    const one = await herd(1, 3_600);
    const { clock } = one.session;
    clock.setWall(clock.nowMs() + jumpMs);
    await clock.advance(2 * MINUTE);
    expect(one.leftMs).toHaveLength(1);
    clock.setWall(clock.nowMs() - jumpMs);
    await clock.advance(10 * MINUTE);
    expect(one.leftMs).toHaveLength(1);
  });

  it('ten years forward and back never asks twice', async () => {
    const one = await herd(1, 3_600);
    const { clock } = one.session;
    clock.setWall(clock.nowMs() + 10 * 365 * 24 * HOUR);
    await clock.advance(2 * MINUTE);
    clock.setWall(clock.nowMs() - 10 * 365 * 24 * HOUR);
    await clock.advance(90 * MINUTE);
    expect(one.leftMs.length).toBeLessThanOrEqual(1);
  });
});

describe('the time zone (case 115)', () => {
  afterEach(() => void vi.unstubAllEnvs());

  it.each([
    ['the night the clocks go forward', Date.UTC(2026, 2, 29, 0, 30)],
    ['the night they go back', Date.UTC(2026, 9, 25, 0, 30)],
  ])('changes nothing in %s', async (_name, startMs) => {
    const moments: number[] = [];
    for (const name of ['UTC', 'Europe/Berlin', 'America/New_York']) {
      vi.stubEnv('TZ', name);
      const one = await herd(1, 2 * 3_600, createFakeClock(startMs));
      await one.session.clock.advance(2 * HOUR);
      moments.push(one.leftMs[0] ?? -1);
    }
    expect(new Set(moments).size).toBe(1);
  });
});

describe('the timers', () => {
  it('are one for all renewals, however many', async () => {
    const few = await herd(2, 3_600);
    const many = await herd(100, 3_600);
    expect(many.session.clock.timers()).toBe(few.session.clock.timers());
  });

  it('are none more than without renewals but that one', async () => {
    const { session } = await herd(5, 3_600);
    const withRenewals = session.clock.timers();
    for (const { credentialId } of session.vault.contents().renewals) {
      await session.renewals.turnOff(credentialId);
    }
    expect(session.clock.timers()).toBe(withRenewals - 1);
  });
});
