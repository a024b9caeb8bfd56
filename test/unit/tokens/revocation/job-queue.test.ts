// The queue behind revocations and proofs: in order, so many at once, and no hanging job in the way.
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createRevocationLimits } from '../../../../electron/main/tokens/revocation/revocation-limits.ts';
import {
  createJobQueue,
  fixedPlaces,
} from '../../../../electron/main/tokens/revocation/job-queue.ts';
import { NO_ANSWER } from '../../../../electron/main/tokens/revocation/revocation-scheduler.ts';
import { createFakeClock, settle } from '../../../support/fake-clock.ts';

function lab(width: number, mostSlow = 2) {
  const clock = createFakeClock();
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  let idle = 0;
  const queue = createJobQueue<string, unknown>({
    clock,
    acquire: fixedPlaces(width),
    patienceMs: 2_000,
    mostSlow,
    unknown: null,
    work: async (key) => {
      begun.push(key);
      await new Promise<void>((end) => ends.set(key, end));
    },
    idle: () => (idle += 1),
  });
  const end = async (key: string): Promise<void> => {
    ends.get(key)?.();
    await settle();
  };
  return { clock, begun, queue, end, idle: () => idle };
}

describe('the patient queue', () => {
  it('begins in the order of rank, and equals in the order they came', async () => {
    const { queue, begun, end } = lab(1);
    queue.add('first', 9);
    await settle();
    for (const [key, rank] of [
      ['c', 3],
      ['a', 1],
      ['b', 1],
    ] as const)
      queue.add(key, rank);
    for (const key of ['first', 'a', 'b', 'c']) await end(key);
    expect(begun).toEqual(['first', 'a', 'b', 'c']);
  });

  const of = (group: string, isRetry = false, tier = 0, leads = false) => ({
    group,
    isRetry,
    tier,
    leads,
  });

  it('lets groups take turns, whatever the rank of what they have', async () => {
    const { queue, begun, end } = lab(1);
    queue.add('first', 0, of('other'));
    await settle();
    for (const key of ['a1', 'a2', 'a3']) queue.add(key, 1, of('a'));
    for (const key of ['b1', 'b2']) queue.add(key, 9, of('b'));
    for (const key of ['first', 'a1', 'b1', 'a2', 'b2', 'a3']) await end(key);
    expect(begun).toEqual(['first', 'a1', 'b1', 'a2', 'b2', 'a3']);
  });

  it('gives the next place to the group that has the fewest', async () => {
    const { queue, begun, end } = lab(3);
    for (const key of ['a1', 'a2', 'a3']) queue.add(key, 1, of('a'));
    await settle();
    for (const key of ['a4', 'a5']) queue.add(key, 1, of('a'));
    for (const key of ['b1', 'b2']) queue.add(key, 9, of('b'));
    await end('a1');
    await end('b1');
    expect(begun).toEqual(['a1', 'a2', 'a3', 'b1', 'b2']);
  });

  it('begins first tries before second ones, and lower tiers before higher ones', async () => {
    const { queue, begun, end } = lab(1);
    queue.add('now', 0, of('other'));
    await settle();
    queue.add('again', -9, of('a', true));
    queue.add('reads', 0, of('a', false, 1));
    queue.add('trades', 9, of('b', false, 0));
    for (const key of ['now', 'trades', 'reads', 'again']) await end(key);
    expect(begun).toEqual(['now', 'trades', 'reads', 'again']);
  });

  it('begins what leads its group before its first tries, and after those of another', async () => {
    const { queue, begun, end } = lab(1);
    queue.add('now', 0, of('other'));
    await settle();
    queue.add('a reads', 0, of('a', false, 1));
    queue.add('a again', 0, of('a', true, 0, true));
    queue.add('b reads', 0, of('b', false, 1));
    for (const key of ['now', 'b reads', 'a again', 'a reads']) await end(key);
    expect(begun).toEqual(['now', 'b reads', 'a again', 'a reads']);
  });

  it('runs only so many at once', async () => {
    const { queue, begun, end } = lab(2);
    for (const key of ['a', 'b', 'c']) queue.add(key, 0);
    await settle();
    expect(begun).toEqual(['a', 'b']);
    await end('a');
    expect(begun).toEqual(['a', 'b', 'c']);
  });

  it('lets the next begin when one takes long, and so many at most (case 86)', async () => {
    const { queue, begun, clock } = lab(1, 2);
    for (const key of ['a', 'b', 'c', 'd']) queue.add(key, 0);
    await clock.advance(2_000);
    expect(begun).toEqual(['a', 'b']);
    await clock.advance(60_000);
    expect(begun).toEqual(['a', 'b', 'c']);
  });

  it('gives no place twice when a slow one ends at last', async () => {
    const { queue, begun, clock, end } = lab(1, 2);
    for (const key of ['a', 'b', 'c']) queue.add(key, 0);
    await clock.advance(2_000);
    await end('a');
    expect(begun).toEqual(['a', 'b']);
  });

  it('runs a job once, however often it is asked for', async () => {
    const { queue, begun, end } = lab(1);
    queue.add('a', 0);
    await settle();
    queue.add('a', 0);
    queue.now('a');
    queue.add('b', 5);
    queue.add('b', 1);
    await end('a');
    await end('b');
    expect(begun).toEqual(['a', 'b']);
  });

  it('runs at once what is asked for now, beside the others', async () => {
    const { queue, begun, end } = lab(1);
    for (const key of ['a', 'b', 'c']) queue.add(key, 0);
    await settle();
    queue.now('c');
    await end('c');
    expect(begun).toEqual(['a', 'c']);
  });

  it('takes out what still waits, and nothing that runs', async () => {
    const { queue, begun, end } = lab(1);
    for (const key of ['a', 'b']) queue.add(key, 0);
    await settle();
    expect([queue.drop('a'), queue.drop('b'), queue.waits('b')]).toEqual([false, true, false]);
    await end('a');
    expect(begun).toEqual(['a']);
  });

  it('says when nothing runs or waits any more', async () => {
    const { queue, end, idle } = lab(1);
    for (const key of ['a', 'b']) queue.add(key, 0);
    await settle();
    await end('a');
    expect(idle()).toBe(0);
    await end('b');
    expect(idle()).toBe(1);
  });

  it('gives a place that was freed to nobody who asks in the same turn', async () => {
    const acquire = fixedPlaces(1);
    const free = await acquire();
    const given: string[] = [];
    void acquire().then(() => given.push('waited'));
    await settle();
    free(null);
    void acquire().then(() => given.push('came'));
    await settle();
    expect(given).toEqual(['waited']);
  });

  it('begins nothing once it is closed', async () => {
    const { queue, begun, end } = lab(1);
    for (const key of ['a', 'b']) queue.add(key, 0);
    await settle();
    queue.close();
    queue.add('c', 0);
    await end('a');
    expect(begun).toEqual(['a']);
  });

  it('begins no fewer in a turn because what it begins takes long', async () => {
    const clock = createFakeClock();
    const begun: number[] = [];
    const queue = createJobQueue({
      clock,
      acquire: createRevocationLimits({ clock, width: () => 1_000 }).acquire,
      patienceMs: 2_000,
      mostSlow: 2,
      unknown: NO_ANSWER,
      work: async (key: number) => {
        begun.push(key);
        const endMs = performance.now() + 1;
        while (performance.now() < endMs);
        return await new Promise<never>(() => undefined);
      },
    });
    for (let key = 0; key < 120; key += 1) queue.add(key, key);
    const inTurns: number[] = [];
    while (begun.length < 120) {
      const before = begun.length;
      await setImmediate();
      if (begun.length > before) inTurns.push(begun.length - before);
    }
    expect(inTurns).toEqual([8, 16, 32, 64]);
  });
});
