// The limit of calls under way, against servers made of arithmetic on a fake clock.
import { describe, expect, it } from 'vitest';
import { fail, ok, type Result } from '../../../../electron/main/domain/result.ts';
import type { GatewayFailure, RevokeAnswer } from '../../../../electron/main/gateway/gateway.ts';
import {
  createRevocationLimits,
  type Release,
} from '../../../../electron/main/tokens/revocation/revocation-limits.ts';
import type { Waiting } from '../../../../electron/main/tokens/revocation/job-queue.ts';
import { createFakeClock, settle, type FakeClock } from '../../../support/fake-clock.ts';
import { createScriptedGateway } from '../../../support/scripted-gateway.ts';

type Answer = Result<RevokeAnswer, GatewayFailure>;

function lab(width = 100) {
  const clock = createFakeClock();
  const { failure } = createScriptedGateway(clock);
  let open = width;
  const limit = createRevocationLimits({ clock, width: () => open });
  const facts = { call: 'revoke', host: 'gateway.test', sentAtMs: 0, sentMonotonicMs: 0 } as const;
  const accepted: Answer = ok({
    verdict: 'accepted',
    anomalies: [],
    facts: { ...facts, durationMs: 1, status: 200, clockSkewSeconds: null },
  });
  const refusedWith = (
    code: GatewayFailure['code'],
    status: number | null,
    retryAfterMs: number | null = null,
  ): Answer => fail(failure({ code, retryAfterMs }, { status }));
  let tokens = 0;
  /** Calls of one client, each for another token. */
  const waiting: Waiting = {
    groups: () => 1,
    take: (may) => (may('client', true) ? { group: 'client', key: (tokens += 1) } : null),
  };
  return {
    clock,
    limit,
    waiting,
    accepted,
    refusedWith,
    tooMany: (retryAfterMs: number | null = 1_000) =>
      refusedWith('rate_limited', 429, retryAfterMs),
    openTo: (next: number) => (open = next),
  };
}

type Lab = ReturnType<typeof lab>;

const taken = new WeakMap<object, Release[]>();

/** Takes every place that is free now; whatever is freed later is taken with the next call. */
async function takeAll({ limit, waiting }: Lab): Promise<Release[]> {
  const given = taken.get(limit) ?? [];
  const ask = async (): Promise<void> => {
    const release = await limit.acquire(waiting);
    if (release === null) return;
    given.push(release);
    await ask();
  };
  if (!taken.has(limit)) void ask();
  taken.set(limit, given);
  for (let before = -1; before !== given.length;) {
    before = given.length;
    await settle();
  }
  return given.splice(0);
}

interface RunResult {
  readonly tookMs: number;
  readonly refusals: number;
}

/** Sends `count` calls until each is accepted, as the engine does: a refused one waits and queues again. */
async function runAgainst(
  { clock, limit, waiting, accepted, tooMany }: Lab,
  count: number,
  isAdmitted: (atMs: number) => boolean,
): Promise<RunResult> {
  let queued = count;
  let confirmed = 0;
  let refusals = 0;
  const beganMs = clock.monotonicMs();
  let endMs = beganMs;
  const send = async (): Promise<void> => {
    const release = await limit.acquire(waiting);
    if (release === null || queued === 0) return;
    queued -= 1;
    const admitted = isAdmitted(clock.monotonicMs() - beganMs);
    const latencyMs = 100 + ((confirmed * 37 + refusals * 61) % 100);
    clock.after(latencyMs, () => {
      release(admitted ? accepted : tooMany());
      if (admitted) {
        confirmed += 1;
        endMs = clock.monotonicMs();
        return;
      }
      refusals += 1;
      clock.after(1_000, () => {
        queued += 1;
        void send();
      });
    });
  };
  for (let each = 0; each < count; each += 1) void send();
  await clock.advance(60_000);
  limit.close();
  return { tookMs: endMs - beganMs, refusals };
}

/** At most `limit` in each second counted from the start. */
function fixedWindow(perSecond: number): (atMs: number) => boolean {
  let window = -1;
  let used = 0;
  return (atMs) => {
    const now = Math.floor(atMs / 1_000);
    if (now !== window) [window, used] = [now, 0];
    used += 1;
    return used <= perSecond;
  };
}

/** Holds `capacity`, refilled evenly. */
function bucket(perSecond: number, capacity: number): (atMs: number) => boolean {
  let level = capacity;
  let lastMs = 0;
  return (atMs) => {
    level = Math.min(capacity, level + ((atMs - lastMs) * perSecond) / 1_000);
    lastMs = atMs;
    if (level < 1) return false;
    level -= 1;
    return true;
  };
}

/** At most `limit` in any stretch of a second. */
function slidingLog(perSecond: number): (atMs: number) => boolean {
  const log: number[] = [];
  return (atMs) => {
    if (log.filter((each) => each > atMs - 1_000).length >= perSecond) return false;
    log.push(atMs);
    return true;
  };
}

describe('the limit', () => {
  it('starts at what the connections carry, and follows them', async () => {
    const here = lab(3);
    expect(await takeAll(here)).toHaveLength(3);
    const later = await takeAll(here);
    expect(later).toHaveLength(0);
    here.openTo(8);
    await here.clock.advance(50);
    expect(here.limit.limit()).toBe(8);
  });

  it('lets at least one call leave', async () => {
    expect(await takeAll(lab(0))).toHaveLength(1);
  });

  it.each([
    ['429', 'rate_limited', 429],
    ['503', 'server_error', 503],
    ['a reset', 'connection_reset', null],
  ] as const)('halves on %s', async (_name, code, status) => {
    const here = lab(80);
    const [first] = await takeAll(here);
    first?.(here.refusedWith(code, status));
    expect(here.limit.limit()).toBe(40);
  });

  it('halves once for calls that left together', async () => {
    const here = lab(80);
    for (const release of await takeAll(here)) release(here.refusedWith('server_error', 503));
    expect(here.limit.limit()).toBe(40);
  });

  it.each([
    ['a call without an answer', 'headers_timeout', null],
    ['a plain no', 'invalid_client', 401],
  ] as const)('does not change for %s', async (_name, code, status) => {
    const here = lab(80);
    for (const release of await takeAll(here)) release(here.refusedWith(code, status));
    expect(here.limit.limit()).toBe(80);
  });

  it('grows again while the server is content', async () => {
    const here = lab(80);
    for (const release of await takeAll(here)) release(here.refusedWith('server_error', 503));
    for (let round = 0; round < 5; round += 1) {
      for (const release of await takeAll(here)) release(here.accepted);
    }
    expect(here.limit.limit()).toBeGreaterThan(60);
  });

  it('halves when answers take more than twice as long as before', async () => {
    const here = lab(40);
    for (let round = 0; round < 4; round += 1) {
      const calls = await takeAll(here);
      await here.clock.advance(100);
      for (const release of calls) release(here.accepted);
    }
    expect(here.limit.limit()).toBe(40);
    const calls = await takeAll(here);
    await here.clock.advance(400);
    for (const release of calls) release(here.accepted);
    expect(here.limit.limit()).toBeLessThan(40);
  });

  it('is not moved by answers that vary by a third', async () => {
    const here = lab(40);
    for (let round = 0; round < 20; round += 1) {
      const calls = await takeAll(here);
      await here.clock.advance(100 + ((round * 37) % 100));
      for (const release of calls) release(here.accepted);
    }
    expect(here.limit.limit()).toBe(40);
  });

  it('frees a place once, however often it is told', async () => {
    const here = lab(2);
    const [first] = await takeAll(here);
    first?.(here.accepted);
    first?.(here.accepted);
    expect(await takeAll(here)).toHaveLength(1);
  });

  it('answers null to everyone who waits when it closes', async () => {
    const here = lab(1);
    await here.limit.acquire(here.waiting);
    const waits = here.limit.acquire(here.waiting);
    here.limit.close();
    expect([await waits, await here.limit.acquire(here.waiting), here.clock.timers()]).toEqual([
      null,
      null,
      0,
    ]);
  });
});

describe('after "too many"', () => {
  /** So many tokens of one client are told to wait. */
  async function refused(here: Lab, tokens: number, retryAfterMs: number): Promise<FakeClock> {
    const calls = await takeAll(here);
    for (const release of calls.slice(0, tokens)) release(here.tooMany(retryAfterMs));
    return here.clock;
  }

  it('of one token or two, the others go on', async () => {
    const here = lab(10);
    const calls = await takeAll(here);
    for (const release of calls.splice(0, 2)) release(here.tooMany(3_000));
    for (const release of calls) release(here.accepted);
    expect((await takeAll(here)).length).toBeGreaterThanOrEqual(5);
  });

  it('of three tokens nothing leaves before Retry-After', async () => {
    const here = lab(10);
    const clock = await refused(here, 3, 3_000);
    let left = false;
    void here.limit.acquire(here.waiting).then(() => (left = true));
    await clock.advance(2_990);
    expect(left).toBe(false);
  });

  /** Each call is of another client; `known` of them wait or were asked. */
  async function refusedClients(here: Lab, refused: number, known: number): Promise<boolean> {
    let client = 0;
    const waiting: Waiting = {
      groups: () => known,
      take(may) {
        const group = `client-${client}`;
        if (!may(group, true)) return null;
        client += 1;
        return { group, key: group };
      },
    };
    const calls: (Release | null)[] = [];
    for (let each = 0; each < refused; each += 1) calls.push(await here.limit.acquire(waiting));
    for (const release of calls) release?.(here.tooMany(3_000));
    let left = false;
    void here.limit.acquire(waiting).then(() => (left = true));
    await here.clock.advance(2_990);
    return left;
  }

  it.each([
    [3, 4, false],
    [3, 10, true],
    [2, 2, true],
  ] as const)(
    'of %i clients among %i, that the calls of another go on is %s',
    async (refused, known, goesOn) => {
      expect(await refusedClients(lab(10), refused, known)).toBe(goesOn);
    },
  );

  it('waits longer each time where the server names no time and takes nothing', async () => {
    const here = lab(1);
    const pausesMs: number[] = [];
    let tokens = 0;
    const retries: Waiting = {
      groups: () => 1,
      take: (may) => (may('client', false) ? { group: 'client', key: (tokens += 1) } : null),
    };
    const send = async (beganMs: number): Promise<void> => {
      const release = await here.limit.acquire(retries);
      const leftAtMs = here.clock.monotonicMs();
      pausesMs.push(leftAtMs - beganMs);
      release?.(here.tooMany(null));
      if (pausesMs.length < 7) await send(leftAtMs);
    };
    void send(here.clock.monotonicMs());
    await here.clock.advance(60_000);
    expect(pausesMs).toEqual([0, 0, 0, 1_000, 2_000, 4_000, 8_000]);
  });

  const servers = [
    ['a fixed window', fixedWindow],
    ['a bucket of a second', (perSecond: number) => bucket(perSecond, perSecond)],
    ['a sliding second', slidingLog],
  ] as const;

  it.each(servers)('%s of 200 a second takes 500 within 1.2 N/L', async (_name, server) => {
    const { tookMs, refusals } = await runAgainst(lab(500), 500, server(200));
    expect(tookMs).toBeLessThanOrEqual((1.2 * 500 * 1_000) / 200);
    expect(refusals).toBeLessThanOrEqual(400);
  });

  it.each(servers)('%s of 200 a second takes 2,000 within 1.2 N/L', async (_name, server) => {
    const { tookMs, refusals } = await runAgainst(lab(2_000), 2_000, server(200));
    expect(tookMs).toBeLessThanOrEqual((1.2 * 2_000 * 1_000) / 200);
    // The first flight, and little more.
    expect(refusals).toBeLessThanOrEqual(2_000);
  });

  it.each(servers)(
    '%s takes 500 within 1.2 N/L though the first took a while to leave',
    async (_name, server) => {
      const here = lab(20);
      for (let more = 1; more < 25; more += 1) {
        here.clock.after(more * 12, () => here.openTo(20 + more * 20));
      }
      const { tookMs, refusals } = await runAgainst(here, 500, server(200));
      expect(tookMs).toBeLessThanOrEqual((1.2 * 500 * 1_000) / 200);
      expect(refusals).toBeLessThanOrEqual(400);
    },
  );

  it('a bucket that takes no bursts is filled evenly in the end', async () => {
    const { tookMs } = await runAgainst(lab(500), 500, bucket(200, 20));
    expect(tookMs).toBeLessThanOrEqual(10_000);
  });
});
